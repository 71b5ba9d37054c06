/** Validates a note before it is saved. Spec A §5. Pure. */
import { countChars, cutText, toText } from "../../document/html/html-text.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { NOTE } from "../../model/limits/limits.ts";

export type DraftProblem = { readonly kind: "title-missing" | "title-too-long" | "content-too-long" | "nothing-to-save" };

/** A new note needs a title or content; `titleOrDefault` names an untitled one. */
export function checkNewNote(draft: NoteDraft, hasText: boolean): DraftProblem | undefined {
  if (draft.title.trim() === "" && !hasText) return { kind: "nothing-to-save" };
  return checkLengths(draft);
}

/** A saved note keeps a title, unless the save is one that `mayLackTitle`: decision 0042. */
export function checkEditedNote(draft: NoteDraft, mayLackTitle = false): DraftProblem | undefined {
  if (!mayLackTitle && draft.title.trim() === "") return { kind: "title-missing" };
  return checkLengths(draft);
}

export function titleOrDefault(title: string): string {
  return title.trim() === "" ? NOTE.untitled : title;
}

/** Title of a duplicate, within the maximum length. */
export function copyTitle(title: string, toCopyName: (title: string) => string): string {
  const tooMany = [...toCopyName(title)].length - NOTE.titleMaxChars;
  return toCopyName(tooMany <= 0 ? title : cutText(title, [...title].length - tooMany));
}

function checkLengths({ title, content }: NoteDraft): DraftProblem | undefined {
  if ([...title].length > NOTE.titleMaxChars) return { kind: "title-too-long" };
  return isContentTooLong(content) ? { kind: "content-too-long" } : undefined;
}

/** Tags only add to the length, so only HTML longer than the limit has to be read. */
function isContentTooLong(content: string): boolean {
  return content.length > NOTE.contentMaxChars && countChars(toText(content)) > NOTE.contentMaxChars;
}
