/** What makes pictures small comes with the first picture. A request that is lost is made again: a pasted picture is nowhere else. */
import { failed } from "@satchel/core/model/result.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchWithRetry } from "../../adapters/browser/fetch-with-retry.ts";
import type { ImageCompressor } from "../../shared/image-compressor.ts";
import { lazyModule } from "./lazy-service.ts";

type Code = Pick<typeof import("../../adapters/images/create-image-compressor.ts"), "createImageCompressor">;

export function createLazyImageCompressor(
  load: () => Promise<Code> = () => fetchWithRetry(() => import("../../adapters/images/create-image-compressor.ts"), browserTimers),
): ImageCompressor {
  const { ask } = lazyModule(load, ({ createImageCompressor }) => createImageCompressor());
  return {
    compress: (file, onProgress) => ask((compressor) => compressor.compress(file, onProgress), failed({ kind: "image-worker-failed" })),
  };
}
