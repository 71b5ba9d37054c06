/** The worker that decodes and encodes images: one at a time, so that a handful of large ones do not fill the memory. Spec A §4 "Images". */
import { failed } from "@satchel/core/model/result.ts";
import { compressImage } from "./compress-image.ts";
import type { CompressAnswer, CompressAsk } from "./image-messages.ts";

const port = self as unknown as { postMessage(message: CompressAnswer): void };

let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<CompressAsk>) => {
  last = last.then(() => answer(data));
});
port.postMessage({ isHere: true });

async function answer({ turn, file }: CompressAsk): Promise<void> {
  try {
    port.postMessage({ turn, result: await compressImage(file, (share) => port.postMessage({ turn, share })) });
  } catch {
    port.postMessage({ turn, result: failed({ kind: "image-worker-failed" }) });
  }
}
