/** Syncing in component tests: the real loop and engine over a drive in memory whose answers a test decides, so that toasts say what truly happened. */
import type { Library } from "@satchel/core/library/index/library-service.ts";
import type { NotesService } from "@satchel/core/library/notes/notes-service-types.ts";
import { type RefusedDeletes, watchRefusedDeletes } from "@satchel/core/library/notes/refused-deletes-service.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { Clock, Ids, Timers } from "@satchel/core/ports/environment.ts";
import { createSyncService } from "@satchel/core/sync/sync-service.ts";
import type { SyncService } from "@satchel/core/sync/sync-service-types.ts";
import type { SyncSettings } from "@satchel/core/sync/sync-settings.ts";
import { createMemoryRemoteStore, type MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSyncEngine } from "../composition/compose-engine.ts";

/** The drive of a test, and what it answers instead of doing as it is asked. */
export type ScriptedDrive = { readonly drive: MemoryDrive; answers?: (call: string) => RemoteProblem | undefined };

type Deps = {
  readonly library: Library;
  readonly notes: NotesService;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly settings: ReadableStore<SyncSettings>;
};

export type MemorySync = { readonly sync: SyncService; readonly refusedDeletes: RefusedDeletes };

/** Nothing is sent by itself before `sync.start()`. */
export function createMemorySync(scripted: ScriptedDrive, deps: Deps): MemorySync {
  const codec = createPlainCodec();
  const fault = async (call: string, at: "before" | "after") => (at === "before" ? scripted.answers?.(call) : undefined);
  const sync = createSyncService({
    ...deps,
    engine: createSyncEngine(codec),
    remote: createMemoryRemoteStore(scripted.drive, { md5: codec.md5, fault }),
    mayPack: () => false,
    random: () => 0.5,
    network: { isOnline: () => true, onChange: () => () => undefined },
    leadership: {
      lead(_name, run) {
        void run({ aborted: false });
        return () => undefined;
      },
    },
    isVisible: () => true,
    onVisible: () => () => undefined,
  });
  return { sync, refusedDeletes: watchRefusedDeletes(deps) };
}
