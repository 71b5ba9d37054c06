/** How the editor gets an image of another website, once the user asks for it. The adapter is adapters/remote-images. Decision 0032. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";

export interface RemoteImages {
  /** `onProgress` counts from 0 to 1, where the site says how much there is. */
  load(address: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<Result<File, RemoteImageProblem>>;
}
