/** Thins this device's history by thin-history.ts, a few notes per transaction. Decision 0035. */
import { conflictCopyId } from "../../../merge/conflict-copy.ts";
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { isTime } from "../../../model/entities/parsing/ranges.ts";
import { isFields, parseJson } from "../../../model/entities/parsing/record-values.ts";
import { vectorKey } from "../../../model/entities/version-vector.ts";
import { THINNING } from "../../../model/limits/history-limits.ts";
import { ok, type Result } from "../../../model/result.ts";
import { LOCAL_KEYS } from "../../../model/storage-keys.ts";
import { createStore } from "../../../model/store.ts";
import type { ConflictStore, StoreProblem } from "../../../ports/device/local-store.ts";
import type { Preferences } from "../../../ports/device/preferences.ts";
import type { Clock } from "../../../ports/environment.ts";
import type { Library } from "../../index/library-service.ts";
import { storedChars, type ThinRule, thinVersions } from "./thin-history.ts";
import type { HistorySize, ThinningService, ThinningState } from "./thinning-service-types.ts";

export type ThinningDeps = {
  readonly library: Library;
  /** Absent in local mode, which has no conflicts. */
  readonly records?: ConflictStore;
  readonly preferences: Preferences;
  readonly clock: Clock;
};

type Work = NonNullable<ThinningState["work"]>["kind"];

export function createThinningService(deps: ThinningDeps): ThinningService {
  const { library, preferences, clock } = deps;
  const store = createStore<ThinningState>({ isThinned: thinnedAt(preferences) !== undefined, work: undefined, measure: undefined });
  let isCanceled = false;

  const throughNotes = async (
    kind: Work,
    each: (noteIds: readonly string[], rule: ThinRule) => Promise<Result<void, StoreProblem>>,
  ): Promise<Result<boolean, StoreProblem>> => {
    isCanceled = false;
    const rule = await readRule(deps);
    if (!rule.ok) return rule;
    const ids = [...library.index.entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity.id] : []));
    for (let from = 0; from < ids.length && !isCanceled; from += THINNING.notesAtOnce) {
      store.setState({ work: { kind, done: from, of: ids.length } });
      const done = await each(ids.slice(from, from + THINNING.notesAtOnce), rule.value);
      if (done.ok) continue;
      store.setState({ work: undefined });
      return done;
    }
    store.setState({ work: undefined });
    return ok(!isCanceled);
  };

  const remember = (atMs: number | undefined): void => {
    preferences.write(LOCAL_KEYS.historyThinned, JSON.stringify(atMs === undefined ? {} : { atMs }));
    store.setState({ isThinned: atMs !== undefined });
  };

  const thinNow = async (): Promise<Result<number, StoreProblem>> => {
    let dropped = 0;
    const done = await throughNotes("thin", async (noteIds, rule) => {
      const thinned = await thinNotes(library, noteIds, rule);
      if (!thinned.ok) return thinned;
      dropped += thinned.value;
      return ok(undefined);
    });
    if (!done.ok) return done;
    if (done.value) remember(clock.now());
    return ok(dropped);
  };

  return {
    store,
    async measure() {
      let [all, dropped]: readonly [HistorySize, HistorySize] = [NONE, NONE];
      const done = await throughNotes("measure", async (noteIds, rule) => {
        for (const noteId of noteIds) {
          const read = await library.store.readVersions(noteId);
          if (!read.ok) return read;
          const [before, after] = [sizeOf(read.value), sizeOf(thinVersions(read.value, rule))];
          all = plus(all, before);
          dropped = plus(dropped, { versions: before.versions - after.versions, chars: Math.max(0, before.chars - after.chars) });
        }
        return ok(undefined);
      });
      if (!done.ok) return done;
      if (done.value) store.setState({ measure: { all, dropped } });
      return ok(undefined);
    },
    thin() {
      remember(0);
      return thinNow();
    },
    keepAll: () => remember(undefined),
    async thinIfDue() {
      const atMs = thinnedAt(preferences);
      if (atMs !== undefined && clock.now() - atMs >= THINNING.againAfterMs) await thinNow();
    },
    cancel: () => {
      isCanceled = true;
    },
  };
}

const NONE: HistorySize = { versions: 0, chars: 0 };

function sizeOf(versions: readonly KeptVersion[]): HistorySize {
  return { versions: versions.length, chars: storedChars(versions) };
}

function plus(a: HistorySize, b: HistorySize): HistorySize {
  return { versions: a.versions + b.versions, chars: a.chars + b.chars };
}

/** Time of the last complete run; 0 if it was chosen and has not completed yet; undefined if everything is kept. */
function thinnedAt(preferences: Preferences): number | undefined {
  const stored = parseJson(preferences.read(LOCAL_KEYS.historyThinned));
  return isFields(stored) && isTime(stored.atMs) ? (stored.atMs as number) : undefined;
}

function thinNotes(library: Library, noteIds: readonly string[], rule: ThinRule): Promise<Result<number, StoreProblem>> {
  return library.transact(
    { versionsOf: noteIds },
    ({ versionsOf }) => {
      const thinned = noteIds.flatMap((noteId) => {
        const versions = versionsOf.get(noteId) ?? [];
        const kept = thinVersions(versions, rule);
        return kept.length < versions.length ? [{ noteId, kept, dropped: versions.length - kept.length }] : [];
      });
      return {
        writes: { forgetVersions: thinned.map(({ noteId }) => ({ noteId })), versions: thinned.flatMap(({ kept }) => kept) },
        answer: thinned.reduce((sum, { dropped }) => sum + dropped, 0),
      };
    },
    "user",
  );
}

/** Keeps both sides of a conflict and its result, and the version that a conflict copy was made from. */
async function readRule({ library, records, clock }: ThinningDeps): Promise<Result<ThinRule, StoreProblem>> {
  const conflicts = (await records?.loadConflicts()) ?? ok([]);
  if (!conflicts.ok) return conflicts;
  const sides = new Set(
    conflicts.value.flatMap(({ local, cloud, merged }) => [local, cloud, merged].map((side) => `${side.id} ${toKeptVersion(side).key}`)),
  );
  const causes = new Set<string>();
  for (const entity of library.index.entities.values())
    if (entity.kind === "note") for (const { id, vv } of entity.after ?? []) causes.add(`${id} ${vectorKey(vv)}`);
  const isReferenced = ({ noteId, key, note }: KeptVersion): boolean =>
    sides.has(`${noteId} ${key}`) || causes.has(`${noteId} ${vectorKey(note.vv)}`) || library.index.entities.has(conflictCopyId(note));
  return ok({ nowMs: clock.now(), isReferenced });
}
