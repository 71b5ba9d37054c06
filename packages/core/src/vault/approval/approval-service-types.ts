/** States that both devices of an approval show, and the commands of their users. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { AccountProblem } from "../account/account-service-types.ts";
import type { ApprovalLink } from "./approval-code.ts";

/**
 * `exchanged`: the server showed another value than before, or one that does not fit; someone may be in between. `code-wrong`: likewise, or a typing
 * error. `paused`: a code was wrong on this device less than an hour ago.
 */
export type ApprovalEnd = "refused" | "expired" | "failed" | "exchanged" | "code-wrong" | "other-vault" | "paused";

/** The new device. `link` goes into its QR code. */
export type Asking =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting"; readonly requestId: string; readonly link: string }
  /** The other device agreed. `code` is typed there, unless one device scans the other; `isScanned`: this one did. */
  | { readonly kind: "code"; readonly requestId: string; readonly link: string; readonly code: string; readonly isScanned: boolean }
  /** The key is here. It is used once the code that the other device shows was typed. */
  | { readonly kind: "type-code"; readonly requestId: string }
  /** This device holds the key now. */
  | { readonly kind: "opened" }
  | { readonly kind: "ended"; readonly reason: ApprovalEnd };

/** The unlocked device. `link` goes into its QR code. */
export type Letting =
  | { readonly kind: "idle" }
  /** The new device has not shown its key yet. */
  | { readonly kind: "offered"; readonly requestId: string; readonly link: string }
  /** One device scans the other, or the code that the new device shows is typed. */
  | { readonly kind: "type-code"; readonly requestId: string; readonly link: string }
  /** The key is sealed and on its way. */
  | { readonly kind: "sending"; readonly requestId: string }
  /** `code` is typed into the new device; missing if one device scanned the other. */
  | { readonly kind: "done"; readonly requestId: string; readonly code?: string }
  | { readonly kind: "ended"; readonly reason: ApprovalEnd };

export type Incoming = Pick<Approval, "requestId" | "commitment" | "nameN" | "network" | "createdAt">;

export type ApprovalState = { readonly asking: Asking; readonly letting: Letting; readonly incoming: readonly Incoming[] };

/**
 * `taken`: the code belongs to the request that is open in this page, whose state shows the result. `ready`: its request is listed, and this user may agree.
 * `handed-on`: another tab has taken it. `other-request`: there is no such request here.
 */
export type ScanOutcome = "taken" | "ready" | "handed-on" | "other-request";

/** Between tabs: a camera opens the address of a code in a tab of its own. */
export type ApprovalMessage = ({ readonly kind: "scanned" } & ApprovalLink) | { readonly kind: "taken"; readonly requestId: string };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export interface ApprovalService {
  readonly store: ReadableStore<ApprovalState>;
  /** New device: asks, and continues by itself until something has to be scanned or typed. */
  ask(): Outcome<void>;
  /** New device: the code that the other device shows. One try. */
  confirm(code: string): Outcome<void>;
  /** New device: ends its own request. */
  withdraw(): Promise<void>;
  /** Unlocked device: looks for requests until the returned function is called; `often` while the user is waiting for one. */
  watch(pace: "often" | "seldom"): () => void;
  /** Unlocked device: looks for requests now. A session that is over ends here with the answer. */
  look(): Promise<void>;
  /** Unlocked device: its user agrees to one request. */
  offer(requestId: string): Outcome<void>;
  /** Unlocked device: the code that the new device shows. One try. */
  typeCode(code: string): Outcome<void>;
  refuse(requestId: string): Promise<void>;
  /** Unlocked device: what came of a request was read. */
  dismiss(): void;
  /** Either device: the code of the other one was scanned. */
  scan(link: ApprovalLink): Promise<ScanOutcome>;
}
