/** The device's library: store and index. Every write goes through `transact`: committed, applied, reported to listeners and tabs. */

import type { Entity } from "../../model/entities/entity.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Durability, LibraryIndex, LocalStore, Plan, Reads, Seen, StoreProblem, Writes } from "../../ports/device/local-store.ts";
import type { Channel } from "../../ports/environment.ts";
import { inRange, toLight } from "./in-range.ts";
import type { LightWrites } from "./sync-index.ts";
import { SyncIndex } from "./sync-index.ts";
import { unreadNotes, withVersions } from "./versions-of-write.ts";
import type { Writer } from "./writer.ts";
import { createWriters, type WriterDeps, type WriterService } from "./writer-service.ts";

/** Cause of a change. Only `user` and `restore` create work for sync. */
export type Origin = "user" | "sync" | "restore";

export type LibraryNotice = {
  readonly origin: Origin;
  readonly fromOtherTab: boolean;
  /** Ids of entities whose row, files or attempts changed. */
  readonly ids: readonly string[];
  readonly writes: LightWrites;
  /** Written entities with their texts; absent for writes of other tabs, whose messages have no texts. */
  readonly written?: readonly Entity[] | undefined;
};

export type TabMessage = { readonly kind: "committed"; readonly origin: Origin; readonly writes: LightWrites };

/** `durability` overrides the origin's default: relaxed for sync, strict otherwise. */
export type Commit = { readonly origin: Origin; readonly durability: Durability };

export type Library = {
  readonly index: SyncIndex;
  transact<Value>(reads: Reads, plan: (seen: Seen) => Plan<Value>, commit: Origin | Commit): Promise<Result<Value, StoreProblem>>;
  readonly store: LocalStore;
  /** Number of rows that were left out when the database was opened. */
  readonly unreadableRows: number;
  onChange(listener: (notice: LibraryNotice) => void): () => void;
  /** Reads the index again, because another tab may have written and died before it could notify this one. */
  reload(): Promise<Result<void, StoreProblem>>;
  close(): void;
};

export type LibraryDeps = {
  readonly store: LocalStore;
  readonly channel?: Channel<TabMessage>;
  /** Source of the names under which this process writes. */
  readonly writers: WriterDeps;
};

export async function openLibrary({ store, channel, writers }: LibraryDeps): Promise<Result<Library, StoreProblem>> {
  const loaded = await store.loadIndex();
  if (!loaded.ok) return loaded;
  return ok(createLibrary(store, { channel, writers: createWriters(loaded.value.meta.deviceId, writers) }, loaded.value));
}

type Means = { readonly channel: Channel<TabMessage> | undefined; readonly writers: WriterService };

function createLibrary(store: LocalStore, { channel, writers }: Means, start: LibraryIndex): Library {
  let index = toIndex(start, writers.current());
  const listeners = new Set<(notice: LibraryNotice) => void>();

  const take = (
    writes: LightWrites,
    origin: Origin,
    { fromOtherTab, written }: { readonly fromOtherTab: boolean; readonly written?: readonly Entity[] | undefined },
  ): void => {
    const ids = index.apply(writes);
    for (const listener of listeners) listener({ origin, fromOtherTab, ids, writes, written });
  };
  const unsubscribe = channel?.onMessage(({ writes, origin }) => take(withinRange(writes), origin, { fromOtherTab: true }));

  return {
    get index() {
      return index;
    },
    store,
    unreadableRows: start.unreadableRows ?? 0,
    async transact(reads, plan, commit) {
      const { origin, durability } = toCommit(commit);
      let writes: Writes = {};
      let entities = reads.entities ?? [];
      let unread: readonly string[] = [];
      const writer = writers.current();
      index.writeAs(writer);
      const attempt = () =>
        store.transact(
          { ...reads, entities },
          (seen) => {
            const planned = plan({ ...seen, meta: { ...seen.meta, writer: writer.name, maxEntries: writer.maxEntries } });
            unread = unreadNotes(planned.writes, entities, (id) => index.entities.has(id));
            writes = unread.length > 0 ? {} : withVersions(planned.writes, seen.entities);
            return { answer: planned.answer, writes };
          },
          durability,
        );
      let committed = await attempt();
      // Replaced versions become history, so they must be read first.
      while (committed.ok && unread.length > 0) {
        entities = [...entities, ...unread];
        committed = await attempt();
      }
      if (!committed.ok) return committed;
      // A plan that only read reports nothing and creates no work for sync.
      if (Object.keys(writes).length === 0) return committed;
      const light = toLightWrites(writes);
      take(light, origin, { fromOtherTab: false, written: writes.entities });
      channel?.post({ kind: "committed", origin, writes: withoutIntents(light) });
      return committed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reload() {
      const loaded = await store.loadIndex();
      if (!loaded.ok) return loaded;
      index = toIndex(loaded.value, index.writer);
      const ids = [...index.entities.keys()];
      for (const listener of listeners) listener({ origin: "sync", fromOtherTab: true, ids, writes: {} });
      return ok(undefined);
    },
    close() {
      unsubscribe?.();
      writers.close();
      store.close();
    },
  };
}

function withinRange({ entities, ...rest }: LightWrites): LightWrites {
  return entities === undefined ? rest : { ...rest, entities: entities.map(inRange) };
}

function toIndex(loaded: LibraryIndex, writer: Writer): SyncIndex {
  return new SyncIndex({ ...loaded, entities: loaded.entities.map(inRange) }, writer);
}

/** Removes the intents, because no other process, nor another window, may continue a write of this one. */
function withoutIntents({ creating: _c, forgetCreating: _f, taint: _t, untaint: _u, ...writes }: LightWrites): LightWrites {
  return writes;
}

function toLightWrites(writes: Writes): LightWrites {
  const {
    entities,
    conflicts,
    bases: _bases,
    forgetBases: _forgetBases,
    forgetDrafts: _forgetDrafts,
    drafts: _drafts,
    attachmentBytes: _bytes,
    versions: _versions,
    keepsVersionsOf: _kept,
    ...rest
  } = writes;
  return {
    ...rest,
    ...(entities === undefined ? {} : { entities: entities.map(toLight) }),
    ...(conflicts === undefined ? {} : { conflicts: conflicts.map(({ id, noteId }) => ({ id, noteId })) }),
  };
}

function toCommit(commit: Origin | Commit): Commit {
  return typeof commit === "string" ? { origin: commit, durability: commit === "sync" ? "relaxed" : "strict" } : commit;
}
