/** What screens know of a change of plan or storage, and what they can ask for. Decision 0010. */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { ReadableStore } from "../../model/store.ts";

export type MoveProblem =
  /** No answer, from one of the two storages or from our server: retried automatically. */
  | "unreachable"
  /** The place the notes are in no longer takes us: reconnect first. */
  | "source-lost"
  /** The place to come has too little space. */
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
  /** `arrivedAt`: what has just been changed to. `isAllThere`: nothing is only on this device. */
  | { readonly kind: "none"; readonly arrivedAt: PlanType; readonly isAllThere: boolean }
  /** Without numbers while another tab does it, or the lists are being made. */
  | { readonly kind: "copying"; readonly to: PlanType; readonly done?: number; readonly total?: number }
  /** The plan has changed; what other devices wrote to the former place in the last moment is brought over. */
  | { readonly kind: "finishing"; readonly to: PlanType }
  | { readonly kind: "stopped"; readonly to: PlanType; readonly problem: MoveProblem; readonly isSwitched: boolean }
  /** To the free plan: the user's own drive has to be connected first. */
  | { readonly kind: "needs-drive"; readonly to: PlanType }
  /** Begun on another device. */
  | { readonly kind: "elsewhere"; readonly to: PlanType };

export interface MoveService {
  readonly store: ReadableStore<MoveState>;
  /** Copies, checks, then switches; at once where the notes stay where they are. Undefined: it has begun, or is done. */
  change(plan: PlanType): Promise<MoveProblem | undefined>;
  /** Goes on where it was broken off; without a change under way it does nothing. */
  resume(): Promise<void>;
  /** Until the switch: everything stays as it was, and a half-made copy goes. */
  cancel(): Promise<void>;
  /** Looks whether another device has begun a change. */
  look(): Promise<void>;
}
