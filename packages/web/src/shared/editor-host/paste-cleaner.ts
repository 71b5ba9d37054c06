/** How the editor gets a large paste cleaned without holding up the page. The adapter is adapters/paste. */
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";

export interface PasteCleaner {
  /** `onProgress` counts from 0 to 1. Undefined when it was aborted or could not be cleaned: the worker could not be started or broke. */
  clean(html: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<CleanPaste | undefined>;
}
