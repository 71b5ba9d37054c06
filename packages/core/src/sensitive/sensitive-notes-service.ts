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
import type { Seen } from "../ports/local-store.ts";
import type { NoteSealing } from "../ports/sensitive-keys.ts";
import { failed, ok, type Result } from "../result.ts";
import { conflictCopyId } from "../sync/conflict-copy.ts";
import { isAlive, type NoteEntity } from "../sync/entity.ts";
import { planMoveIn, planMoveOut, planSensitiveCreate, planSensitiveSave } from "./plan-sensitive.ts";
import { createSealedDesk } from "./sealed-desk-service.ts";
import type { SealedTexts } from "./sealed-texts.ts";

export type SensitiveNotesDeps = {
  readonly library: Library;
  readonly sealing: NoteSealing;
  readonly clock: Clock;
  readonly ids: Ids;
};

export type SensitiveNoteProblem = NoteProblem | { readonly kind: "sensitive-locked" };
type Outcome = Promise<Result<NoteEntity, SensitiveNoteProblem>>;
type Plan = (current: NoteEntity, seen: Seen, texts: SealedTexts) => NoteChange | undefined;

/** Notes are answered opened, and only while that can be done. */
export interface SensitiveNotes {
  open(noteId: string): Outcome;
  create(draft: NoteDraft, folderId: string): Outcome;
  save(noteId: string, draft: NoteDraft, seen: SeenVersion): Outcome;
  moveIn(noteId: string, folderId: string): Outcome;
  moveOut(noteId: string, folderId: string | null): Outcome;
}

type Answer =
  | { readonly kind: "not-found" | "sensitive-locked" }
  | { readonly kind: "again"; readonly copyId: string }
  | { readonly kind: "done"; readonly note: NoteEntity };

export function createSensitiveNotes({ library, sealing, clock, ids }: SensitiveNotesDeps): SensitiveNotes {
  const change = async (noteId: string, plan: Plan): Outcome => {
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
          return toPlan(plan(current, seen, texts));
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

    async create(draft, folderId) {
      const problem = checkNewNote(draft, !isBlankHtml(draft.content));
      if (problem !== undefined) return failed(problem);
      const noteId = `note-${clock.now()}-${ids.random(9)}`;
      const made = await createSealedDesk(library, sealing).transact<Answer>(
        {},
        ({ meta }, texts) => toPlan(planSensitiveCreate(planCreate(noteId, draft, folderId, meta, clock.now()), texts)),
        "user",
      );
      if (!made.ok) return made;
      return made.value.kind === "done" ? ok(made.value.note) : failed({ kind: "sensitive-locked" });
    },

    async save(noteId, draft, { vv }) {
      const problem = checkEditedNote(draft);
      if (problem !== undefined) return failed(problem);
      return change(noteId, (current, seen, texts) => planSensitiveSave(current, { draft, seenVv: vv }, seen, clock.now(), texts));
    },

    moveIn: (noteId, folderId) => change(noteId, (current, seen, texts) => planMoveIn(current, folderId, seen, clock.now(), texts)),

    moveOut: (noteId, folderId) => change(noteId, (current, seen, texts) => planMoveOut(current, folderId, seen.meta, clock.now(), texts)),
  };
}

function toPlan(change: NoteChange | undefined) {
  if (change === undefined) return { writes: {}, answer: { kind: "sensitive-locked" } } as const;
  return { writes: change.writes, answer: { kind: "done", note: change.note } } as const;
}
