/**
 * What sends attachments, whose code comes with the first that waits to be sent. Until it could be fetched they wait as they do while the drive is out
 * of reach, and the next run tries again.
 */
import type { Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { isWaiting } from "@satchel/core/model/entities/attachment-row.ts";
import type { UploadDeps } from "@satchel/core/sync/attachments/upload-service.ts";
import { lazyModule } from "./lazy-service.ts";

type Maker = { readonly createUploads: (deps: UploadDeps) => Uploads };
type Listener = Parameters<Uploads["onProgress"]>[0];

export function createLazyUploads(
  deps: UploadDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/sync/attachments/upload-service.ts"),
): Uploads {
  const listeners: Listener[] = [];
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
