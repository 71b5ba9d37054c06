/** The new device of an approval: commits, keeps what A sent first, reveals, and opens the answer. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { failed, ok } from "../../model/result.ts";
import type { ApprovalParties, ScannedCode } from "../../ports/sealing/approval-keys.ts";
import { install } from "../account/opening-service.ts";
import { type ApprovalLink, toApprovalLink } from "./approval-code.ts";
import type { ApprovalEnd, Asking } from "./approval-service-types.ts";
import { type ApprovalSteps, BEGIN_AGAIN, holderOf, isExchanged, isGone, type Outcome, type Values } from "./approval-steps-service.ts";

type Request = {
  readonly parties: ApprovalParties & { readonly vaultId: string };
  readonly endsAt: number;
  readonly link: string;
  /** Values of this device and of A, from memory alone. */
  own: Values;
  kept: Values;
  /** Proof for A that this device scanned A's code; sent again until the server has it. */
  proof?: string;
  isProofSent?: true;
  /** A is asked for an answer once only. */
  isOpening?: true;
  /** What A knows to be in the drive, once the answer is open. */
  seen?: VersionVector;
};

export class NewDevice {
  #request: Request | undefined;

  constructor(private readonly steps: ApprovalSteps) {}

  ask(): Outcome<void> {
    return this.steps.inTurn(async (token) => {
      const { deps } = this.steps;
      if (this.steps.isPaused()) return ok(this.#show({ kind: "ended", reason: "paused" }));
      const keys = await deps.backend.getKeys(token);
      if (!keys.ok) return this.steps.refused(token, keys.problem);
      const known = await this.steps.parties(token);
      if (!known.ok) return known;
      if (keys.value.document === null) return failed({ kind: "does-not-open" });
      const code = await deps.keyring.beginApproval(deps.deviceName);
      const own = { commitment: code.fingerprint, nameN: deps.deviceName };
      const asked = await deps.backend.askApproval(token, own);
      if (!asked.ok) return this.steps.refused(token, asked.problem);
      const { requestId } = asked.value;
      const parties = { ...known.value, requestId, vaultId: keys.value.document.vaultId };
      const link = toApprovalLink(deps.origin, { requestId, role: "n", code });
      this.#request = { parties, endsAt: this.steps.endsAt(), link, own: { requestId, ...own }, kept: {} };
      if (isExchanged(this.#request, asked.value)) return ok(this.#end("exchanged"));
      this.#show({ kind: "waiting", requestId, link });
      this.#lookLater(this.#request);
      return ok(undefined);
    });
  }

  /** False if the code belongs to another request. */
  async scan({ requestId, role, code }: ApprovalLink): Promise<boolean> {
    const request = this.#request;
    if (role !== "a" || request?.parties.requestId !== requestId) return false;
    if (request.kept.pubA === undefined) await this.#look(request, { isOnce: true });
    if (request !== this.#request || request.kept.pubA === undefined) return request !== this.#request;
    await this.#prove(request, code);
    return true;
  }

  confirm(code: string): Outcome<void> {
    const request = this.#request;
    if (request === undefined || this.steps.store.getState().asking.kind !== "type-code") return Promise.resolve(BEGIN_AGAIN);
    return this.steps.inTurn(async () => {
      if (this.steps.isOver(request.endsAt)) return ok(this.#end("expired"));
      if (await this.steps.deps.keyring.acceptApproval(code)) return this.#keep();
      this.steps.pause();
      return ok(this.#end("code-wrong"));
    });
  }

  async withdraw(): Promise<void> {
    const requestId = this.#request?.parties.requestId;
    this.reset();
    if (requestId !== undefined) await this.steps.refuse(requestId);
  }

  reset(): void {
    if (this.#request !== undefined) void this.steps.deps.keyring.endApproval("n");
    this.#request = undefined;
    this.#show({ kind: "idle" });
  }

  async #look(request: Request, { isOnce = false } = {}): Promise<void> {
    if (request !== this.#request) return;
    if (this.steps.isOver(request.endsAt)) return this.#end("expired");
    const seen = await this.steps.read(request.parties.requestId);
    if (request !== this.#request) return;
    if (typeof seen === "string") return this.#end(seen);
    if (seen !== undefined) await this.#take(request, seen);
    if (request === this.#request && !isOnce && this.steps.store.getState().asking.kind !== "type-code") this.#lookLater(request);
  }

  async #take(request: Request, seen: Approval): Promise<void> {
    const isRevealed = request.own.pubN !== undefined;
    if (isExchanged(request, seen) || (!isRevealed && seen.pubN !== null)) return this.#end("exchanged");
    const holder = holderOf(seen);
    if (holder === undefined) return;
    request.kept = holder;
    if (!isRevealed || seen.pubN === null) await this.#reveal(request, holder);
    else if (seen.answer !== null) await this.#open(request, seen.answer);
    if (request === this.#request && request.proof !== undefined && request.isProofSent === undefined) await this.#sendProof(request);
  }

  /** A's values are kept now, so that the server cannot choose them after it sees these. */
  async #reveal(request: Request, { pubA, nonceA, nameA }: NonNullable<ReturnType<typeof holderOf>>): Promise<void> {
    const { keyring, session, backend } = this.steps.deps;
    const revealed = await keyring.revealApproval(request.parties, { point: pubA, nonce: nonceA, name: nameA });
    if (request !== this.#request) return;
    if (!revealed.ok) return this.#end("exchanged");
    const { shown, code } = revealed.value;
    const own = { pubN: shown.point, nonceN: shown.nonce };
    request.own = { ...request.own, ...own };
    const { requestId } = request.parties;
    this.#show({ kind: "code", requestId, link: request.link, code, isScanned: request.proof !== undefined });
    const token = session.token();
    const sent = token === undefined ? undefined : await backend.revealApproval(token, requestId, own);
    if (request === this.#request && sent?.ok && isExchanged(request, sent.value)) this.#end("exchanged");
  }

  async #prove(request: Request, code: ScannedCode): Promise<void> {
    const proof = await this.steps.deps.keyring.proveApproval(code);
    if (request !== this.#request) return;
    if (!proof.ok) return this.#end("exchanged");
    request.proof = proof.value;
    const { asking } = this.steps.store.getState();
    if (asking.kind === "code") this.#show({ ...asking, isScanned: true });
    await this.#sendProof(request);
  }

  async #sendProof(request: Request): Promise<void> {
    const token = this.steps.deps.session.token();
    if (token === undefined || request.proof === undefined) return;
    const sent = await this.steps.deps.backend.proveApproval(token, request.parties.requestId, request.proof);
    if (sent.ok || isGone(sent.problem)) request.isProofSent = true;
  }

  async #open(request: Request, answer: NonNullable<Approval["answer"]>): Promise<void> {
    const { session, backend, keyring } = this.steps.deps;
    const token = session.token();
    if (token === undefined || request.isOpening) return;
    request.isOpening = true;
    const keys = await backend.getKeys(token);
    if (request !== this.#request) return;
    if (!keys.ok) {
      delete request.isOpening;
      return session.handleProblem(token, keys.problem);
    }
    const opened = await keyring.openApproval(keys.value, answer);
    if (request !== this.#request) return;
    if (!opened.ok) return this.#end(opened.problem.kind === "other-vault" ? "other-vault" : "exchanged");
    request.seen = opened.value.seen;
    if (opened.value.isProven) await this.steps.inTurn(() => this.#keep());
    else this.#show({ kind: "type-code", requestId: request.parties.requestId });
  }

  /** The key is this device's now. A limited session stays locked until a new password is set with it. */
  async #keep(): Outcome<void> {
    const { session, keyring } = this.steps.deps;
    const state = session.store.getState();
    if (state.kind !== "signed-in") return failed({ kind: "unexpected" });
    const isLimited = state.vault === "locked" && state.limited === true;
    const open = await install(keyring, state.user.email, false);
    if (!open.ok) return open;
    if (this.#request?.seen !== undefined) this.steps.keepSeen(this.#request.seen);
    this.#request = undefined;
    if (isLimited) await keyring.lock();
    else session.become({ ...open.value, needsPassword: true });
    this.#show({ kind: "opened" });
    return ok(undefined);
  }

  #end(reason: ApprovalEnd): void {
    const requestId = this.#request?.parties.requestId;
    this.#request = undefined;
    void this.steps.deps.keyring.endApproval("n");
    this.#show({ kind: "ended", reason });
    if (requestId !== undefined && reason !== "refused") void this.steps.refuse(requestId);
  }

  #lookLater(request: Request): void {
    this.steps.later(() => this.#look(request));
  }

  #show(asking: Asking): void {
    this.steps.store.setState({ asking });
  }
}
