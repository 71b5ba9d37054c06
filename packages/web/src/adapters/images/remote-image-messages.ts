/** Messages between the page and the worker that fetches images of other websites. Types only. */
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";

export type RemoteImageRequest = { readonly turn: number; readonly address: string } | { readonly turn: number; readonly stop: true };

export type RemoteImageResponse =
  | { readonly turn: number; readonly share: number }
  | { readonly turn: number; readonly result: Result<Blob, RemoteImageProblem> };
