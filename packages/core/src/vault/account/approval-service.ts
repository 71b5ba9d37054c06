/** Takes an approval through its steps on either device by polling the server. encryption.md 3.5 (6). */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import { APPROVAL } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { BackendProblem } from "../../ports/account/backend.ts";
import type { Timers } from "../../ports/environment.ts";
import type { ApprovalRequest } from "../../ports/sealing/key-changes.ts";
import { toAccountProblem } from "./account-problems.ts";
import type { AccountProblem, SessionApi } from "./account-service-types.ts";
import type { ApprovalService, ApprovalState, Asking, Letting } from "./approval-service-types.ts";
import { install } from "./opening-service.ts";
import type { ChangingDeps } from "./vault-opening-service.ts";

export type ApprovalDeps = ChangingDeps & { readonly session: SessionApi; readonly timers: Timers; readonly visibility: Visibility };

type Visibility = { isVisible(): boolean; onVisible(listener: () => void): () => void };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export function createApprovalService(deps: ApprovalDeps): ApprovalService {
  return new Approvals(deps);
}

class Approvals implements ApprovalService {
  readonly store = createStore<ApprovalState>({ asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] });
  /** What the server said last of the request this device is busy with. */
  #current: Approval | undefined;

  constructor(private readonly deps: ApprovalDeps) {
    deps.session.store.subscribe((state) => {
      if (state.kind === "signed-in") return;
      this.#current = undefined;
      this.store.setState({ asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] });
    });
  }

  ask(): Outcome<void> {
    return this.#step(async (token) => {
      const pubHash = await this.deps.keyring.beginApproval();
      const asked = await this.deps.backend.askApproval(token, pubHash);
      if (!asked.ok) return this.#refused(token, asked.problem);
      this.#current = asked.value;
      this.#asks({ kind: "waiting", requestId: asked.value.requestId });
      this.#lookLater(() => this.#lookAsNew(asked.value.requestId));
      return ok(undefined);
    });
  }

  accept(): Outcome<void> {
    const { asking } = this.store.getState();
    const answer = this.#current?.answer;
    if (asking.kind !== "answered" || answer === undefined || answer === null) return Promise.resolve(failed({ kind: "begin-again" }));
    return this.#step(async (token) => {
      const keys = await this.deps.backend.getKeys(token);
      if (!keys.ok) return this.#refused(token, keys.problem);
      const opened = await this.deps.keyring.openWithApproval(keys.value, asking.requestId, answer);
      if (!opened.ok) {
        this.#asks({ kind: "ended", reason: "failed" });
        return failed({ kind: "does-not-open" });
      }
      return this.#keep();
    });
  }

  async withdraw(): Promise<void> {
    const { asking } = this.store.getState();
    if ("requestId" in asking) await this.refuse(asking.requestId);
    this.#current = undefined;
    this.#asks({ kind: "idle" });
  }

  watch(pace: "often" | "seldom"): () => void {
    let isOver = false;
    const afterMs = pace === "often" ? APPROVAL.watchMs : APPROVAL.watchSeldomMs;
    const look = async (): Promise<void> => {
      if (isOver) return;
      // A hidden page makes no requests.
      if (this.deps.visibility.isVisible()) await this.look();
      this.#lookLater(look, afterMs);
    };
    void look();
    const stop = this.deps.visibility.onVisible(() => void this.look());
    return () => {
      isOver = true;
      stop();
    };
  }

  offer(requestId: string): Outcome<void> {
    return this.#step(async (token) => {
      const pubA = await this.deps.keyring.offerApproval();
      const offered = await this.deps.backend.offerApproval(token, requestId, pubA);
      if (!offered.ok) {
        this.#lets({ kind: "ended", reason: isGone(offered.problem) ? "expired" : "failed" });
        return this.#refused(token, offered.problem);
      }
      this.#current = offered.value;
      this.#lets({ kind: "offered", requestId });
      this.#lookLater(() => this.#lookAsOld(requestId));
      return ok(undefined);
    });
  }

  typeCode(typed: string): Outcome<void> {
    const { letting } = this.store.getState();
    const request = toRequest(this.#current);
    if (letting.kind !== "type-code" || request === undefined) return Promise.resolve(failed({ kind: "begin-again" }));
    return this.#step(async (token) => {
      const code = await this.deps.keyring.approvalCode(request);
      if (code === undefined || code !== typed.replace(/\D/g, "")) {
        await this.refuse(request.requestId);
        this.#lets({ kind: "ended", reason: "code-wrong" });
        return ok(undefined);
      }
      const sealed = await this.deps.keyring.sealApproval(request);
      if (!sealed.ok) return failed({ kind: "does-not-open" });
      const answered = await this.deps.backend.answerApproval(token, request.requestId, sealed.value);
      // Lost on the way: asked once more, the server refuses a second answer as a conflict, and the first one is.
      if (!answered.ok && !isConflict(answered.problem)) return this.#refused(token, answered.problem);
      this.#lets({ kind: "done", requestId: request.requestId });
      return ok(undefined);
    });
  }

  async refuse(requestId: string): Promise<void> {
    const token = this.deps.session.token();
    if (token === undefined) return;
    await this.deps.backend.refuseApproval(token, requestId);
    const { incoming, letting } = this.store.getState();
    this.store.setState({ incoming: incoming.filter((one) => one.requestId !== requestId) });
    if ("requestId" in letting && letting.requestId === requestId) this.#lets({ kind: "idle" });
  }

  /** The key is this device's now. A limited session stays locked until a new password is set with it. */
  async #keep(): Outcome<void> {
    const state = this.deps.session.store.getState();
    if (state.kind !== "signed-in") return failed({ kind: "unexpected" });
    const isLimited = state.vault === "locked" && state.limited === true;
    const open = await install(this.deps.keyring, state.user.email, false);
    if (!open.ok) return open;
    if (isLimited) await this.deps.keyring.lock();
    else this.deps.session.become({ ...open.value, needsPassword: true });
    this.#current = undefined;
    this.#asks({ kind: "idle" });
    return ok(undefined);
  }

  async #lookAsNew(requestId: string): Promise<void> {
    const { asking } = this.store.getState();
    if (!("requestId" in asking) || asking.requestId !== requestId || asking.kind === "answered") return;
    const seen = await this.#read(requestId, (reason) => this.#asks({ kind: "ended", reason }));
    if (seen?.state === "offered" && seen.pubA !== null) await this.#reveal(seen);
    else if (seen !== undefined && asking.kind === "waiting") await this.#showCode(seen);
    const now = this.store.getState().asking;
    if (seen?.state === "answered" && now.kind === "code") this.#asks({ ...now, kind: "answered" });
    else if ("requestId" in now) this.#lookLater(() => this.#lookAsNew(requestId));
  }

  /** Only now, that the other device's key is fixed, this one's is shown. */
  async #reveal({ requestId }: Approval): Promise<void> {
    const [token, pubN] = [this.deps.session.token(), await this.deps.keyring.revealApproval()];
    if (token === undefined || pubN === undefined) return this.#asks({ kind: "ended", reason: "failed" });
    const revealed = await this.deps.backend.revealApproval(token, requestId, pubN);
    if (revealed.ok) await this.#showCode(revealed.value);
  }

  async #showCode(seen: Approval): Promise<void> {
    const request = toRequest(seen);
    if (request === undefined) return;
    this.#current = seen;
    const code = await this.deps.keyring.approvalCode(request);
    this.#asks(code === undefined ? { kind: "ended", reason: "failed" } : { kind: "code", requestId: seen.requestId, code });
  }

  async #lookAsOld(requestId: string): Promise<void> {
    const { letting } = this.store.getState();
    if (letting.kind !== "offered" || letting.requestId !== requestId) return;
    const seen = await this.#read(requestId, (reason) => this.#lets({ kind: "ended", reason }));
    if (seen?.state === "revealed") this.#lets({ kind: "type-code", requestId });
    else if (this.store.getState().letting === letting) this.#lookLater(() => this.#lookAsOld(requestId));
  }

  /** `undefined`: over, and said so, or no answer this time. */
  async #read(requestId: string, end: (reason: "refused" | "expired") => void): Promise<Approval | undefined> {
    const token = this.deps.session.token();
    if (token === undefined) return undefined;
    const seen = await this.deps.backend.readApproval(token, requestId);
    if (!seen.ok) {
      this.deps.session.handleProblem(token, seen.problem);
      if (isGone(seen.problem)) end("expired");
      return undefined;
    }
    if (seen.value.state === "refused") {
      end("refused");
      return undefined;
    }
    this.#current = seen.value;
    return seen.value;
  }

  async look(): Promise<void> {
    const [token, state] = [this.deps.session.token(), this.deps.session.store.getState()];
    if (token === undefined || state.kind !== "signed-in" || state.vault !== "open") return;
    const listed = await this.deps.backend.listApprovals(token);
    if (!listed.ok) return this.deps.session.handleProblem(token, listed.problem);
    const incoming = listed.value.filter((one) => !one.mine && one.state === "waiting");
    this.store.setState({
      incoming: incoming.map(({ requestId, device, network, createdAt }) => ({ requestId, device, network, createdAt })),
    });
  }

  #step<Value>(run: (token: string) => Outcome<Value>): Outcome<Value> {
    return this.deps.session.inTurn(async () => {
      const token = this.deps.session.token();
      return token === undefined ? failed({ kind: "unexpected" }) : run(token);
    });
  }

  #refused(token: string, problem: BackendProblem): Result<never, AccountProblem> {
    this.deps.session.handleProblem(token, problem);
    return failed(toAccountProblem(problem));
  }

  #lookLater(look: () => Promise<void>, afterMs: number = APPROVAL.pollMs): void {
    this.deps.timers.after(afterMs, () => void look());
  }

  #asks(asking: Asking): void {
    this.store.setState({ asking });
  }

  #lets(letting: Letting): void {
    this.store.setState({ letting });
  }
}

function toRequest(approval: Approval | undefined): ApprovalRequest | undefined {
  if (approval === undefined || approval.pubN === null || approval.pubA === null) return undefined;
  const { requestId, pubHash, pubN, pubA } = approval;
  return { requestId, pubHash, pubN, pubA };
}

function isGone(problem: BackendProblem): boolean {
  return problem.kind === "refused" && (problem.code === "not-found" || problem.code === "conflict");
}

function isConflict(problem: BackendProblem): boolean {
  return problem.kind === "refused" && problem.code === "conflict";
}
