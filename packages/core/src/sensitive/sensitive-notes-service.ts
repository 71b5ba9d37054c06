/**
 * Commands on notes of the Sensitive folder while it is unlocked: create, open, save, move in and out. What needs no text (delete, restore) is an
 * ordinary command of the note service. Spec A §4 "Sensitive folder", "Moving a note"; encryption.md 3.5 (9).
 */
import { isBlankHtml } from "../editor/html-text.ts";
import type { Library } from "../library/library-service.ts";
import { checkEditedNote, checkNewNote } from "../notes/check-note.ts";
import type { NoteDraft } from "../notes/note.ts";
import type { NoteProblem, SeenVersion } from "../notes/notes-service-types.ts";
import { type NoteChange, planCreate } from "../notes/plan-note.ts";
import type { Clock, Ids } from "../ports/environment.ts";
import type { DraftStore, Seen, StoredDraft, Writes } from "../ports/local-store.ts";
import type { NoteSealing } from "../ports/sensitive-keys.ts";
import { failed, ok, type Result } from "../result.ts";
import { conflictCopyId } from "../sync/conflict-copy.ts";
import { isAlive, type NoteEntity } from "../sync/entity.ts";
import { planMoveIn, planMoveOut, planSensitiveCreate, planSensitiveSave } from "./plan-sensitive.ts";
import { sealDraft } from "./seal-draft-service.ts";
import { createSealedDesk } from "./sealed-desk-service.ts";
import type { SealedTexts } from "./sealed-texts.ts";

export type SensitiveNotesDeps = {
  readonly library: Library;
  readonly sealing: NoteSealing;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where unsaved text of a note that moves in may lie. */
  readonly drafts: Pick<DraftStore, "loadDrafts">;
};

type Outcome = Promise<Result<NoteEntity, NoteProblem>>;
type Plan = (current: NoteEntity, seen: Seen, texts: SealedTexts) => NoteChange | undefined;

/** Notes are answered opened, and only while that can be done. */
export interface SensitiveNotes {
  open(noteId: string): Outcome;
  /** `draftId`: its draft goes in the same transaction. */
  create(draft: NoteDraft, folderId: string, draftId?: string): Outcome;
  save(noteId: string, draft: NoteDraft, seen: SeenVersion, draftId?: string): Outcome;
  moveIn(noteId: string, folderId: string): Outcome;
  moveOut(noteId: string, folderId: string | null): Outcome;
}

type Answer =
  | { readonly kind: "not-found" | "sensitive-locked" }
  | { readonly kind: "again"; readonly copyId: string }
  | { readonly kind: "done"; readonly note: NoteEntity };

export function createSensitiveNotes({ library, sealing, clock, ids, drafts }: SensitiveNotesDeps): SensitiveNotes {
  const change = async (noteId: string, plan: Plan, beside: Writes = {}): Outcome => {
    const desk = createSealedDesk(library, sealing);
    let copyId: string | undefined;
    for (;;) {
      const asked = copyId;
      const outcome = await desk.transact<Answer>(
        { entities: asked === undefined ? [noteId] : [noteId, asked], basesOf: [noteId] },
        (seen, texts) => {
          const current = seen.entities.get(noteId);
          if (current?.kind !== "note" || !isAlive(current)) return { writes: {}, answer: { kind: "not-found" } };
          if (asked !== conflictCopyId(current)) return { writes: {}, answer: { kind: "again", copyId: conflictCopyId(current) } };
          return toPlan(plan(current, seen, texts), beside);
        },
        "user",
      );
      if (!outcome.ok) return outcome;
      if (outcome.value.kind === "done") return ok(outcome.value.note);
      if (outcome.value.kind !== "again") return failed({ kind: outcome.value.kind });
      copyId = outcome.value.copyId;
    }
  };

  return {
    open: (noteId) =>
      change(noteId, (current, _seen, texts) => {
        const note = texts.open(current);
        return note && { writes: {}, note };
      }),

    async create(draft, folderId, draftId) {
      const problem = checkNewNote(draft, !isBlankHtml(draft.content));
      if (problem !== undefined) return failed(problem);
      const noteId = `note-${clock.now()}-${ids.random(9)}`;
      const made = await createSealedDesk(library, sealing).transact<Answer>(
        {},
        ({ meta }, texts) => toPlan(planSensitiveCreate(planCreate(noteId, draft, folderId, meta, clock.now()), texts), dropDraft(draftId)),
        "user",
      );
      if (!made.ok) return made;
      return made.value.kind === "done" ? ok(made.value.note) : failed({ kind: "sensitive-locked" });
    },

    async save(noteId, draft, { vv }, draftId) {
      const problem = checkEditedNote(draft);
      if (problem !== undefined) return failed(problem);
      return change(
        noteId,
        (current, seen, texts) => planSensitiveSave(current, { draft, seenVv: vv }, seen, clock.now(), texts),
        dropDraft(draftId),
      );
    },

    async moveIn(noteId, folderId) {
      const sealed = await sealDrafts(noteId, drafts, sealing);
      if (!sealed.ok) return sealed;
      return change(noteId, (current, seen, texts) => planMoveIn(current, folderId, seen, clock.now(), texts), { drafts: sealed.value });
    },

    moveOut: (noteId, folderId) => change(noteId, (current, seen, texts) => planMoveOut(current, folderId, seen.meta, clock.now(), texts)),
  };
}

function toPlan(change: NoteChange | undefined, beside: Writes) {
  if (change === undefined) return { writes: {}, answer: { kind: "sensitive-locked" } } as const;
  return { writes: { ...change.writes, ...beside }, answer: { kind: "done", note: change.note } } as const;
}

function dropDraft(draftId: string | undefined): Writes {
  return draftId === undefined ? {} : { forgetDrafts: [draftId] };
}

/** What was typed into it and not saved, sealed for the same write. A text that is typed meanwhile is sealed by whoever writes it next. */
async function sealDrafts(
  noteId: string,
  drafts: SensitiveNotesDeps["drafts"],
  sealing: NoteSealing,
): Promise<Result<readonly StoredDraft[], NoteProblem>> {
  const kept = await drafts.loadDrafts();
  if (!kept.ok) return kept;
  const open = kept.value.filter((draft) => draft.noteId === noteId && draft.sealed === undefined);
  const sealed = await Promise.all(open.map((draft) => sealDraft(draft, sealing)));
  const done = sealed.filter((draft) => draft !== undefined);
  return done.length === open.length ? ok(done) : failed({ kind: "sensitive-locked" });
}
