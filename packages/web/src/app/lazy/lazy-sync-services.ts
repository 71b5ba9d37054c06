/** Lazy services that sync or use the drive. Until loaded, the drive counts as out of reach. */

import type { Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { isWaiting } from "@satchel/core/model/entities/attachment-row.ts";
import { CODE_MISSING, lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { lazyMethods, lazyService } from "@satchel/core/model/lazy/lazy-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { OrphanedFiles, OrphanedFilesDeps } from "@satchel/core/sync/attachments/orphaned-files-service.ts";
import type { UploadDeps } from "@satchel/core/sync/attachments/upload-service.ts";
import type { SyncLive } from "@satchel/core/sync/schedule/sync-service.ts";
import type { SyncEngine } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { Awaited } from "@satchel/core/sync/signals/awaited.ts";
import type { SignalsService, SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import type { ImportDeps } from "@satchel/core/sync/unsealed-files/import-unsealed-service.ts";
import type { MaintenanceDeps } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import type { MaintenanceService, MaintenanceState } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { KeysJsonDeps, KeysJsonService } from "@satchel/core/vault/account/keys-json-service.ts";
import type { FetchDrive } from "../../adapters/drive/drive-access.ts";
import type { Library } from "../../shared/services.ts";
import { type HashMd5, loadMd5 } from "./lazy-account-services.ts";
import type { ComposedSignals } from "./on-demand/compose-sync.ts";

type Engine = { readonly createSyncEngine: (codec: Codec) => SyncEngine };

const fetchEngine = (): Promise<Engine> => import("./on-demand/compose-sync.ts");

export const fetchDrive: FetchDrive = () => import("../../adapters/drive/drive-connection.ts").catch(() => undefined);

/** Changes made until it has loaded stay on this device and are uploaded later; the next cycle retries. */
export function createLazyEngine(
  codec: Omit<Codec, "md5">,
  load: () => Promise<Engine> = fetchEngine,
  loadHash: () => Promise<HashMd5> = loadMd5,
): SyncEngine {
  const module = lazyModule(
    () => Promise.all([load(), loadHash()]),
    ([{ createSyncEngine }, md5]) => createSyncEngine({ ...codec, md5 }),
  );
  return {
    ...lazyMethods(module, { resolveRemovals: failed(CODE_MISSING) }),
    runCycle(means) {
      // The cycle starts with a request to the drive.
      void fetchDrive();
      return module.ask((engine) => engine.runCycle(means), failed({ kind: "offline" }));
    },
  };
}

type UploadsMaker = { readonly createUploads: (deps: UploadDeps) => Uploads };
type ProgressListener = Parameters<Uploads["onProgress"]>[0];

/** Uploads attachments: loaded with the first that waits. Until then they wait as if the drive were out of reach. */
export function createLazyUploads(
  deps: UploadDeps,
  load: () => Promise<UploadsMaker> = () => import("@satchel/core/sync/attachments/upload-service.ts"),
): Uploads {
  const listeners: ProgressListener[] = [];
  const { ask, runIfLoaded, close } = lazyModule(load, ({ createUploads }) => {
    const uploads = createUploads(deps);
    for (const listener of listeners) uploads.onProgress(listener);
    return uploads;
  });
  return {
    async run() {
      if ([...deps.library.index.attachments.values()].some(isWaiting)) await ask((uploads) => uploads.run(), undefined);
    },
    interrupt: (id) => void runIfLoaded((uploads) => uploads.interrupt(id)),
    onProgress(listener) {
      listeners.push(listener);
      runIfLoaded((uploads) => uploads.onProgress(listener));
    },
    close: () => close((uploads) => uploads.close()),
  };
}

type SignalsMaker = { readonly createSignals: (deps: ComposedSignals) => SignalsService };

export type LazySignals = Pick<SignalsService, "shown"> & { readonly store: ReadableStore<SignalsState>; readonly live: SyncLive };

const SILENT: SignalsState = { isOpen: false, others: [] };

/** Channel between the user's own devices: loaded when sync starts. If it cannot load, devices learn of changes by polling. */
export function createLazySignals(
  deps: Omit<ComposedSignals, "awaited" | "scheduleSync" | "sync">,
  sync: () => ComposedSignals["sync"],
  load: () => Promise<SignalsMaker> = () => import("./on-demand/compose-sync.ts"),
): LazySignals {
  const store = createStore<SignalsState>(SILENT);
  const awaited = new Awaited();
  let service: SignalsService | undefined;
  return {
    store,
    shown: () => service?.shown(),
    live: {
      isAwaited: (entity) => awaited.has(entity, deps.clock.now()),
      start(scheduleSync) {
        const stops: (() => void)[] = [];
        let isOver = false;
        const begin = ({ createSignals }: SignalsMaker): void => {
          if (isOver) return;
          const made = createSignals({ ...deps, awaited, scheduleSync, sync: sync() });
          service = made;
          stops.push(
            made.store.subscribe((state) => store.setState(state)),
            made.start(),
          );
        };
        void load().then(begin, () => undefined);
        return () => {
          isOver = true;
          service = undefined;
          for (const stop of stops.reverse()) stop();
          store.setState(SILENT);
        };
      },
    },
  };
}

/** Keeps a copy of the key document in the drive: loaded after the first complete cycle. A failed load is retried after the next. */
export function createLazyKeysJson(deps: KeysJsonDeps): KeysJsonService {
  const module = lazyModule(
    () => import("@satchel/core/vault/account/keys-json-service.ts"),
    ({ createKeysJsonService }) => createKeysJsonService(deps),
  );
  return lazyMethods(module, { keep: undefined, copies: [] });
}

/** Seals unencrypted files of sensitive notes: loaded when the first cycle ends. A failed load is retried after the next. */
export function createLazyOrphanedFiles(deps: OrphanedFilesDeps): OrphanedFiles {
  const module = lazyModule(
    () => import("@satchel/core/sync/attachments/orphaned-files-service.ts"),
    ({ watchOrphanedFiles }) => watchOrphanedFiles(deps),
  );
  return lazyMethods(module, { look: undefined });
}

type UnsealedFiles = NonNullable<Library["unsealed"]>;
type UnsealedDeps = Omit<ImportDeps, "codec"> & { readonly codec: Pick<Codec, "readJson"> };

/** Imports unencrypted notes from the drive. */
export const createLazyUnsealed = ({ codec, ...deps }: UnsealedDeps): UnsealedFiles => ({
  files: () => deps.library.index.unsealedFiles(),
  importNotes: () =>
    lazyModule(() => Promise.all([import("@satchel/core/sync/unsealed-files/import-unsealed-service.ts"), loadMd5()])).ask(
      ([{ importUnsealed }, md5]): ReturnType<UnsealedFiles["importNotes"]> =>
        importUnsealed({ ...deps, codec: { readJson: codec.readJson, md5 } }),
      failed(CODE_MISSING),
    ),
});

type MaintenanceMaker = { readonly createMaintenanceService: (deps: MaintenanceDeps) => MaintenanceService };

const UNKNOWN: MaintenanceState = { scan: undefined, work: undefined, moved: [] };
const OFFLINE = failed({ kind: "offline" } as const);

/** Finds broken files in the drive. */
export function createLazyMaintenance(
  deps: MaintenanceDeps,
  load: () => Promise<MaintenanceMaker> = () => import("@satchel/core/transfer/maintenance/maintenance-service.ts"),
): MaintenanceService {
  const module = lazyService<MaintenanceState, MaintenanceMaker, MaintenanceService>(UNKNOWN, load, (code) =>
    code.createMaintenanceService(deps),
  );
  return {
    ...lazyMethods(module, { scan: OFFLINE, cleanUp: OFFLINE, bringBack: OFFLINE }),
    store: module.store,
    cancel: () => void module.runIfLoaded((maintenance) => maintenance.cancel()),
    close: () => module.close((maintenance) => maintenance.close()),
  };
}
