/**
 * Gets access tokens by the account's handle, from the server, or from another tab; one tab requests at a time. Spec B §4, decision 0006
 * "OAuth".
 */

import type { cloudConfig, DriveUserInfo } from "@satchel/contract/drives/cloud.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import { parseJson } from "../model/entities/parsing/record-values.ts";
import { ok, type Result } from "../model/result.ts";
import { LOCAL_KEYS, LOCKS } from "../model/storage-keys.ts";
import { type Backend, type BackendProblem, sessionOver } from "../ports/account/backend.ts";
import type { Preferences } from "../ports/device/preferences.ts";
import type { Channel, Clock, Exclusive } from "../ports/environment.ts";
import type { Held } from "./access-service.ts";
import { decideAfterRenewal } from "./connection-problems.ts";
import type { Obtained } from "./connection-service-types.ts";

/** Messages between tabs: the connection changed, was lost, or a tab obtained a token. */
export type ConnectionMessage =
  | { readonly kind: "changed" }
  | { readonly kind: "settled" }
  | { readonly kind: "lost"; readonly who: string }
  | { readonly kind: "access"; readonly who: string; readonly token: string; readonly endsAt: number };

export type Config = ReplyOf<typeof cloudConfig>;
export type Drive = Exclude<Config["drive"], { readonly mode: "none" }>;
export type Granted = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly userInfo: DriveUserInfo;
};

export type TokenSourceDeps = {
  readonly backend: Backend;
  readonly preferences: Preferences;
  readonly clock: Clock;
  readonly exclusive: Exclusive;
  readonly channel: Channel<ConnectionMessage>;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  readonly onSessionOver: (token: string, reason: "session-ended" | "session-revoked") => void;
};

export class TokenSource {
  #config: Config | undefined;
  #received: Held | undefined;

  constructor(private readonly deps: TokenSourceDeps) {}

  get config(): Config | undefined {
    return this.#config;
  }

  get drive(): Drive | undefined {
    return this.#config === undefined || this.#config.drive.mode === "none" ? undefined : this.#config.drive;
  }

  async loadConfig(): Promise<Result<Config, BackendProblem>> {
    if (this.#config !== undefined) return ok(this.#config);
    const answer = await this.deps.backend.cloudConfig();
    if (answer.ok) this.#config = answer.value;
    return answer;
  }

  receive(held: Held): void {
    this.#received = held;
  }

  forgetReceived(): void {
    this.#received = undefined;
  }

  /** `who` names account and plan, so that no tab adopts another user's token. */
  async obtain(who: string, isManaged: boolean, held: Held | undefined): Promise<Obtained> {
    const token = this.deps.token();
    if (token === undefined) return { kind: "gone" };
    const config = await this.loadConfig();
    if (!config.ok) return this.#failed(token, config.problem);
    if (isManaged) return this.#obtainManaged(token);
    if (config.value.drive.mode === "none") return { kind: "gone" };
    return this.deps.exclusive.run(LOCKS.renewal, () => this.#obtainInTurn(who, token, held));
  }

  /** Stores the handle before its token is used, so that a reload finds it. */
  keep(who: string, { accessToken, refreshToken, expiresIn, userInfo }: Granted): Obtained {
    const { preferences, channel, clock } = this.deps;
    this.#rememberFormer(userInfo);
    preferences.write(LOCAL_KEYS.cloudRefreshToken, refreshToken);
    preferences.write(LOCAL_KEYS.cloudProvider, this.drive?.mode);
    preferences.write(LOCAL_KEYS.cloudUserInfo, toDriveText(userInfo, this.drive?.label ?? ""));
    const lifetimeMs = expiresIn * 1000;
    channel.post({ kind: "access", who, token: accessToken, endsAt: clock.now() + lifetimeMs });
    return { kind: "access", token: accessToken, lifetimeMs };
  }

  remembered(): RememberedDrive | undefined {
    return parseDriveText(this.deps.preferences.read(LOCAL_KEYS.cloudUserInfo));
  }

  former(): RememberedDrive | undefined {
    return parseDriveText(this.deps.preferences.read(LOCAL_KEYS.cloudFormerUserInfo));
  }

  forgetFormer(): void {
    this.deps.preferences.write(LOCAL_KEYS.cloudFormerUserInfo, undefined);
  }

  hasHandle(): boolean {
    return this.deps.preferences.read(LOCAL_KEYS.cloudRefreshToken) !== undefined;
  }

  forgetKept(): void {
    this.forgetReceived();
    for (const key of [LOCAL_KEYS.cloudRefreshToken, LOCAL_KEYS.cloudProvider, LOCAL_KEYS.cloudUserInfo, LOCAL_KEYS.cloudFormerUserInfo])
      this.deps.preferences.write(key, undefined);
  }

  /** After several changes of account, keeps the first one, whose drive has this device's notes. */
  #rememberFormer(next: DriveUserInfo): void {
    const [before, former] = [this.remembered(), this.former()];
    if (former?.sub === next.sub) this.forgetFormer();
    else if (former === undefined && before !== undefined && before.sub !== next.sub) {
      const { preferences } = this.deps;
      preferences.write(LOCAL_KEYS.cloudFormerUserInfo, preferences.read(LOCAL_KEYS.cloudUserInfo));
    }
  }

  /** Another tab may have obtained a token while this one waited for the lock. */
  async #obtainInTurn(who: string, token: string, held: Held | undefined): Promise<Obtained> {
    const received = this.#received;
    if (received !== undefined && received.token !== held?.token && received.endsAt >= (held?.endsAt ?? this.deps.clock.now())) {
      return { kind: "access", token: received.token, lifetimeMs: received.endsAt - this.deps.clock.now() };
    }
    const handle = this.deps.preferences.read(LOCAL_KEYS.cloudRefreshToken);
    return handle === undefined ? this.#obtainByStatus(who, token) : this.#obtainByHandle(who, token, handle);
  }

  /** Managed storage uses the account's own token, which is checked only after a failure. */
  async #obtainManaged(token: string): Promise<Obtained> {
    const answer = await this.deps.backend.currentSession(token);
    return answer.ok ? { kind: "access", token, lifetimeMs: Number.POSITIVE_INFINITY } : this.#failed(token, answer.problem);
  }

  /** The handle may belong to a connection that another device has replaced, so asks the server before bothering the user. */
  async #obtainByHandle(who: string, token: string, handle: string): Promise<Obtained> {
    const answer = await this.deps.backend.refreshAccess(token, handle);
    if (answer.ok) return this.keep(who, answer.value);
    const failure = this.#failed(token, answer.problem);
    if (failure.kind !== "expired") return failure;
    const byStatus = await this.#obtainByStatus(who, token);
    return byStatus.kind === "later" || byStatus.kind === "expired" ? failure : byStatus;
  }

  /** A second device has no handle yet. */
  async #obtainByStatus(who: string, token: string): Promise<Obtained> {
    const answer = await this.deps.backend.cloudStatus(token);
    if (!answer.ok) return this.#failed(token, answer.problem);
    const { connected, needsReconnection, reason, accessToken, refreshToken, expiresIn, userInfo } = answer.value;
    if (needsReconnection) return { kind: "expired", reason: reason ?? "revoked" };
    if (!connected) return { kind: "gone" };
    if (accessToken === null || refreshToken === null || expiresIn === null || userInfo === null) {
      return { kind: "later", outOfReach: "drive" };
    }
    return this.keep(who, { accessToken, refreshToken, expiresIn, userInfo });
  }

  #failed(token: string, problem: BackendProblem): Exclude<Obtained, { readonly kind: "access" }> {
    const over = sessionOver(problem);
    if (over !== undefined) this.deps.onSessionOver(token, over);
    return decideAfterRenewal(problem);
  }
}

/** The connected drive as stored in this browser; `label` names it at an offline start. Spec B §3. */
type RememberedDrive = Pick<DriveUserInfo, "sub" | "email" | "name"> & { readonly label: string };

export function toDriveText({ sub, email, name }: DriveUserInfo, label: string): string {
  return JSON.stringify({ sub, email, name, label });
}

export function parseDriveText(text: string | undefined): RememberedDrive | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { sub, email, name, label } = value as Record<string, unknown>;
  const isWhole = typeof sub === "string" && typeof email === "string" && typeof name === "string" && typeof label === "string";
  return isWhole ? { sub, email, name, label } : undefined;
}
