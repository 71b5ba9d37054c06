/** What screens know of the drive that holds the notes, and what they can ask for. Spec A §2.6, B §4 "Cloud connection", decision 0006 "OAuth". */
import type { CloudUsage, DebugToken, DriveUserInfo } from "@satchel/contract/drives/cloud.ts";
import type { Result } from "../model/result.ts";
import type { ReadableStore } from "../model/store.ts";
import type { BackendProblem } from "../ports/account/backend.ts";
import type { ConfigurationCheck } from "./check-configuration.ts";

/**
 * Why only the user can help. `revoked`: withdrawn at the drive, or unused for too long. `grant-ended`: the drive gave its permission for a
 * limited time, as consent screens in testing do. `scope-missing`: the drive's own tick is gone. `not-permitted`: the drive itself refuses
 * although the token is good; it is tried on, because another device may have repaired it.
 */
export type LostReason = "revoked" | "grant-ended" | "scope-missing" | "not-permitted";

/** Who did not answer at the last attempt. */
export type OutOfReach = "network" | "server" | "drive";

export type Retry = {
  readonly attempt: number;
  readonly outOfReach: OutOfReach;
  /** Milliseconds; undefined: nothing is tried by itself any more. */
  readonly nextAtMs: number | undefined;
  /** The quick attempts are used up; from here on only at the pace of the scheduled sync. */
  readonly isResting: boolean;
};

export type ConnectionState = {
  /** `none`: not signed in or never connected. `disconnected`: unreachable, retried automatically. `expired`: the user must reconnect. */
  readonly kind: "none" | "connecting" | "connected" | "expired" | "disconnected";
  /** With `expired`. */
  readonly reason?: LostReason;
  /** With `disconnected`. */
  readonly retry?: Retry;
  /** What the drive is called. Absent while no drive is configured, and for managed storage. */
  readonly label?: string;
  readonly email?: string;
  readonly name?: string;
  /** The account before this one, until the user has chosen between them. */
  readonly formerEmail?: string;
  /** False shows the 'Coming Soon' card. */
  readonly isConfigured: boolean;
  /** Paid plans: storage of our own server, nothing to connect. */
  readonly isManaged: boolean;
};

export type ConnectionProblem =
  | { readonly kind: "not-configured" }
  | { readonly kind: "offline" }
  /** The drive service was asked and kept silent. */
  | { readonly kind: "not-responding" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "not-signed-in" }
  | { readonly kind: "not-connected" }
  /** `error` is the drive's word: `access_denied` when the user said no. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "no-code" }
  /** Signed in, but the drive's own tick was left out. */
  | { readonly kind: "scope-missing" }
  /** Not an answer to a question of this tab, or more than ten minutes old. */
  | { readonly kind: "state-mismatch" }
  /** `status`: what our server answered. `wasReconnect`: this browser tab had left to connect again. */
  | { readonly kind: "failed"; readonly status?: number; readonly wasReconnect?: true };

export type Returned = {
  readonly returnTo: string;
  readonly wasReconnect: boolean;
  /** Another drive account than before: sync stops and asks. */
  readonly accountChanged: boolean;
};

/** What a drive client needs. `token` answers `undefined` when there is none to be had now. */
export type DriveAccess = {
  readonly baseUrls: { readonly api: string; readonly upload: string };
  token(): Promise<string | undefined>;
  /** After a 401: one renewal for all who ask at once, in all tabs. */
  refresh(): Promise<string | undefined>;
};

/** What the spec's browser events report (B §7 "Browser events"); mirrored to the window by the app. */
export type ConnectionEvent =
  | { readonly kind: "access-ready"; readonly token: string; readonly userInfo: Pick<DriveUserInfo, "email" | "name"> | undefined }
  | { readonly kind: "token-refreshed" }
  | { readonly kind: "token-expired" }
  | {
      readonly kind: "reconnection-required";
      readonly provider: string;
      readonly error: string;
      readonly reason: "token_refresh_failed" | "permanent_auth_error";
    };

/** The query of a return address; `URLSearchParams` is one. */
export type ReturnQuery = { get(name: string): string | null };

export type ConnectOptions = {
  /** Offers the account that was there before a reconnect with another one. */
  readonly asFormer?: boolean;
};

type Asked<Value> = Promise<Result<Value, ConnectionProblem>>;

export interface ConnectionService {
  readonly store: ReadableStore<ConnectionState>;
  /** Leaves the page for the drive's sign-in; `returnTo` is a path of ours to go to afterwards. */
  connect(returnTo: string, options?: ConnectOptions): Asked<void>;
  /** The return page hands over its query. Asked twice for the same return, it answers the same. */
  finish(query: ReturnQuery): Asked<Returned>;
  disconnect(): Asked<void>;
  /** Tries at once, and counts attempts again. True when connected. */
  reconnect(): Promise<boolean>;
  /** The banner's way back: online? is the drive there? silently if that is possible, else through the drive's sign-in. Spec A §4, B §4. */
  quickReconnect(returnTo: string): Asked<"reconnected" | "leaving">;
  stopAutoRetry(): void;
  /** What the drive said to a sync: that it does not permit it, or that all is well. */
  reportDriveStatus(status: "not-permitted" | "fine"): void;
  /** The user has chose the drive that is connected now. */
  confirmAccount(): void;
  /** Live from the drive that holds the notes. */
  usage(): Asked<CloudUsage>;
  /** What the Debug button shows. */
  debug(): Asked<DebugToken>;
  checkConfiguration(): readonly ConfigurationCheck[];
  /** Undefined while it is not known where the notes are. The same object until another connection takes its place. */
  access(): DriveAccess | undefined;
  onEvent(listener: (event: ConnectionEvent) => void): () => void;
  /** Sign-out: nothing of the connection stays on this device. */
  forget(): void;
}

/** What asking for access brought. `expired`: only the user can help. `gone`: there is no connection any more. `later`: nothing is known to be wrong with it. */
export type Obtained =
  | { readonly kind: "access"; readonly token: string; readonly lifetimeMs: number }
  | { readonly kind: "expired"; readonly reason: LostReason }
  | { readonly kind: "later"; readonly outOfReach: OutOfReach; readonly problem?: BackendProblem }
  | { readonly kind: "gone" };
