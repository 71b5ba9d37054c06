/** Names of writers for tests, the same ones in each run: every library that is opened is a process of its own. */
import type { WriterDeps } from "../library/index/writer-service.ts";
import { SYNC } from "../model/limits/limits.ts";
import type { SyncMeta, WritingMeta } from "../ports/device/local-store.ts";

let count = 0;

export function createTestWriters(): WriterDeps {
  return {
    random: (length) => {
      count += 1;
      return count.toString(36).padStart(length, "0");
    },
    now: () => 0,
  };
}

/** The bookkeeping of a disk as a plan sees it, under a name that the test can spell out. */
export function toWriting(meta: SyncMeta): WritingMeta {
  return { ...meta, writer: meta.deviceId, maxEntries: SYNC.vectorMaxEntries };
}
