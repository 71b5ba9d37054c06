/** What page and image worker say to each other. Types only. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { Result } from "@satchel/core/model/result.ts";

export type CompressAsk = { readonly turn: number; readonly file: Blob };
export type CompressAnswer =
  /** Its first word: the worker's script came. */
  | { readonly isHere: true }
  | { readonly turn: number; readonly share: number }
  | { readonly turn: number; readonly result: Result<CompressedImage, ImageProblem> };
