/**
 * The drive that holds the notes: asking for it, and whether it still takes us. Paid plans: our own server's storage under the account's
 * token. Access tokens are access-service.ts; no file is moved here. Spec A §2.6, B §4 "Cloud connection", decisions §2, §6 "OAuth".
 */
import { type cloudConfig, type DriveUserInfo, TICKET_PARAMETER } from "@satchel/contract/cloud.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import type { SessionOver, SessionState } from "../account/account-service-types.ts";
import { needsOwnDrive } from "../onboarding/plans.ts";
import type { Authorization } from "../ports/authorization.ts";
import { type Backend, type BackendProblem, sessionOver } from "../ports/backend.ts";
import type { Channel, Clock, Network, Timers } from "../ports/environment.ts";
import type { Preferences } from "../ports/preferences.ts";
import { failed, ok, type Result } from "../result.ts";
import { LOCAL_KEYS } from "../storage-keys.ts";
import { createUnionStore, type ReadableStore } from "../store.ts";
import { AccessKeeper, type Obtained } from "./access-service.ts";
import { type Asked, checkReturn, parseAsked, toAuthorizeAddress, toReturnPath } from "./authorize.ts";
import { decideAfterRenewal, toConnectionProblem } from "./connection-problems.ts";
import type {
  ConnectionProblem,
  ConnectionService,
  ConnectionState,
  DriveAccess,
  Returned,
  ReturnQuery,
} from "./connection-service-types.ts";
import { parseDriveText, type RememberedDrive, toDriveText } from "./remembered-drive.ts";

export type ConnectionDeps = {
  readonly backend: Backend;
  readonly session: ReadableStore<SessionState>;
  /** The account's token; `undefined` while signed out. */
  readonly token: () => string | undefined;
  readonly sessionRefused: (token: string, reason: SessionOver) => void;
  readonly authorization: Authorization;
  readonly preferences: Preferences;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly network: Network;
  /** Tells the other tabs that there is a connection now, or none any more. */
  readonly channel: Channel<ConnectionMessage>;
};

export type ConnectionMessage = { readonly kind: "changed" };

type Config = ReplyOf<typeof cloudConfig>;
type Drive = Exclude<Config["drive"], { readonly mode: "none" }>;
type Granted = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly userInfo: DriveUserInfo;
};
type Outcome<Value> = Promise<Result<Value, ConnectionProblem>>;

export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  return new DriveConnection(deps);
}

class DriveConnection implements ConnectionService {
  readonly store = createUnionStore<ConnectionState>({ kind: "none", isConfigured: true, isManaged: false });
  readonly #access: AccessKeeper;
  #config: Config | undefined;
  /** Whose connection this is: another person or plan begins anew. */
  #who: string | undefined;
  #isManaged = false;
  /** One for the life of a connection: whoever holds it knows by its identity that the drive is still the same. */
  #door: DriveAccess | undefined;
  #finished: { readonly state: string; readonly answer: Outcome<Returned> } | undefined;

  constructor(private readonly deps: ConnectionDeps) {
    const { clock, timers } = deps;
    this.#access = new AccessKeeper({
      clock,
      timers,
      obtain: () => this.#obtain(),
      onOutcome: (outcome, isUsable) => this.#show(outcome, isUsable),
    });
    deps.session.subscribe(() => this.#follow());
    deps.network.onChange((isOnline) => {
      if (isOnline && this.store.getState().kind === "disconnected") void this.#access.retryNow();
    });
    deps.channel.onMessage(() => this.#begin());
    this.#follow();
  }

  async connect(returnTo: string): Outcome<void> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const drive = await this.#drive();
    if (!drive.ok) return drive;
    const more = await this.#ticket(token, drive.value);
    return more.ok ? this.#leave(drive.value, returnTo, more.value) : more;
  }

  /** React may ask twice for one return; the code is spent once. */
  finish(query: ReturnQuery): Outcome<Returned> {
    const state = query.get("state") ?? "";
    if (this.#finished === undefined || this.#finished.state !== state || state === "") {
      this.#finished = { state, answer: this.#finish(query) };
    }
    return this.#finished.answer;
  }

  async disconnect(): Outcome<void> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const answer = await this.deps.backend.disconnectDrive(token);
    if (!answer.ok) return this.#failedCall(token, answer.problem);
    this.forget();
    this.deps.channel.post({ kind: "changed" });
    return ok(undefined);
  }

  async reconnect(): Promise<boolean> {
    if (this.#who === undefined) return false;
    return (await this.#access.retryNow()) !== undefined;
  }

  stopAutoRetry(): void {
    this.#access.stopRetrying();
  }

  access(): DriveAccess | undefined {
    if (this.#who === undefined) return undefined;
    this.#door ??= this.#openDoor();
    return this.#door;
  }

  forget(): void {
    this.#stop();
    this.#forgetKept();
  }

  #follow(): void {
    const session = this.deps.session.getState();
    const who = session.kind === "signed-in" ? `${session.user.planType} ${session.user.email}` : undefined;
    if (who === this.#who) return;
    this.#who = who;
    this.#isManaged = session.kind === "signed-in" && !needsOwnDrive(session.user.planType);
    if (who === undefined) this.#stop();
    else this.#begin();
  }

  #openDoor(): DriveAccess | undefined {
    const addresses = this.#isManaged ? this.#config?.managed : this.#connectable();
    if (addresses === undefined) return undefined;
    return {
      baseUrls: { api: addresses.apiBase, upload: addresses.uploadBase },
      token: () => this.#access.token(),
      refresh: () => this.#access.refresh(),
    };
  }

  #begin(): void {
    if (this.#who === undefined) return;
    this.#door = undefined;
    this.#publish("connecting");
    void this.#access.start();
  }

  #stop(): void {
    this.#access.stop();
    this.#door = undefined;
    this.store.replace({ kind: "none", isConfigured: this.store.getState().isConfigured, isManaged: false });
  }

  async #obtain(): Promise<Obtained> {
    const token = this.deps.token();
    if (token === undefined) return { kind: "gone" };
    const config = await this.#loadConfig();
    if (!config.ok) return { kind: "later" };
    if (this.#isManaged) return this.#obtainManaged(token);
    if (config.value.drive.mode === "none") return { kind: "gone" };
    const handle = this.deps.preferences.read(LOCAL_KEYS.cloudRefreshToken);
    return handle === undefined ? this.#obtainByStatus(token) : this.#obtainByHandle(token, handle);
  }

  /** The account's own token opens managed storage; whether it still does is asked only when somebody doubts it. */
  async #obtainManaged(token: string): Promise<Obtained> {
    const answer = await this.deps.backend.currentSession(token);
    return answer.ok ? { kind: "access", token, lifetimeMs: Number.POSITIVE_INFINITY } : this.#failedRenewal(token, answer.problem);
  }

  async #obtainByHandle(token: string, handle: string): Promise<Obtained> {
    const answer = await this.deps.backend.refreshAccess(token, handle);
    return answer.ok ? this.#keep(answer.value) : this.#failedRenewal(token, answer.problem);
  }

  /** A second device has no handle yet. */
  async #obtainByStatus(token: string): Promise<Obtained> {
    const answer = await this.deps.backend.cloudStatus(token);
    if (!answer.ok) return this.#failedRenewal(token, answer.problem);
    const { connected, needsReconnection, accessToken, refreshToken, expiresIn, userInfo } = answer.value;
    if (!connected) return { kind: "gone" };
    if (needsReconnection) return { kind: "expired" };
    if (accessToken === null || refreshToken === null || expiresIn === null || userInfo === null) return { kind: "later" };
    return this.#keep({ accessToken, refreshToken, expiresIn, userInfo });
  }

  /** The handle is on this device before its token is used: a reload finds it. */
  #keep({ accessToken, refreshToken, expiresIn, userInfo }: Granted): Obtained {
    const drive = this.#connectable();
    const { preferences } = this.deps;
    preferences.write(LOCAL_KEYS.cloudRefreshToken, refreshToken);
    preferences.write(LOCAL_KEYS.cloudProvider, drive?.mode);
    preferences.write(LOCAL_KEYS.cloudUserInfo, toDriveText(userInfo, drive?.label ?? ""));
    return { kind: "access", token: accessToken, lifetimeMs: expiresIn * 1000 };
  }

  #failedRenewal(token: string, problem: BackendProblem): Obtained {
    this.#hear(token, problem);
    return { kind: decideAfterRenewal(problem) };
  }

  #show({ kind }: Obtained, isUsable: boolean): void {
    if (kind === "gone") this.#forgetKept();
    const shown = { access: "connected", later: isUsable ? "connected" : "disconnected", gone: "none", expired: "expired" } as const;
    this.#publish(shown[kind]);
  }

  #publish(kind: ConnectionState["kind"]): void {
    const isConfigured = this.#config === undefined ? this.store.getState().isConfigured : this.#config.drive.mode !== "none";
    const drive = this.#isManaged ? undefined : this.#remembered();
    const label = this.#isManaged ? undefined : (this.#connectable()?.label ?? drive?.label);
    this.store.replace({
      kind,
      isConfigured,
      isManaged: this.#isManaged,
      ...(label === undefined ? {} : { label }),
      ...(drive === undefined ? {} : { email: drive.email, name: drive.name }),
    });
  }

  async #ticket(token: string, drive: Drive): Outcome<Readonly<Record<string, string>>> {
    if (drive.mode !== "sandbox") return ok({});
    const answer = await this.deps.backend.authorizeTicket(token);
    return answer.ok ? ok({ [TICKET_PARAMETER]: answer.value.ticket }) : this.#failedCall(token, answer.problem);
  }

  async #leave(drive: Drive, returnTo: string, more: Readonly<Record<string, string>>): Outcome<void> {
    const { authorization, clock } = this.deps;
    const known = this.#remembered();
    const [state, verifier] = [authorization.randomToken(), authorization.randomToken()];
    const asked: Asked = { state, verifier, returnTo: toReturnPath(returnTo), isReconnect: known !== undefined, askedAt: clock.now() };
    const challenge = await authorization.challengeOf(verifier);
    // Without a place to keep it, no answer could ever be told from a forged one.
    if (!authorization.keep(JSON.stringify(asked))) return failed({ kind: "failed" });
    const hint = known === undefined ? {} : { loginHint: known.email };
    const request = { ...drive, redirectUri: this.#redirectUri(drive), state, challenge, more, ...hint };
    authorization.leaveTo(toAuthorizeAddress(request));
    return ok(undefined);
  }

  async #finish(query: ReturnQuery): Outcome<Returned> {
    const { authorization, clock } = this.deps;
    const asked = parseAsked(authorization.kept());
    const code = checkReturn(query, asked, clock.now());
    // A page opened by hand answers nothing, and leaves the question standing.
    if (code.ok || code.problem.kind !== "no-code") authorization.keep(undefined);
    if (!code.ok) return code;
    return this.#exchange(code.value, asked as Asked);
  }

  async #exchange(code: string, asked: Asked): Outcome<Returned> {
    const token = this.deps.token();
    if (token === undefined) return failed({ kind: "not-signed-in" });
    const drive = await this.#drive();
    if (!drive.ok) return drive;
    const body = { code, redirect_uri: this.#redirectUri(drive.value), code_verifier: asked.verifier };
    const answer = await this.deps.backend.oauthCallback(token, body);
    if (!answer.ok) return this.#failedCall(token, answer.problem);
    const formerSub = this.#remembered()?.sub;
    const accountChanged = answer.value.accountChanged || (formerSub !== undefined && formerSub !== answer.value.userInfo.sub);
    this.#door = undefined;
    await this.#access.start(this.#keep(answer.value));
    this.deps.channel.post({ kind: "changed" });
    return ok({ returnTo: asked.returnTo, wasReconnect: asked.isReconnect, accountChanged });
  }

  async #drive(): Outcome<Drive> {
    const config = await this.#loadConfig();
    if (!config.ok) return failed(toConnectionProblem(config.problem));
    return config.value.drive.mode === "none" ? failed({ kind: "not-configured" }) : ok(config.value.drive);
  }

  async #loadConfig(): Promise<Result<Config, BackendProblem>> {
    if (this.#config !== undefined) return ok(this.#config);
    const answer = await this.deps.backend.cloudConfig();
    if (answer.ok) this.#config = answer.value;
    return answer;
  }

  #connectable(): Drive | undefined {
    return this.#config === undefined || this.#config.drive.mode === "none" ? undefined : this.#config.drive;
  }

  #redirectUri(drive: Drive): string {
    return this.deps.authorization.origin + drive.redirectPath;
  }

  #remembered(): RememberedDrive | undefined {
    return parseDriveText(this.deps.preferences.read(LOCAL_KEYS.cloudUserInfo));
  }

  #forgetKept(): void {
    for (const key of [LOCAL_KEYS.cloudRefreshToken, LOCAL_KEYS.cloudProvider, LOCAL_KEYS.cloudUserInfo]) {
      this.deps.preferences.write(key, undefined);
    }
  }

  #failedCall(token: string, problem: BackendProblem): Result<never, ConnectionProblem> {
    this.#hear(token, problem);
    return failed(toConnectionProblem(problem));
  }

  #hear(token: string, problem: BackendProblem): void {
    const reason = sessionOver(problem);
    if (reason !== undefined) this.deps.sessionRefused(token, reason);
  }
}
