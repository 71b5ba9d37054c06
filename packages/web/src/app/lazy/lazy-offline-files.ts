/** Keeping all attachments on this device, whose code comes when the user looks at it or has chosen it. */
import { keepsAllFiles } from "@satchel/core/library/attachments/kept-file-bytes.ts";
import type {
  OfflineFiles,
  OfflineFilesDeps,
  OfflineFilesState,
  OpenedOfflineFiles,
} from "@satchel/core/library/attachments/offline-files-service.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { lazyService } from "./lazy-service.ts";

type Maker = { readonly createOfflineFiles: (deps: OfflineFilesDeps) => OpenedOfflineFiles };

const NOTHING = { isFetching: false, hold: undefined, all: 0, here: 0, hereBytes: 0, missingBytes: 0, notToBeHad: 0, freeBytes: undefined };

export function createLazyOfflineFiles(
  deps: OfflineFilesDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/library/attachments/offline-files-service.ts"),
): OfflineFiles & { close(): void } {
  const start: OfflineFilesState = { ...NOTHING, isOn: keepsAllFiles(deps.preferences.read(LOCAL_KEYS.offlineFiles)) };
  const { store, ask, close } = lazyService<OfflineFilesState, Maker, OpenedOfflineFiles>(start, load, (code) =>
    code.createOfflineFiles(deps),
  );
  return {
    store,
    choose: (isOn) => ask((files) => files.choose(isOn), undefined),
    look: () => ask((files) => files.look(), undefined),
    async goOn() {
      if (keepsAllFiles(deps.preferences.read(LOCAL_KEYS.offlineFiles))) await ask((files) => files.goOn(), undefined);
    },
    close: () => close((files) => files.close()),
  };
}
