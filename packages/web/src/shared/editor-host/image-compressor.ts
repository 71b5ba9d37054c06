/** Makes an image small enough for a note, off the page's thread, and stores untouched originals. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";

/** Implemented in adapters/images. */
export interface ImageCompressor {
  /** Compresses one image at a time, in the order of the calls. `onProgress` counts from 0 to 1. */
  compress(file: Blob, onProgress: (share: number) => void): Promise<Result<CompressedImage, ImageProblem>>;
  /** Fetches an image of another website, once the user asks for it. Decision 0032. */
  loadRemote(address: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<Result<File, RemoteImageProblem>>;
}

/** Original files of one note's compressed images (decision 0005 "Images"). */
export interface OriginalImages {
  /** Stores an original and returns its id for the note; undefined if it could not be kept. */
  keep(file: File): Promise<string | undefined>;
  /** Undefined while the original is unavailable; the compressed image is used instead. */
  open(originalId: string): Promise<Blob | undefined>;
}
