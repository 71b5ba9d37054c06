/** Messages between the page and the worker that cleans large pastes. Types only. */
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";

export type CleanRequest = { readonly turn: number; readonly html: string };
export type CleanResponse =
  /** The first one: the worker's script was loaded. */
  | { readonly isHere: true }
  | { readonly turn: number; readonly share: number }
  /** Undefined when cleaning threw. */
  | { readonly turn: number; readonly clean: CleanPaste | undefined };
