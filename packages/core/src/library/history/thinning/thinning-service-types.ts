/** What the setting for how much of the history is kept asks for. Decision 0035. */
import type { Result } from "../../../model/result.ts";
import type { ReadableStore } from "../../../model/store.ts";
import type { StoreProblem } from "../../../ports/device/local-store.ts";

export type HistorySize = { readonly versions: number; readonly chars: number };

/** On this device; `dropped`: what thinning would take away. */
export type HistoryMeasure = { readonly all: HistorySize; readonly dropped: HistorySize };

export type ThinningState = {
  /** Chosen for this device. */
  readonly isThinned: boolean;
  /** Notes that were looked through. */
  readonly work: { readonly kind: "measure" | "thin"; readonly done: number; readonly of: number } | undefined;
  readonly measure: HistoryMeasure | undefined;
};

export interface ThinningService {
  readonly store: ReadableStore<ThinningState>;
  /** What thinning would free. Changes nothing. */
  measure(): Promise<Result<void, StoreProblem>>;
  /** Chooses it, and does it now; answers how many versions were taken away. Cancelled, what was done stays done and the rest follows another day. */
  thin(): Promise<Result<number, StoreProblem>>;
  /** From now on everything is kept. */
  keepAll(): void;
  /** Where it was chosen, once a day: new versions grow old, and other devices send what they still have. */
  thinIfDue(): Promise<void>;
  cancel(): void;
}
