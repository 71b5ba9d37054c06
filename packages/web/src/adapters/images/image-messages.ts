/** What page and picture worker say to each other. Types only. */
import type { CompressedImage, ImageProblem } from "@satchel/core/editor/image-compression.ts";
import type { Result } from "@satchel/core/result.ts";

export type CompressAsk = { readonly turn: number; readonly file: Blob };
export type CompressAnswer = { readonly turn: number } & (
  | { readonly share: number }
  | { readonly result: Result<CompressedImage, ImageProblem> }
);
