/** State and commands of a change of plan or storage. Decision 0010. */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { ReadableStore } from "../../model/store.ts";

export type MoveProblem =
  /** A storage or the server does not respond; retried automatically. */
  | "unreachable"
  /** The current storage no longer accepts this account; the user must reconnect it. */
  | "source-lost"
  /** The new storage has too little space. */
  | "too-small"
  /** The operator of this server has not enabled the plan. */
  | "not-offered"
  | "damaged"
  /** Other devices kept writing. */
  | "restless"
  | "not-signed-in"
  | "failed";

export type MoveState =
  | { readonly kind: "none"; readonly arrivedAt?: undefined }
  /** `arrivedAt`: the new plan after a change. `isAllThere`: no note is only on this device. */
  | { readonly kind: "none"; readonly arrivedAt: PlanType; readonly isAllThere: boolean }
  /** Counts are absent while another tab copies or the files are being listed. */
  | { readonly kind: "copying"; readonly to: PlanType; readonly done?: number; readonly total?: number }
  /** The plan has changed; late writes of other devices to the old storage are being copied. */
  | { readonly kind: "finishing"; readonly to: PlanType }
  | { readonly kind: "stopped"; readonly to: PlanType; readonly problem: MoveProblem; readonly isSwitched: boolean }
  /** The free plan needs the user's own drive, which must be connected first. */
  | { readonly kind: "needs-drive"; readonly to: PlanType }
  /** Another device has begun the change. */
  | { readonly kind: "elsewhere"; readonly to: PlanType };

export interface MoveService {
  readonly store: ReadableStore<MoveState>;
  /**
   * Copies, verifies, then switches the plan; switches at once if the storage stays the same. Returns undefined once it has begun or
   * finished.
   */
  change(plan: PlanType): Promise<MoveProblem | undefined>;
  /** Continues an interrupted change; does nothing if there is none. */
  resume(): Promise<void>;
  /** Works until the switch: everything stays as it was, and the partial copy is removed. */
  cancel(): Promise<void>;
  /** Checks whether another device has begun a change. */
  look(): Promise<void>;
}
