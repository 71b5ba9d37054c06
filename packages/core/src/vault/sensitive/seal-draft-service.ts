/** Seals a draft of a sensitive note under its own id, and opens it. encryption.md 3.5 (8). */
import type { NoteDraft } from "../../model/entities/note.ts";
import { isFields } from "../../model/entities/parsing/record-values.ts";
import { parseSealedText } from "../../model/entities/parsing/sealed-texts.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";

/** Content of a draft's envelope. */
export type DraftText = NoteDraft & Pick<StoredDraft, "base">;

export type DraftSealing = Pick<NoteSealing, "sealSensitiveNote" | "openSensitiveNote">;

export async function sealDraft(draft: StoredDraft, sealing: Pick<DraftSealing, "sealSensitiveNote">): Promise<StoredDraft | undefined> {
  const { title, content, base, draftId } = draft;
  const text = { title, content, attachments: [], ...(base === undefined ? {} : { base }) };
  const sealed = await sealing.sealSensitiveNote(draftId, text);
  return sealed.ok ? bare({ ...draft, isSensitive: true, sealed: JSON.stringify(sealed.value) }) : undefined;
}

/** Removes everything that belongs inside the envelope. */
export function bare({ base: _base, ...draft }: StoredDraft): StoredDraft {
  return { ...draft, title: "", content: "" };
}

/** Returns undefined if locked or damaged. */
export async function openDraft({ draftId, sealed }: StoredDraft, sealing: DraftSealing): Promise<DraftText | undefined> {
  if (sealed === undefined) return undefined;
  const opened = await sealing.openSensitiveNote(draftId, JSON.parse(sealed));
  if (!opened.ok) return undefined;
  const text = parseSealedText(opened.value);
  return text && { title: text.title, content: text.content, ...parseBase(opened.value) };
}

/** If the base cannot be read, the next save compares both texts by words; no text is lost. */
function parseBase(opened: object): Pick<DraftText, "base"> {
  const base = "base" in opened ? opened.base : undefined;
  if (!isFields(base) || typeof base.title !== "string" || typeof base.content !== "string") return {};
  return { base: { title: base.title, content: base.content } };
}

export function unsealed({ sealed: _sealed, ...draft }: StoredDraft, text: DraftText): StoredDraft {
  return { ...draft, ...text };
}
