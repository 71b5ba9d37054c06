/** Messages between the page and the worker that compares long versions. Types only. */
import type { Comparison } from "@satchel/core/library/history/compare-texts.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";

export type CompareRequest = { readonly turn: number; readonly before: NoteDraft; readonly after: NoteDraft };
export type CompareResponse =
  /** The first one: the worker's script was loaded. */
  { readonly isHere: true } | { readonly turn: number; readonly comparison: Comparison };
