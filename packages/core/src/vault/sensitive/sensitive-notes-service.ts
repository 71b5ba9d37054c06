/**
 * Commands on unlocked sensitive notes: create, open, save, move. Delete and restore work as for ordinary notes. Spec A §4, encryption.md
 * 3.5 (9).
 */

import { isBlankHtml } from "../../document/html/html-text.ts";
import { referencesIn, renameFiles } from "../../document/references.ts";
import type { Resealed, Resealing } from "../../library/attachments/reseal-service.ts";
import type { Library } from "../../library/index/library-service.ts";
import { checkEditedNote, checkNewNote } from "../../library/notes/check-note.ts";
import type { NoteCreation, NoteProblem, NoteSave } from "../../library/notes/notes-service-types.ts";
import { dropDraft, type NoteChange, type NotSaved, planCreate } from "../../library/notes/plan-note.ts";
import { conflictCopyId } from "../../merge/conflict-copy.ts";
import { LAZY_MERGE, type MergeNotes } from "../../merge/lazy-merge.ts";
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { newNoteId } from "../../model/entities/entity-ids.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { CODE_MISSING, type LazyModule } from "../../model/lazy/lazy-module.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { DraftStore, Seen, StoredDraft, Writes } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import { planMoveIn, planMoveOut, planSealFiles, planSensitiveCreate, planSensitiveSave } from "./plan-sensitive.ts";
import { sealDraft } from "./seal-draft-service.ts";
import { createSealedTransactions } from "./sealed-transactions-service.ts";

export type SensitiveNotesDeps = {
  readonly library: Library;
  readonly sealing: NoteSealing;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Unsaved texts, which must be sealed with a note that moves in. */
  readonly drafts: Pick<DraftStore, "loadDrafts">;
  /** Reseals the files of a note that moves. */
  readonly files: Resealing;
  readonly merging?: LazyModule<MergeNotes>;
};

type Outcome = Promise<Result<NoteEntity, NoteProblem>>;
type Plan = (
  current: NoteEntity,
  seen: Seen,
  means: { readonly texts: SealedTexts; readonly merge: MergeNotes | undefined },
) => NoteChange | undefined | NotSaved;
type CrossingPlan = (
  current: NoteEntity,
  seen: Seen,
  resealed: { readonly texts: SealedTexts; readonly ids: ReadonlyMap<string, string> },
) => NoteChange | undefined;

/** Commands return opened notes, and fail while the folder is locked. */
export interface SensitiveNotes {
  open(noteId: string): Outcome;
  create(draft: NoteDraft, folderId: string, creation?: NoteCreation): Outcome;
  save(noteId: string, draft: NoteDraft, save: NoteSave): Outcome;
  moveIn(noteId: string, folderId: string): Outcome;
  moveOut(noteId: string, folderId: string | null): Outcome;
  /** Seals files that a merge brought in without the folder's seal. */
  sealFiles(noteId: string, fileIds: readonly string[]): Outcome;
}

type ChangeOutcome =
  | { readonly kind: "not-found" | "sensitive-locked" | NotSaved }
  | { readonly kind: "again"; readonly copyId: string }
  | { readonly kind: "done"; readonly note: NoteEntity };

export function createSensitiveNotes(deps: SensitiveNotesDeps): SensitiveNotes {
  const { library, sealing, clock, ids, drafts, files, merging = LAZY_MERGE } = deps;
  const change = async (
    noteId: string,
    plan: Plan,
    { beside = {}, attachments }: { readonly beside?: Writes; readonly attachments?: readonly string[] } = {},
  ): Outcome => {
    // A move across the border of the folder includes the note's history.
    const readsVersions = attachments !== undefined;
    const transactions = createSealedTransactions(library, sealing);
    let merge = merging.loaded();
    let copyId: string | undefined;
    for (;;) {
      const asked = copyId;
      const outcome = await transactions.transact<ChangeOutcome>(
        {
          entities: asked === undefined ? [noteId] : [noteId, asked],
          basesOf: [noteId],
          attachments: attachments ?? [],
          ...(readsVersions ? { versionsOf: [noteId] } : {}),
        },
        (seen, texts) => {
          const current = seen.entities.get(noteId);
          if (current?.kind !== "note" || !isAlive(current)) return { writes: {}, answer: { kind: "not-found" } };
          if (asked !== conflictCopyId(current)) return { writes: {}, answer: { kind: "again", copyId: conflictCopyId(current) } };
          const planned = plan(current, seen, { texts, merge });
          if (typeof planned === "string") return { writes: {}, answer: { kind: planned } };
          return toPlan(planned, planned?.note === current ? {} : beside);
        },
        "user",
      );
      if (!outcome.ok) return outcome;
      if (outcome.value.kind === "done") return ok(outcome.value.note);
      if (outcome.value.kind === "again") copyId = outcome.value.copyId;
      else if (outcome.value.kind !== "unmerged") return failed({ kind: outcome.value.kind });
      else {
        merge = await merging.load();
        if (merge === undefined) return failed(CODE_MISSING);
      }
    }
  };

  /** Reseals the note's files before the move and writes them with it, so that an interruption before that changes nothing. */
  const cross = async (noteId: string, isSensitive: boolean, plan: CrossingPlan): Outcome => {
    const note = library.index.entities.get(noteId);
    const resealed = await files.reseal(note?.kind === "note" ? note.attIds : [], isSensitive);
    return resealed.ok ? write(noteId, plan, { isSensitive, resealed: resealed.value }) : resealed;
  };

  const write = async (
    noteId: string,
    plan: CrossingPlan,
    { isSensitive, resealed }: { readonly isSensitive: boolean; readonly resealed: Resealed },
  ): Outcome => {
    const kept = await drafts.loadDrafts();
    if (!kept.ok) return kept;
    const { ids: newIds } = resealed;
    const sealed = isSensitive ? await sealDrafts(draftsOf(kept.value, noteId), newIds, sealing) : ok([]);
    if (!sealed.ok) return sealed;
    const elsewhere = new Set(kept.value.filter((draft) => draft.noteId !== noteId).flatMap(({ content }) => referencesIn(content)));
    return change(
      noteId,
      (current, seen, { texts }) => {
        const planned = plan(current, seen, { texts, ids: newIds });
        if (planned?.note === current) return planned;
        const moved = files.leave(resealed, { noteId, isSensitive, drafts: elsewhere, seen });
        return planned && { ...planned, writes: { ...planned.writes, ...moved } };
      },
      { beside: { drafts: sealed.value }, attachments: [...newIds.keys()] },
    );
  };

  return {
    async open(noteId) {
      const read = await library.store.readEntities([noteId]);
      if (!read.ok) return read;
      const found = read.value.get(noteId);
      if (found?.kind !== "note" || !isAlive(found)) return failed({ kind: "not-found" });
      const note = await createSealedTransactions(library, sealing).open(found);
      return note === undefined ? failed({ kind: "sensitive-locked" }) : ok(note);
    },

    async create(draft, folderId, creation = {}) {
      const { mayLackTitle, tags } = creation;
      const problem = checkNewNote(draft, !isBlankHtml(draft.content));
      if (problem !== undefined) return failed(problem);
      const noteId = newNoteId(clock.now(), ids.random);
      const made = await createSealedTransactions(library, sealing).transact<ChangeOutcome>(
        {},
        ({ meta }, texts) =>
          toPlan(
            planSensitiveCreate(planCreate(noteId, { draft, folderId, mayLackTitle, tags }, { meta, nowMs: clock.now() }), texts),
            dropDraft(creation),
          ),
        "user",
      );
      if (!made.ok) return made;
      return made.value.kind === "done" ? ok(made.value.note) : failed({ kind: "sensitive-locked" });
    },

    async save(noteId, draft, { seen: { vv, ...given }, ...write }) {
      const problem = checkEditedNote(draft, write.mayLackTitle);
      if (problem !== undefined) return failed(problem);
      return change(
        noteId,
        (current, seen, means) => planSensitiveSave(current, { draft, seenVv: vv, ...given }, { seen, nowMs: clock.now(), ...means }),
        { beside: dropDraft(write) },
      );
    },

    moveIn: (noteId, folderId) =>
      cross(noteId, true, (current, seen, { texts, ids }) =>
        planMoveIn(current, { folderId, files: ids }, { seen, nowMs: clock.now(), texts }),
      ),

    moveOut: (noteId, folderId) =>
      cross(noteId, false, (current, seen, { texts, ids }) =>
        planMoveOut(current, { folderId, files: ids }, { meta: seen.meta, nowMs: clock.now(), texts }),
      ),

    async sealFiles(noteId, fileIds) {
      const resealed = await files.reseal(fileIds, true, noteId);
      if (!resealed.ok) return resealed;
      return write(noteId, (current, seen, { texts, ids }) => planSealFiles(current, ids, { seen, texts }), {
        isSensitive: true,
        resealed: resealed.value,
      });
    },
  };
}

function toPlan(change: NoteChange | undefined, beside: Writes) {
  if (change === undefined) return { writes: {}, answer: { kind: "sensitive-locked" } } as const;
  return { writes: { ...change.writes, ...beside }, answer: { kind: "done", note: change.note } } as const;
}

function draftsOf(drafts: readonly StoredDraft[], noteId: string): readonly StoredDraft[] {
  return drafts.filter((draft) => draft.noteId === noteId && draft.sealed === undefined);
}

/** Seals the note's drafts for the same write. Text typed in the meantime is sealed with its own next write. */
async function sealDrafts(
  open: readonly StoredDraft[],
  newIds: ReadonlyMap<string, string>,
  sealing: NoteSealing,
): Promise<Result<readonly StoredDraft[], NoteProblem>> {
  const sealed = await Promise.all(open.map((draft) => sealDraft(withFiles(draft, newIds), sealing)));
  const done = sealed.filter((draft) => draft !== undefined);
  return done.length === open.length ? ok(done) : failed({ kind: "sensitive-locked" });
}

function withFiles({ base, ...draft }: StoredDraft, newIds: ReadonlyMap<string, string>): StoredDraft {
  const renamed = { ...draft, content: renameFiles(draft.content, newIds) };
  return base === undefined ? renamed : { ...renamed, base: { ...base, content: renameFiles(base.content, newIds) } };
}
