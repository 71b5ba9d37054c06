/**
 * The drive that holds the notes: connecting, checking access, reconnecting. Paid plans use our server's storage with the account's token.
 * Tokens and timers: access-service.ts and token-source-service.ts. Does not move files. Spec A §2.6, A §4 "Cloud reconnection", B §4
 * "Cloud connection", decisions 0002, 0006 "OAuth".
 */
import type { CloudUsage, DebugToken } from "@satchel/contract/drives/cloud.ts";
import { TICKET_PARAMETER } from "@satchel/contract/drives/oauth.ts";
import { needsOwnDrive } from "@satchel/contract/plans.ts";
import { failed, ok, type Result } from "../model/result.ts";
import { createUnionStore, type ReadableStore } from "../model/store.ts";
import type { Authorization } from "../ports/account/authorization.ts";
import { type Backend, type BackendProblem, type BackendResult, sessionOver } from "../ports/account/backend.ts";
import type { Preferences } from "../ports/device/preferences.ts";
import type { Channel, Clock, Exclusive, Network, Timers } from "../ports/environment.ts";
import type { Reachability } from "../ports/remote/reachability.ts";
import type { SessionOver, SessionState } from "../vault/account/account-service-types.ts";
import { AccessService } from "./access-service.ts";
import { type Asked, checkReturn, takeAsked, toAuthorizeAddress, toReturnPath, withAsked } from "./authorize.ts";
import { type ConfigurationCheck, checkConfiguration, isConnectable } from "./check-configuration.ts";
import { toLostEvent, toUnreachableEvent } from "./connection-events.ts";
import { toConnectionProblem } from "./connection-problems.ts";
import type {
  ConnectionEvent,
  ConnectionProblem,
  ConnectionService,
  ConnectionState,
  ConnectOptions,
  DriveAccess,
  Obtained,
  Returned,
  ReturnQuery,
} from "./connection-service-types.ts";
import { type ConnectionMessage, type Drive, TokenSource } from "./token-source-service.ts";

export type ConnectionDeps = {
  readonly backend: Backend;
  readonly session: ReadableStore<SessionState>;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  readonly sessionRefused: (token: string, reason: SessionOver) => void;
  readonly authorization: Authorization;
  readonly preferences: Preferences;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly network: Network;
  /** Notifies other tabs of connects and disconnects, and shares tokens with them. */
  readonly channel: Channel<ConnectionMessage>;
  readonly exclusive: Exclusive;
  readonly reachability: Reachability;
  /** Called when the page becomes visible, so that the user does not look at a stale state. */
  readonly onVisible?: (listener: () => void) => () => void;
};

type Outcome<Value> = Promise<Result<Value, ConnectionProblem>>;

export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  return new DriveConnection(deps);
}

class DriveConnection implements ConnectionService {
  readonly store = createUnionStore<ConnectionState>({ kind: "none", isConfigured: true, isManaged: false });
  readonly #access: AccessService;
  readonly #source: TokenSource;
  readonly #listeners = new Set<(event: ConnectionEvent) => void>();
  /** Account and plan of this connection; a change starts it again. */
  #who: string | undefined;
  #isManaged = false;
  /** One object per connection: callers see by its identity whether the drive is still the same. */
  #driveAccess: DriveAccess | undefined;
  /** True once the end of the quick attempts has been reported. */
  #hasReportedRest = false;
  #finished: { readonly state: string; readonly answer: Outcome<Returned> } | undefined;

  constructor(private readonly deps: ConnectionDeps) {
    const { clock, timers } = deps;
    this.#source = new TokenSource({ ...deps, onSessionOver: deps.sessionRefused });
    this.#access = new AccessService({
      clock,
      timers,
      obtain: (held) => this.#source.obtain(this.#who ?? "", this.#isManaged, held),
      onOutcome: (outcome, isUsable) => this.#show(outcome, isUsable),
    });
    deps.session.subscribe(() => this.#follow());
    deps.network.onChange((isOnline) => isOnline && this.#retryIfDown());
    deps.onVisible?.(() => this.#retryIfDown());
    deps.channel.onMessage((message) => this.#handleMessage(message));
    this.#follow();
  }

  async connect(returnTo: string, options: ConnectOptions = {}): Outcome<void> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const drive = await this.#connectable();
    if (!drive.ok) return drive;
    const more = await this.#ticket(token, drive.value);
    return more.ok ? this.#leave(drive.value, returnTo, { more: more.value, options }) : more;
  }

  /** React may call this twice for one return, but the code can be used only once. */
  finish(query: ReturnQuery): Outcome<Returned> {
    const state = query.get("state") ?? "";
    if (this.#finished === undefined || this.#finished.state !== state || state === "") {
      const wasReconnecting = this.deps.authorization.takeReconnecting();
      this.#finished = { state, answer: withReconnect(this.#finish(query), wasReconnecting) };
    }
    return this.#finished.answer;
  }

  async disconnect(): Outcome<void> {
    const done = await this.#ask((token) => this.deps.backend.disconnectDrive(token));
    if (!done.ok) return done;
    this.forget();
    // The configured drive, which could be connected again, stays known.
    this.#publish("none");
    this.deps.channel.post({ kind: "changed" });
    return done;
  }

  async reconnect(): Promise<boolean> {
    if (this.#who === undefined) return false;
    return (await this.#access.retryNow()) !== undefined;
  }

  async quickReconnect(returnTo: string): Outcome<"reconnected" | "leaving"> {
    if (!this.deps.network.isOnline()) return failed({ kind: "offline" });
    const reached = await this.#checkReachable();
    if (!reached.ok) return reached;
    if ((this.#isManaged || this.#source.hasHandle()) && (await this.reconnect())) return ok("reconnected");
    if (this.store.getState().kind === "disconnected") return failed({ kind: "unreachable" });
    if (this.#isManaged) return failed({ kind: "failed" });
    const left = await this.connect(returnTo);
    return left.ok ? ok("leaving") : left;
  }

  stopAutoRetry(): void {
    this.#access.stopRetrying();
    const { kind } = this.store.getState();
    if (kind === "disconnected") this.#publish(kind);
  }

  reportDriveStatus(status: "not-permitted" | "fine"): void {
    const { kind, reason } = this.store.getState();
    if (status === "fine" && reason === "not-permitted") this.#publish("connected");
    if (status === "not-permitted" && kind === "connected") this.#lose({ kind: "expired", reason: "not-permitted" });
  }

  confirmAccount(): void {
    this.#source.forgetFormer();
    this.#publish(this.store.getState().kind);
    this.deps.channel.post({ kind: "settled" });
  }

  usage(): Outcome<CloudUsage> {
    return this.#ask((token) => this.deps.backend.cloudUsage(token));
  }

  debug(): Outcome<DebugToken> {
    return this.#ask((token) => this.deps.backend.debugToken(token));
  }

  checkConfiguration(): readonly ConfigurationCheck[] {
    return checkConfiguration({
      drive: this.#source.config?.drive,
      origin: this.deps.authorization.origin,
      isSignedIn: this.deps.token() !== undefined,
      isPermitted: this.store.getState().kind === "connected",
    });
  }

  access(): DriveAccess | undefined {
    if (this.#who === undefined) return undefined;
    this.#driveAccess ??= this.#createDriveAccess();
    return this.#driveAccess;
  }

  onEvent(listener: (event: ConnectionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  forget(): void {
    this.#stop();
    this.#source.forgetKept();
    this.deps.authorization.keep(undefined);
  }

  #handleMessage(message: ConnectionMessage): void {
    if (message.kind === "changed") this.#begin();
    else if (message.kind === "settled") this.#publish(this.store.getState().kind);
    else if (message.who !== this.#who) return;
    else if (message.kind === "lost") this.#doubt();
    else {
      this.#source.receive(message);
      this.#access.adopt(message);
    }
  }

  /** Another tab reported a loss; this tab checks by itself instead of showing 'Connected'. */
  #doubt(): void {
    if (this.store.getState().kind === "connected") void this.#access.refresh();
  }

  #retryIfDown(): void {
    if (this.store.getState().kind === "disconnected") void this.#access.retryNow();
  }

  #follow(): void {
    const session = this.deps.session.getState();
    const who = session.kind === "signed-in" ? `${session.user.planType} ${session.user.email}` : undefined;
    if (who === this.#who) return;
    this.#who = who;
    this.#isManaged = session.kind === "signed-in" && !needsOwnDrive(session.user.planType);
    this.#source.forgetReceived();
    if (who === undefined) this.#stop();
    else this.#begin();
  }

  #createDriveAccess(): DriveAccess | undefined {
    const addresses = this.#isManaged ? this.#source.config?.managed : this.#source.drive;
    if (addresses === undefined) return undefined;
    return {
      baseUrls: { api: addresses.apiBase, upload: addresses.uploadBase },
      token: () => this.#access.token(),
      refresh: () => {
        this.#emit({ kind: "token-expired" });
        return this.#access.refresh();
      },
    };
  }

  #begin(): void {
    if (this.#who === undefined) return;
    this.#driveAccess = undefined;
    this.#publish("connecting");
    void this.#access.start();
  }

  #stop(): void {
    this.#access.stop();
    this.#driveAccess = undefined;
    this.#source.forgetReceived();
    this.store.replace({ kind: "none", isConfigured: this.store.getState().isConfigured, isManaged: false });
  }

  #show(outcome: Obtained, isUsable: boolean): void {
    if (outcome.kind === "expired") this.#reportLost(outcome);
    else if (outcome.kind === "access") this.#welcome(outcome.token);
    else if (outcome.kind === "later") this.#wait(outcome, isUsable);
    else {
      this.#source.forgetKept();
      this.#publish("none");
    }
  }

  #welcome(token: string): void {
    const isFirst = this.store.getState().kind !== "connected";
    const known = this.#isManaged ? undefined : this.#source.remembered();
    this.#hasReportedRest = false;
    this.#publish("connected");
    this.#emit({ kind: "access-ready", token, userInfo: known === undefined ? undefined : { email: known.email, name: known.name } });
    if (!isFirst) this.#emit({ kind: "token-refreshed" });
  }

  #wait(outcome: Extract<Obtained, { readonly kind: "later" }>, isUsable: boolean): void {
    this.#publish(isUsable ? "connected" : "disconnected");
    if (this.#access.retry?.isResting !== true || this.#hasReportedRest) return;
    this.#hasReportedRest = true;
    this.#emit(toUnreachableEvent(this.#source.drive?.mode, outcome));
  }

  #reportLost(outcome: Extract<Obtained, { readonly kind: "expired" }>): void {
    this.#lose(outcome);
    this.deps.channel.post({ kind: "lost", who: this.#who ?? "" });
  }

  #lose(outcome: Extract<Obtained, { readonly kind: "expired" }>): void {
    this.#publish("expired", outcome.reason);
    this.#emit(toLostEvent(this.#source.drive?.mode, outcome.reason, this.#source.hasHandle()));
  }

  #emit(event: ConnectionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #publish(kind: ConnectionState["kind"], reason?: ConnectionState["reason"]): void {
    const { drive, config } = this.#source;
    const known = this.#isManaged ? undefined : this.#source.remembered();
    const former = this.#isManaged ? undefined : this.#source.former();
    const label = this.#isManaged ? undefined : (drive?.label ?? known?.label);
    const { retry } = this.#access;
    const lost = reason ?? (kind === "expired" ? this.store.getState().reason : undefined);
    this.store.replace({
      kind,
      isConfigured: config === undefined ? this.store.getState().isConfigured : isConnectable(config.drive, this.deps.authorization.origin),
      isManaged: this.#isManaged,
      ...(lost === undefined ? {} : { reason: lost }),
      ...(kind === "disconnected" && retry !== undefined ? { retry } : {}),
      ...(label === undefined ? {} : { label }),
      ...(known === undefined ? {} : { email: known.email, name: known.name }),
      ...(former === undefined ? {} : { formerEmail: former.email }),
    });
  }

  async #checkReachable(): Outcome<void> {
    const config = await this.#source.loadConfig();
    if (!config.ok) return failed(toConnectionProblem(config.problem));
    const addresses = this.#isManaged ? config.value.managed : this.#source.drive;
    if (addresses === undefined) return failed({ kind: "not-configured" });
    const found = await this.deps.reachability.check(`${addresses.apiBase}/about`);
    if (found === "reachable") return ok(undefined);
    return failed({ kind: found === "silent" ? "not-responding" : "unreachable" });
  }

  async #ticket(token: string, drive: Drive): Outcome<Readonly<Record<string, string>>> {
    if (drive.mode !== "sandbox") return ok({});
    const answer = await this.deps.backend.authorizeTicket(token);
    return answer.ok ? ok({ [TICKET_PARAMETER]: answer.value.ticket }) : this.#failedCall(token, answer.problem);
  }

  async #leave(
    drive: Drive,
    returnTo: string,
    { more, options: { asFormer } }: { readonly more: Readonly<Record<string, string>>; readonly options: ConnectOptions },
  ): Outcome<void> {
    const { authorization, clock } = this.deps;
    const known = asFormer === true ? (this.#source.former() ?? this.#source.remembered()) : this.#source.remembered();
    const [state, verifier] = [authorization.randomToken(), authorization.randomToken()];
    const asked: Asked = {
      state,
      verifier,
      email: this.#email() ?? "",
      returnTo: toReturnPath(returnTo),
      isReconnect: known !== undefined,
      askedAt: clock.now(),
    };
    const challenge = await authorization.challengeOf(verifier);
    // Without a stored request, a genuine return could not be distinguished from a forged one.
    if (!authorization.keep(withAsked(authorization.kept(), asked, asked.askedAt))) return failed({ kind: "failed" });
    authorization.markReconnecting(known !== undefined);
    const hint = known === undefined ? {} : { loginHint: known.email };
    const request = { ...drive, redirectUri: this.#redirectUri(drive), state, challenge, more, ...hint };
    await authorization.leaveTo(toAuthorizeAddress(request));
    return ok(undefined);
  }

  async #finish(query: ReturnQuery): Outcome<Returned> {
    const { authorization, clock } = this.deps;
    const { asked, rest } = takeAsked(authorization.kept(), query.get("state"));
    const code = checkReturn(query, asked, { now: clock.now(), email: this.#email() });
    // A return page opened by hand keeps the pending request.
    if (code.ok || code.problem.kind !== "no-code") authorization.keep(rest);
    // Signing out removed the pending request, so no return can be verified.
    if (!code.ok)
      return code.problem.kind === "state-mismatch" && this.deps.token() === undefined ? failed({ kind: "not-signed-in" }) : code;
    return this.#exchange(code.value, asked as Asked);
  }

  async #exchange(code: string, asked: Asked): Outcome<Returned> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const drive = await this.#connectable();
    if (!drive.ok) return drive;
    const body = { code, redirect_uri: this.#redirectUri(drive.value), code_verifier: asked.verifier };
    const answer = await this.deps.backend.oauthCallback(token, body);
    if (!answer.ok) {
      const failure = this.#failedCall(token, answer.problem);
      // Spec A §7: whatever status the server responds with is named, also one from 500 on.
      const { problem } = answer;
      return "status" in problem && problem.status >= 500 ? failed({ kind: "failed", status: problem.status }) : failure;
    }
    const formerSub = this.#source.remembered()?.sub;
    const accountChanged = answer.value.accountChanged || (formerSub !== undefined && formerSub !== answer.value.userInfo.sub);
    const obtained = this.#source.keep(this.#who ?? "", answer.value);
    // On a paid plan this drive is only the target of a migration; the current connection stays.
    if (!this.#isManaged) await this.#takeNew(obtained);
    return ok({ returnTo: asked.returnTo, wasReconnect: asked.isReconnect, accountChanged });
  }

  async #takeNew(obtained: Obtained): Promise<void> {
    this.#driveAccess = undefined;
    this.deps.channel.post({ kind: "changed" });
    await this.#access.start(obtained);
  }

  async #connectable(): Outcome<Drive> {
    const config = await this.#source.loadConfig();
    if (!config.ok) return failed(toConnectionProblem(config.problem));
    const { drive } = config.value;
    if (drive.mode === "none" || !isConnectable(drive, this.deps.authorization.origin)) return failed({ kind: "not-configured" });
    return ok(drive);
  }

  #email(): string | undefined {
    const session = this.deps.session.getState();
    return session.kind === "signed-in" ? session.user.email : undefined;
  }

  #redirectUri(drive: Drive): string {
    return this.deps.authorization.origin + drive.redirectPath;
  }

  async #ask<Value>(call: (token: string) => BackendResult<Value>): Outcome<Value> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const answer = await call(token);
    return answer.ok ? answer : this.#failedCall(token, answer.problem);
  }

  #failedCall(token: string, problem: BackendProblem): Result<never, ConnectionProblem> {
    const reason = sessionOver(problem);
    if (reason !== undefined) this.deps.sessionRefused(token, reason);
    return failed(toConnectionProblem(problem));
  }
}

/** Marks a failed reconnect as such, even if its request is no longer known. */
async function withReconnect(answer: Outcome<Returned>, wasReconnecting: boolean): Outcome<Returned> {
  const finished = await answer;
  if (finished.ok || !wasReconnecting || finished.problem.kind !== "failed") return finished;
  return failed({ ...finished.problem, wasReconnect: true });
}
