/** One draft of a sensitive note, sealed under its own id and opened again. encryption.md 3.5 (8). */
import type { NoteDraft } from "../notes/note.ts";
import type { StoredDraft } from "../ports/local-store.ts";
import type { NoteSealing } from "../ports/sensitive-keys.ts";
import { parseSealedText } from "./parse-sealed-text.ts";

export type DraftSealing = Pick<NoteSealing, "sealSensitiveNote" | "openSensitiveNote">;

export async function sealDraft(draft: StoredDraft, sealing: Pick<DraftSealing, "sealSensitiveNote">): Promise<StoredDraft | undefined> {
  const { title, content, draftId } = draft;
  const sealed = await sealing.sealSensitiveNote(draftId, { title, content, attachments: [] });
  return sealed.ok ? bare({ ...draft, isSensitive: true, sealed: JSON.stringify(sealed.value) }) : undefined;
}

/** With nothing outside of the envelope. */
export function bare(draft: StoredDraft): StoredDraft {
  return { ...draft, title: "", content: "" };
}

/** `undefined`: locked, or damaged. */
export async function openDraft({ draftId, sealed }: StoredDraft, sealing: DraftSealing): Promise<NoteDraft | undefined> {
  if (sealed === undefined) return undefined;
  const opened = await sealing.openSensitiveNote(draftId, JSON.parse(sealed));
  const text = opened.ok ? parseSealedText(opened.value) : undefined;
  return text && { title: text.title, content: text.content };
}

export function unsealed({ sealed: _sealed, ...draft }: StoredDraft, text: NoteDraft): StoredDraft {
  return { ...draft, ...text };
}
