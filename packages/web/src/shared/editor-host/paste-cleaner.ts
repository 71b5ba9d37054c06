/** Cleans a large paste without blocking the page. Implemented in adapters/paste. */
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";

export interface PasteCleaner {
  /** `onProgress` counts from 0 to 1. Resolves to undefined if it was aborted, or if the worker could not start or crashed. */
  clean(html: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<CleanPaste | undefined>;
}
