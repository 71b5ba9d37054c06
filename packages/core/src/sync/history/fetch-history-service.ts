/** Fetches unread history packs when the user looks at their versions, newest first, and keeps them. sync.md §13. */

import { readHistoryPackId } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks } from "../../model/drive/primary-pack.ts";
import type { Result } from "../../model/result.ts";
import { failed, ok } from "../../model/result.ts";
import type { CycleProblem } from "../context/cycle-types.ts";
import { type HistoryReading, readHistoryPack } from "./read-history-pack.ts";

export type FetchedHistory = {
  /** Number of requested packs that cannot be read, or not now. */
  readonly unread: number;
};

export type FetchSteps = {
  /** Absent: all. */
  readonly packIds?: readonly string[] | undefined;
  readonly isStopped: () => boolean;
  readonly onRead: (done: number, total: number) => void;
};

export type HistoryFetcher = (steps: FetchSteps) => Promise<Result<FetchedHistory, CycleProblem>>;

export function createHistoryFetcher(deps: Omit<HistoryReading, "isStopped">): HistoryFetcher {
  return async ({ packIds, isStopped, onRead }) => {
    const { index } = deps.library;
    const unread = (): readonly KnownPack[] =>
      historyPacks(index.packs).filter(({ packId, held }) => held === undefined && packIds?.includes(packId) !== false);
    const packs = unread();
    for (const [at, pack] of [...packs].sort(latestFirst).entries()) {
      if (isStopped()) return failed({ kind: "stopped" });
      // The cycle may have read it meanwhile, or learned that it is gone.
      const current = index.packs.get(pack.fileId);
      const read =
        current === undefined || current.held !== undefined ? ok(undefined) : await readHistoryPack({ ...deps, isStopped }, current);
      if (!read.ok) return read;
      onRead(at + 1, packs.length);
    }
    return ok({ unread: unread().length });
  };
}

function latestFirst(a: KnownPack, b: KnownPack): number {
  return toMs(b) - toMs(a) || (a.packId < b.packId ? -1 : 1);
}

function toMs({ packId }: KnownPack): number {
  return readHistoryPackId(packId)?.toMs ?? 0;
}
