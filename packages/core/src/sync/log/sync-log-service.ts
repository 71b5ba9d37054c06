/** The sync log as screens read it: loaded when it is first looked at, kept up to date from then on, and never longer than it may be. */

import type { Library } from "../../library/index/library-service.ts";
import { isListed } from "../../library/notes/note-projection.ts";
import type { LogEntry } from "../../model/entities/log-entry.ts";
import { SYNC_LOG } from "../../model/limits/limits.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { LogStore } from "../../ports/device/local-store.ts";

export type SyncLogState = {
  readonly phase: "unread" | "ready" | "failed";
  /** Newest first. */
  readonly entries: readonly LogEntry[];
};

export interface SyncLogService {
  readonly store: ReadableStore<SyncLogState>;
  read(): Promise<void>;
  /** The subject of a line by its present name; `undefined` where it no longer exists. */
  subjectOf(id: string): LogSubject | undefined;
  close(): void;
}

/** `isSealed`: its title is not to be shown. `isThere`: it can be opened. */
export type LogSubject = { readonly title: string; readonly isSealed: boolean; readonly isThere: boolean };

export function createSyncLogService({ library, log }: { readonly library: Library; readonly log: LogStore }): SyncLogService {
  const store = createStore<SyncLogState>({ phase: "unread", entries: [] });
  let untrimmed = 0;

  const trim = (): void => {
    untrimmed = 0;
    void log.trimLog(SYNC_LOG.kept);
  };
  const unsubscribe = library.onChange(({ writes, fromOtherTab }) => {
    const added = writes.log ?? [];
    if (added.length === 0) return;
    if (!fromOtherTab) untrimmed += added.length;
    if (untrimmed >= SYNC_LOG.trimEvery) trim();
    const { phase, entries } = store.getState();
    if (phase === "ready") store.setState({ entries: [...[...added].reverse(), ...entries].slice(0, SYNC_LOG.kept) });
  });

  trim();
  return {
    store,
    async read() {
      if (store.getState().phase === "ready") return;
      const read = await log.loadLog();
      store.setState(read.ok ? { phase: "ready", entries: read.value.slice(0, SYNC_LOG.kept) } : { phase: "failed" });
    },
    subjectOf(id) {
      const entity = library.index.entities.get(id);
      if (entity === undefined) return undefined;
      if (entity.kind === "folder") return { title: entity.name, isSealed: false, isThere: false };
      return { title: entity.title, isSealed: entity.isEncrypted, isThere: isListed(entity, library.index) };
    },
    close: unsubscribe,
  };
}
