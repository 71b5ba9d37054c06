/** Worker that decodes and encodes images, one at a time, so that several large ones do not fill the memory. Spec A §4 "Images". */
import { serveCalls } from "../workers/calls.ts";
import type { ImageApi } from "../workers/content-workers.ts";
import { compressImage } from "./compress-image.ts";

let last: Promise<unknown> = Promise.resolve();
const ours: ImageApi = {
  compress(file, { onProgress }) {
    const compressing = last.then(() => compressImage(file, onProgress));
    last = compressing.catch(() => undefined);
    return compressing;
  },
};
serveCalls({ ours });
