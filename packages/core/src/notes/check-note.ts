/** What must hold before a note is kept. Spec A §5. Pure. */
import { cutText } from "../editor/html-text.ts";
import { NOTE } from "../limits.ts";
import type { NoteDraft } from "./note.ts";

export type DraftProblem = { readonly kind: "title-missing" } | { readonly kind: "title-too-long" } | { readonly kind: "nothing-to-save" };

/** A new note needs a title or content; an untitled one is named by `titleOrDefault`. */
export function checkNewNote(draft: NoteDraft, hasText: boolean): DraftProblem | undefined {
  if (draft.title.trim() === "" && !hasText) return { kind: "nothing-to-save" };
  return checkTitleLength(draft.title);
}

/** A saved note keeps a title. */
export function checkEditedNote(draft: NoteDraft): DraftProblem | undefined {
  if (draft.title.trim() === "") return { kind: "title-missing" };
  return checkTitleLength(draft.title);
}

export function titleOrDefault(title: string): string {
  return title.trim() === "" ? NOTE.untitled : title;
}

/** The title of a duplicate, never longer than a title may be. */
export function copyTitle(title: string, word: (title: string) => string): string {
  const tooMany = [...word(title)].length - NOTE.titleMaxChars;
  return word(tooMany <= 0 ? title : cutText(title, [...title].length - tooMany));
}

function checkTitleLength(title: string): DraftProblem | undefined {
  return [...title].length > NOTE.titleMaxChars ? { kind: "title-too-long" } : undefined;
}
