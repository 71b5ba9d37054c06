/** How the editor gets an image made small enough for a note, away from the page's thread, and where untouched originals are kept. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";

/** The adapter is adapters/images. */
export interface ImageCompressor {
  /** One at a time, in the order asked. `onProgress` counts from 0 to 1. */
  compress(file: Blob, onProgress: (share: number) => void): Promise<Result<CompressedImage, ImageProblem>>;
  /** An image of another website, once the user asks for it. Decision 0032. */
  loadRemote(address: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<Result<File, RemoteImageProblem>>;
}

/** The files behind the small images of one note (decision 0005 "Images"). */
export interface OriginalImages {
  /** The id under which a note may refer to it; undefined when it could not be kept here. */
  keep(file: File): Promise<string | undefined>;
  /** Undefined while it is nowhere to be had: the small image stays. */
  open(originalId: string): Promise<Blob | undefined>;
}
