/** The unlocked device of an approval: keeps the commitment, sends its values, checks what N reveals, and seals the root. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import { ok } from "../../model/result.ts";
import type { ScannedCode, SealedAnswer, SealingGround } from "../../ports/sealing/approval-keys.ts";
import { type ApprovalLink, toApprovalLink } from "./approval-code.ts";
import type { ApprovalEnd, Incoming, Letting } from "./approval-service-types.ts";
import { type ApprovalSteps, BEGIN_AGAIN, freshOf, isExchanged, isGone, type Outcome, type Values } from "./approval-steps-service.ts";

type Offer = {
  readonly requestId: string;
  readonly endsAt: number;
  readonly link: string;
  readonly own: Values;
  kept: Values;
  isRevealed?: true;
  isScanned?: true;
  isSealing?: true;
  /** Sent again until the server has it. */
  sealed?: { readonly answer: SealedAnswer; readonly code?: string };
};

export class Holder {
  #offer: Offer | undefined;
  /** N's code, scanned before this user agreed. */
  #scanned: ApprovalLink | undefined;

  constructor(private readonly steps: ApprovalSteps) {}

  isBusy(): boolean {
    return this.#offer !== undefined;
  }

  async look(): Promise<void> {
    const { session, backend } = this.steps.deps;
    const [token, state] = [session.token(), session.store.getState()];
    if (token === undefined || state.kind !== "signed-in" || state.vault !== "open") return;
    const listed = await backend.listApprovals(token);
    if (!listed.ok) return session.handleProblem(token, listed.problem);
    const incoming = listed.value.filter((one) => !one.mine && one.state === "waiting").map(toIncoming);
    this.steps.store.setState({ incoming });
  }

  offer(requestId: string): Outcome<void> {
    return this.steps.inTurn(async (token) => {
      const { deps } = this.steps;
      const asked = this.steps.store.getState().incoming.find((one) => one.requestId === requestId);
      if (this.#offer !== undefined || asked === undefined) return BEGIN_AGAIN;
      if (this.steps.isPaused()) return ok(this.#show({ kind: "ended", reason: "paused" }));
      const { commitment, nameN } = asked;
      const known = await this.steps.parties(token);
      if (!known.ok) return known;
      const offered = await deps.keyring.offerApproval({ ...known.value, requestId }, { commitment, name: nameN }, deps.deviceName);
      if (!offered.ok) return ok(this.#end("failed"));
      const { shown, code } = offered.value;
      const own = { pubA: shown.point, nonceA: shown.nonce, nameA: shown.name };
      const link = toApprovalLink(deps.origin, { requestId, role: "a", code });
      const offer: Offer = { requestId, endsAt: this.steps.endsAt(), link, own, kept: { requestId, commitment, nameN } };
      this.#offer = offer;
      const sent = await deps.backend.offerApproval(token, requestId, own);
      if (!sent.ok) {
        this.#end(isGone(sent.problem) ? "expired" : "failed");
        return this.steps.refused(token, sent.problem);
      }
      if (isExchanged(offer, sent.value)) return ok(this.#end("exchanged"));
      this.#show({ kind: "offered", requestId, link });
      if (this.#scanned?.requestId === requestId) await this.#takeScan(offer, this.#scanned.code);
      this.#lookLater(offer);
      return ok(undefined);
    });
  }

  /** False if the code belongs to another request. `ready`: its request is listed, and the user may agree. */
  async scan(link: ApprovalLink): Promise<"taken" | "ready" | false> {
    if (link.role !== "n") return false;
    const offer = this.#offer;
    if (offer?.requestId === link.requestId) {
      await this.#takeScan(offer, link.code);
      return "taken";
    }
    if (offer !== undefined) return false;
    await this.look();
    const asked = this.steps.store.getState().incoming.find((one) => one.requestId === link.requestId);
    if (asked === undefined) return false;
    this.#scanned = link;
    if (asked.commitment === link.code.fingerprint) return "ready";
    this.#end("exchanged");
    await this.refuse(link.requestId);
    return "taken";
  }

  typeCode(code: string): Outcome<void> {
    const offer = this.#offer;
    if (offer === undefined || this.steps.store.getState().letting.kind !== "type-code") return Promise.resolve(BEGIN_AGAIN);
    return this.steps.inTurn(async () => {
      if (this.steps.isOver(offer.endsAt)) return ok(this.#end("expired"));
      await this.#seal(offer, { kind: "code", code });
      return ok(undefined);
    });
  }

  async refuse(requestId: string): Promise<void> {
    if (this.#offer?.requestId === requestId) this.reset();
    await this.steps.refuse(requestId);
    const { incoming } = this.steps.store.getState();
    this.steps.store.setState({ incoming: incoming.filter((one) => one.requestId !== requestId) });
  }

  reset(): void {
    if (this.#offer !== undefined) void this.steps.deps.keyring.endApproval("a");
    this.#offer = undefined;
    this.#scanned = undefined;
    this.#show({ kind: "idle" });
  }

  async #look(offer: Offer): Promise<void> {
    if (offer !== this.#offer) return;
    if (this.steps.isOver(offer.endsAt)) return this.#end("expired");
    if (offer.sealed === undefined) {
      const seen = await this.steps.read(offer.requestId);
      if (offer !== this.#offer) return;
      if (typeof seen === "string") return this.#end(seen);
      if (seen !== undefined) await this.#take(offer, seen);
    } else await this.#send(offer);
    if (offer === this.#offer) this.#lookLater(offer);
  }

  async #take(offer: Offer, seen: Approval): Promise<void> {
    if (isExchanged(offer, seen)) return this.#end("exchanged");
    const fresh = freshOf(seen);
    if (fresh === undefined) return;
    if (offer.isRevealed === undefined) {
      offer.kept = { ...offer.kept, ...fresh };
      const checked = await this.steps.deps.keyring.checkReveal({ point: fresh.pubN, nonce: fresh.nonceN });
      if (offer !== this.#offer) return;
      if (!checked.ok) return this.#end("exchanged");
      offer.isRevealed = true;
    }
    if (offer.isScanned) return this.#seal(offer, { kind: "scanned" });
    if (seen.proof !== null) return this.#seal(offer, { kind: "proof", proof: seen.proof });
    const { requestId, link } = offer;
    if (this.steps.store.getState().letting.kind === "offered") this.#show({ kind: "type-code", requestId, link });
  }

  async #takeScan(offer: Offer, code: ScannedCode): Promise<void> {
    const scanned = await this.steps.deps.keyring.scanApproval(code);
    if (offer !== this.#offer) return;
    if (!scanned.ok) return this.#end("exchanged");
    offer.isScanned = true;
    if (offer.isRevealed) await this.#seal(offer, { kind: "scanned" });
  }

  /** Once, whatever comes first: a scan, a proof or the typed code. */
  async #seal(offer: Offer, ground: SealingGround): Promise<void> {
    if (offer.isSealing) return;
    offer.isSealing = true;
    const sealed = await this.steps.deps.keyring.sealApproval(ground, this.steps.seenInDrive());
    if (offer !== this.#offer) return;
    if (!sealed.ok) {
      const { kind } = sealed.problem;
      if (kind === "code-wrong") this.steps.pause();
      return this.#end(kind === "code-wrong" || kind === "exchanged" ? kind : "failed");
    }
    offer.sealed = sealed.value;
    this.#show({ kind: "sending", requestId: offer.requestId });
    await this.#send(offer);
  }

  async #send(offer: Offer): Promise<void> {
    const token = this.steps.deps.session.token();
    if (token === undefined || offer.sealed === undefined) return;
    const sent = await this.steps.deps.backend.answerApproval(token, offer.requestId, offer.sealed.answer);
    if (offer !== this.#offer) return;
    const { code } = offer.sealed;
    // A conflict: the answer arrived before, and its acknowledgment was lost.
    if (sent.ok || (sent.problem.kind === "refused" && sent.problem.code === "conflict")) {
      this.#offer = undefined;
      this.#show({ kind: "done", requestId: offer.requestId, ...(code === undefined ? {} : { code }) });
    } else if (isGone(sent.problem)) this.#end("expired");
    else this.steps.deps.session.handleProblem(token, sent.problem);
  }

  #end(reason: ApprovalEnd): void {
    const requestId = this.#offer?.requestId;
    this.#offer = undefined;
    this.#scanned = undefined;
    void this.steps.deps.keyring.endApproval("a");
    this.#show({ kind: "ended", reason });
    if (requestId !== undefined && reason !== "refused") void this.refuse(requestId);
  }

  #lookLater(offer: Offer): void {
    this.steps.later(() => this.#look(offer));
  }

  #show(letting: Letting): void {
    this.steps.store.setState({ letting });
  }
}

function toIncoming({ requestId, commitment, nameN, network, createdAt }: Approval): Incoming {
  return { requestId, commitment, nameN, network, createdAt };
}
