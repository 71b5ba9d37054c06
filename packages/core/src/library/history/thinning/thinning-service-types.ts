/** Data and commands of the setting for how much history is kept. Decision 0035. */
import type { Result } from "../../../model/result.ts";
import type { ReadableStore } from "../../../model/store.ts";
import type { StoreProblem } from "../../../ports/device/local-store.ts";

export type HistorySize = { readonly versions: number; readonly chars: number };

/** Sizes on this device; `dropped`: what thinning would remove. */
export type HistoryMeasure = { readonly all: HistorySize; readonly dropped: HistorySize };

export type ThinningState = {
  /** True if the user chose thinning for this device. */
  readonly isThinned: boolean;
  /** Progress in notes. */
  readonly work: { readonly kind: "measure" | "thin"; readonly done: number; readonly of: number } | undefined;
  readonly measure: HistoryMeasure | undefined;
};

export interface ThinningService {
  readonly store: ReadableStore<ThinningState>;
  /** Measures what thinning would free, without changes. */
  measure(): Promise<Result<void, StoreProblem>>;
  /** Turns thinning on, runs it, and returns the number of removed versions. If canceled, the rest follows another day. */
  thin(): Promise<Result<number, StoreProblem>>;
  /** Turns thinning off. */
  keepAll(): void;
  /** Thins once a day if turned on: versions grow old, and other devices may still send removed ones. */
  thinIfDue(): Promise<void>;
  cancel(): void;
}
