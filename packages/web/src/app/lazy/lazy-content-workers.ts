/** Compressing images, cleaning large pastes, and images of other websites: loaded with the first one. For the first two a request that is lost is made again, because the content is nowhere else. */
import { lazyModule, loadWithRetry } from "@satchel/core/model/lazy-module.ts";
import { lazyMethods } from "@satchel/core/model/lazy-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import type { ImageCompressor } from "../../shared/image-compressor.ts";
import type { PasteCleaner } from "../../shared/paste-cleaner.ts";
import type { RemoteImages } from "../../shared/remote-images.ts";

type Compressors = Pick<typeof import("../../adapters/images/create-image-compressor.ts"), "createImageCompressor">;

export function createLazyImageCompressor(
  load: () => Promise<Compressors> = () => loadWithRetry(() => import("../../adapters/images/create-image-compressor.ts"), browserTimers),
): ImageCompressor {
  const module = lazyModule(load, ({ createImageCompressor }) => createImageCompressor());
  return lazyMethods(module, { compress: failed({ kind: "image-worker-failed" }) });
}

export function createLazyPasteCleaner(): PasteCleaner {
  const load = () => loadWithRetry(() => import("../../adapters/paste/create-paste-cleaner.ts"), browserTimers);
  return lazyMethods(
    lazyModule(load, ({ createPasteCleaner }) => createPasteCleaner()),
    { clean: undefined },
  );
}

/** Loads images of other websites: loaded with the first of them. */
export function createLazyRemoteImages(): RemoteImages {
  const load = () => import("../../adapters/remote-images/create-remote-images.ts");
  return lazyMethods(
    lazyModule(load, ({ createRemoteImages }) => createRemoteImages()),
    { load: failed({ kind: "not-loaded" }) },
  );
}
