/** Shared by both sides of an approval: dependencies, steps in turn, the deadline, the pause after a wrong code, and the comparison of answers. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { APPROVAL } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import type { Store } from "../../model/store.ts";
import type { BackendProblem } from "../../ports/account/backend.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Channel, Clock, Timers } from "../../ports/environment.ts";
import type { ApprovalParties } from "../../ports/sealing/approval-keys.ts";
import { toAccountProblem } from "../account/account-problems.ts";
import type { AccountProblem, SessionApi } from "../account/account-service-types.ts";
import type { ChangingDeps } from "../account/vault-opening-service.ts";
import type { ApprovalEnd, ApprovalMessage, ApprovalState } from "./approval-service-types.ts";
import { joinAll, printApproved } from "./approved-versions.ts";

export type ApprovalDeps = ChangingDeps & {
  readonly session: SessionApi;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly visibility: { isVisible(): boolean; onVisible(listener: () => void): () => void };
  readonly preferences: Preferences;
  readonly channel: Channel<ApprovalMessage>;
  /** Origin of the page; part of the transcript that both devices must agree on. */
  readonly origin: string;
  /** Files that this device knows to be in the drive; undefined if no library is open. */
  readonly filesInDrive?: () => Iterable<Pick<RemoteFile, "vv" | "trusted" | "trashed">> | undefined;
  /** How this device calls itself, for the user of the other one. */
  readonly deviceName: string;
};

export type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export const BEGIN_AGAIN = failed({ kind: "begin-again" } as const);

export class ApprovalSteps {
  constructor(
    readonly deps: ApprovalDeps,
    readonly store: Store<ApprovalState>,
  ) {}

  /** One step at a time, among all that change keys. */
  inTurn<Value>(run: (token: string) => Outcome<Value>): Outcome<Value> {
    return this.deps.session.inTurn(async () => {
      const token = this.deps.session.token();
      return token === undefined ? failed({ kind: "unexpected" }) : run(token);
    });
  }

  refused(token: string, problem: BackendProblem): Result<never, AccountProblem> {
    this.deps.session.handleProblem(token, problem);
    return failed(toAccountProblem(problem));
  }

  later(look: () => Promise<void>, afterMs: number = APPROVAL.pollMs): void {
    this.deps.timers.after(afterMs, () => void look());
  }

  /** Parts of the transcript that are fixed before this device sends its values. The server supplies the account's id; the address is the one that this page shows. */
  async parties(token: string): Outcome<Omit<ApprovalParties, "requestId">> {
    const { backend, session, origin } = this.deps;
    const state = session.store.getState();
    if (state.kind !== "signed-in") return failed({ kind: "unexpected" });
    const current = await backend.currentSession(token);
    return current.ok ? ok({ origin, accountId: current.value.user.id, email: state.user.email }) : this.refused(token, current.problem);
  }

  /** `undefined`: no answer this time. */
  async read(requestId: string): Promise<Approval | ApprovalEnd | undefined> {
    const token = this.deps.session.token();
    if (token === undefined) return undefined;
    const seen = await this.deps.backend.readApproval(token, requestId);
    if (seen.ok) return seen.value.state === "refused" ? "refused" : seen.value;
    this.deps.session.handleProblem(token, seen.problem);
    return isGone(seen.problem) ? "expired" : undefined;
  }

  /** Tells the server. This device continues in the same way whatever the server does. */
  async refuse(requestId: string): Promise<void> {
    const token = this.deps.session.token();
    if (token !== undefined) await this.deps.backend.refuseApproval(token, requestId);
  }

  endsAt(): number {
    return this.deps.clock.now() + APPROVAL.lifetimeMs;
  }

  isOver(endsAt: number): boolean {
    const left = endsAt - this.deps.clock.now();
    // More than a lifetime is left only if the clock was set back.
    return left <= 0 || left > APPROVAL.lifetimeMs;
  }

  /** Stores the versions that the first syncs of this device compare with the drive. */
  keepSeen(seen: VersionVector): void {
    this.deps.preferences.write(LOCAL_KEYS.approvedSeen, printApproved({ seen, atMs: this.deps.clock.now() }));
  }

  /** Only what this device has sent or read itself. The new device does not read trashed files, so they do not count. */
  seenInDrive(): VersionVector {
    return joinAll([...(this.deps.filesInDrive?.() ?? [])].filter(({ trusted, trashed }) => trusted && !trashed));
  }

  pause(): void {
    this.deps.preferences.write(LOCAL_KEYS.approvalsPausedUntil, String(this.deps.clock.now() + APPROVAL.pauseMs));
  }

  isPaused(): boolean {
    const left = Number(this.deps.preferences.read(LOCAL_KEYS.approvalsPausedUntil) ?? 0) - this.deps.clock.now();
    return left > 0 && left <= APPROVAL.pauseMs;
  }
}

export function isGone(problem: BackendProblem): boolean {
  return problem.kind === "refused" && (problem.code === "not-found" || problem.code === "conflict");
}

export type Values = Partial<Pick<Approval, "requestId" | "commitment" | "nameN" | "pubA" | "nonceA" | "nameA" | "pubN" | "nonceN">>;

const FIELDS = ["requestId", "commitment", "nameN", "pubA", "nonceA", "nameA", "pubN", "nonceN"] as const;

/**
 * True if an answer shows another value than the first one. A value of this device may be missing, because the server may not have it yet;
 * a value of the other device may not go away.
 */
export function isExchanged({ own, kept }: { readonly own: Values; readonly kept: Values }, latest: Approval): boolean {
  return FIELDS.some((field) => {
    const shown = latest[field];
    if (own[field] !== undefined) return shown !== null && shown !== own[field];
    return kept[field] !== undefined && shown !== kept[field];
  });
}

/** A's values in an answer, once all are there. */
export function holderOf({ pubA, nonceA, nameA }: Approval) {
  return pubA === null || nonceA === null || nameA === null ? undefined : { pubA, nonceA, nameA };
}

/** N's values in an answer, once both are there. */
export function freshOf({ pubN, nonceN }: Approval) {
  return pubN === null || nonceN === null ? undefined : { pubN, nonceN };
}
