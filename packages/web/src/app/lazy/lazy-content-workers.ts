/** Compressing images, loading those of other websites, and cleaning large pastes: loaded with the first one. A request that is lost is made again, because the content is nowhere else. */
import { lazyModule, loadWithRetry } from "@satchel/core/model/lazy-module.ts";
import { lazyMethods } from "@satchel/core/model/lazy-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import type { ImageCompressor } from "../../shared/editor-host/image-compressor.ts";
import type { PasteCleaner } from "../../shared/editor-host/paste-cleaner.ts";

type Compressors = Pick<typeof import("../../adapters/images/create-image-compressor.ts"), "createImageCompressor">;

export function createLazyImageCompressor(
  load: () => Promise<Compressors> = () => loadWithRetry(() => import("../../adapters/images/create-image-compressor.ts"), browserTimers),
): ImageCompressor {
  const module = lazyModule(load, ({ createImageCompressor }) => createImageCompressor());
  const missing = failed({ kind: "image-worker-failed" } as const);
  return lazyMethods(module, { compress: missing, loadRemote: missing });
}

export function createLazyPasteCleaner(): PasteCleaner {
  const load = () => loadWithRetry(() => import("../../adapters/paste/create-paste-cleaner.ts"), browserTimers);
  return lazyMethods(
    lazyModule(load, ({ createPasteCleaner }) => createPasteCleaner()),
    { clean: undefined },
  );
}
