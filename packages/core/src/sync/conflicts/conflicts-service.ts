/** The list of notes that were edited in two places, and resolving them. The rules are plan-resolve.ts and by-strategy.ts. sync.md §9. */

import type { Library } from "../../library/index/library-service.ts";
import type { Conflict, Resolution } from "../../model/entities/conflict.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { CODE_MISSING, type LazyModule } from "../../model/lazy/lazy-module.ts";
import { CONFLICT } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { ConflictStore } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import { createSealedTransactions } from "../../vault/sensitive/sealed-transactions-service.ts";
import { type ConflictStrategy, conflictsToResolve, isOpen, staleConflicts } from "./conflict-records.ts";
import type { ConflictsService, ConflictsState, ResolveProblem } from "./conflicts-service-types.ts";
import { LAZY_RESOLVE, type Resolving } from "./lazy-resolve.ts";
import type { ResolvePlan } from "./plan-resolve.ts";

export type ConflictsDeps = {
  readonly library: Library;
  readonly records: ConflictStore;
  readonly clock: Clock;
  readonly strategy: () => ConflictStrategy;
  /** Opens sealed sides while the Sensitive folder is unlocked. Absent: they cannot be decided on. */
  readonly sealing?: NoteSealing | undefined;
  readonly resolving?: LazyModule<Resolving>;
};

export function createConflictsService(deps: ConflictsDeps): ConflictsService {
  const { library, records, clock, strategy, sealing, resolving = LAZY_RESOLVE } = deps;
  const store = createStore<ConflictsState>({ phase: "loading", conflicts: [], openCount: 0, openNoteIds: new Set() });
  let round = 0;

  /** Reads may end in any order: only the last one counts. */
  const load = async (): Promise<void> => {
    round += 1;
    const mine = round;
    const read = await records.loadConflicts();
    if (mine !== round) return;
    if (!read.ok) return store.setState({ phase: "failed" });
    const stale = staleConflicts(read.value, CONFLICT.kept, (id) => library.index.entities.get(id));
    const gone = new Set(stale);
    const conflicts = read.value.filter(({ id }) => !gone.has(id)).sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));
    const open = conflicts.filter(isOpen);
    store.setState({ phase: "ready", conflicts, openCount: open.length, openNoteIds: new Set(open.map(({ noteId }) => noteId)) });
    if (stale.length > 0) await library.transact({}, () => ({ writes: { forgetConflicts: stale }, answer: undefined }), "sync");
  };

  const unsubscribe = library.onChange(({ writes }) => {
    const isAboutThem = writes.conflicts !== undefined || writes.forgetConflicts !== undefined;
    // Moved into the Sensitive folder, or deleted for good.
    const isGone =
      store.getState().conflicts.length > 0 &&
      (writes.entities ?? []).some((entity) => entity.kind === "note" && (entity.isEncrypted || entity.purged !== undefined));
    if (isAboutThem || isGone) void load();
  });

  const resolveConflict = async (conflict: Conflict, how: Resolution["how"], byItself: boolean): Promise<Result<void, ResolveProblem>> => {
    const rules = await resolving.load();
    if (rules === undefined) return failed(CODE_MISSING);
    let asked: readonly string[] = rules.idsToResolve(conflict);
    for (;;) {
      const entities = asked;
      const outcome = await createSealedTransactions(library, sealing).transact<ResolvePlan>(
        { entities },
        (seen, texts) => {
          const plan = rules.planResolve(conflict, { how, nowMs: clock.now(), byItself }, { seen, asked: new Set(entities), texts });
          return { writes: plan.kind === "done" ? plan.writes : {}, answer: plan };
        },
        "user",
      );
      if (!outcome.ok) return outcome;
      const plan = outcome.value;
      if (plan.kind === "done") return ok(undefined);
      if (plan.kind !== "again") return failed({ kind: plan.kind });
      asked = [...asked, plan.id];
    }
  };

  void load();
  return {
    store,
    async resolve(conflictId, how) {
      const conflict = store.getState().conflicts.find(({ id }) => id === conflictId);
      return conflict === undefined ? failed({ kind: "not-found" }) : resolveConflict(conflict, how, false);
    },
    async keptCopies({ resolution }) {
      const ids = resolution?.keptIds ?? [];
      const read = await library.store.readEntities(ids);
      if (!read.ok) return read;
      return ok(ids.map((id) => read.value.get(id)).filter((entity): entity is NoteEntity => entity?.kind === "note"));
    },
    async resolveByStrategy() {
      const chosen = strategy();
      if (chosen === "manual") return;
      await load();
      for (const conflict of conflictsToResolve(store.getState().conflicts, chosen, clock.now()))
        await resolveConflict(conflict, chosen, true);
    },
    close: unsubscribe,
  };
}
