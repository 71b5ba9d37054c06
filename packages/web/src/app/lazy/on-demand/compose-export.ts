/** Composes exports and the mirror folder over their adapters; loaded on demand, or if a mirror is active. */

import { LOCAL_KEYS, TRANSFER_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { createExportService, type ExportDeps, exportContent } from "@satchel/core/transfer/export/export-service.ts";
import type { ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import { createMirrorService } from "@satchel/core/transfer/mirror/mirror-service.ts";
import type { MirrorService } from "@satchel/core/transfer/mirror/mirror-service-types.ts";
import { deleteTemporaryFile } from "../../../adapters/archive/temporary-file.ts";
import { saveBlob } from "../../../adapters/browser/device-disk.ts";
import { browserClock, browserTimers } from "../../../adapters/browser/environment.ts";
import { tabExclusive } from "../../../adapters/browser/tab-locks.ts";
import { createNoteExports } from "../../../adapters/export/create-note-exports.ts";
import { createMirrorFolders, mirrorFiles } from "../../../adapters/mirror/create-mirror-folders.ts";
import { siteText } from "../../../text/transfer/export-site.ts";
import { exportsText } from "../../../text/transfer/exports.ts";

export type ExportParts = Pick<ExportDeps, "library" | "notes" | "attachments">;

export function composeExport(parts: ExportParts): ExportService {
  return createExportService({
    ...parts,
    exports: createNoteExports({ labels: siteText, saveBlob: (name, blob) => saveBlob(name, blob, () => void deleteTemporaryFile(name)) }),
    fileName: (scope) => scope || exportsText.fileName,
  });
}

export type MirrorParts = Pick<ExportDeps, "library" | "notes" | "attachments"> & {
  readonly preferences: Preferences;
  /** Undefined in local mode. */
  readonly sync: ReadableStore<SyncState> | undefined;
};

/** Composes the mirror over its adapters; loaded when the user views it, or if one is active. */
export function composeMirror({ preferences, sync, ...parts }: MirrorParts): MirrorService {
  const preference = sync === undefined ? LOCAL_KEYS.localMirror : LOCAL_KEYS.mirror;
  return createMirrorService({
    ...mirrorFiles,
    library: parts.library,
    notes: parts.notes,
    content: exportContent(parts, false),
    folders: createMirrorFolders(sync === undefined ? TRANSFER_DATABASE.local : TRANSFER_DATABASE.cloud),
    sync: sync && {
      isBusy: () => sync.getState().phase === "syncing",
      onIdle: (listener) => sync.subscribe(({ phase }, before) => before.phase === "syncing" && phase !== "syncing" && listener()),
    },
    // Notes that are missing because the first sync is incomplete must not be removed from the mirror.
    isComplete: () => sync === undefined || parts.library.index.meta.initialSyncCompleted,
    exclusive: tabExclusive,
    clock: browserClock,
    timers: browserTimers,
    remember: (isOn) => preferences.write(preference, isOn ? "true" : undefined),
  });
}
