/** Letting a new device in from one that is unlocked: what both of them show. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { AccountProblem } from "./account-service-types.ts";

/** The new device's side. */
export type Asking =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting"; readonly requestId: string }
  /** The code to be typed into the other device. */
  | { readonly kind: "code"; readonly requestId: string; readonly code: string }
  /** An answer is here; it is used once the user says that the other device accepted the code. */
  | { readonly kind: "answered"; readonly requestId: string; readonly code: string }
  | { readonly kind: "ended"; readonly reason: "refused" | "expired" | "failed" };

/** The unlocked device's side. */
export type Letting =
  | { readonly kind: "idle" }
  | { readonly kind: "offered"; readonly requestId: string }
  /** The new device has shown its key: the code it shows is asked for. */
  | { readonly kind: "type-code"; readonly requestId: string }
  | { readonly kind: "done"; readonly requestId: string }
  | { readonly kind: "ended"; readonly reason: "refused" | "expired" | "failed" | "code-wrong" };

export type Incoming = Pick<Approval, "requestId" | "device" | "network" | "createdAt">;

export type ApprovalState = { readonly asking: Asking; readonly letting: Letting; readonly incoming: readonly Incoming[] };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export interface ApprovalService {
  readonly store: ReadableStore<ApprovalState>;
  /** New device: asks, and goes on by itself until there is a code and an answer. */
  ask(): Outcome<void>;
  /** The user saw that the other device accepted: the answer is used, and this device holds the key from now on. */
  accept(): Outcome<void>;
  /** Ends what this device asked for. */
  withdraw(): Promise<void>;
  /** Unlocked device: looks for requests now and then until the answer is called; `often` while the user is waiting for one. */
  watch(pace: "often" | "seldom"): () => void;
  /** Unlocked device: looks for requests now. A session that is over ends here with the answer. */
  look(): Promise<void>;
  /** Goes on with one request. */
  offer(requestId: string): Outcome<void>;
  /** One try: a wrong code ends the request. */
  typeCode(code: string): Outcome<void>;
  refuse(requestId: string): Promise<void>;
}
