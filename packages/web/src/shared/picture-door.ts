/** How the editor gets a picture made small enough for a note, away from the page's thread. The adapter is adapters/images. */
import type { CompressedImage, ImageProblem } from "@satchel/core/editor/image-compression.ts";
import type { Result } from "@satchel/core/result.ts";

export interface PictureDoor {
  /** One at a time, in the order asked. `onProgress` counts from 0 to 1. */
  compress(file: Blob, onProgress: (share: number) => void): Promise<Result<CompressedImage, ImageProblem>>;
}
