/**
 * Syncing in component tests: the real loop and engine over a drive in memory whose responses the test sets, so that toasts report real
 * events.
 */

import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { Library } from "@satchel/core/library/index/library-service.ts";
import type { NotesService } from "@satchel/core/library/notes/notes-service-types.ts";
import { type RefusedDeletes, watchRefusedDeletes } from "@satchel/core/library/notes/refused-deletes-service.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { AttachmentStore } from "@satchel/core/ports/device/attachment-store.ts";
import type { Clock, Ids, Timers } from "@satchel/core/ports/environment.ts";
import { createUploads } from "@satchel/core/sync/attachments/upload-service.ts";
import { createSyncService } from "@satchel/core/sync/schedule/sync-service.ts";
import type { SyncService } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { SyncSettings } from "@satchel/core/sync/settings/sync-settings.ts";
import { createMemoryAttachmentRemote } from "@satchel/core/testing/memory-attachment-remote.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { createMemoryRemoteStore, type MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createFailedUploads, type WatchFailedUploads } from "@satchel/core/workspace/notifications/failed-uploads-service.ts";
import { createSyncEngine } from "../app/lazy/on-demand/compose-sync.ts";

/** The test's drive, and responses that replace its own. */
export type ScriptedDrive = { readonly drive: MemoryDrive; answers?: (call: string) => RemoteProblem | undefined };

type Deps = {
  readonly library: Library;
  readonly store: AttachmentStore;
  readonly notes: NotesService;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly settings: ReadableStore<SyncSettings>;
};

export type MemorySync = {
  readonly sync: SyncService;
  readonly refusedDeletes: RefusedDeletes;
  readonly attachments: AttachmentsService;
  readonly onUploadFailed: WatchFailedUploads;
};

/** Sends nothing by itself before `sync.start()`. */
export function createMemorySync(scripted: ScriptedDrive, deps: Deps): MemorySync {
  const codec = createPlainCodec();
  const fault = async (call: string, at: "before" | "after") => (at === "before" ? scripted.answers?.(call) : undefined);
  const means = { md5: codec.md5, fault };
  const remote = { ...createMemoryRemoteStore(scripted.drive, means), ...createMemoryAttachmentRemote(scripted.drive.attachments, means) };
  const uploads = createUploads({ ...deps, remote, codec, exclusive: createMemoryExclusive(), isOnline: () => true });
  const attachments = createAttachmentsService({ ...deps, codec, cloud: { remote, uploads } });
  const sync = createSyncService({
    ...deps,
    engine: createSyncEngine(codec),
    remote,
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
  // As in the product, file uploads follow a cycle.
  sync.store.subscribe(({ phase }, before) => {
    if (before.phase === "syncing" && phase !== "syncing") void uploads.run();
  });
  const onUploadFailed = createFailedUploads({ library: deps.library, attachments: attachments.store, isOnline: () => true });
  return { sync, refusedDeletes: watchRefusedDeletes(deps), attachments, onUploadFailed };
}
