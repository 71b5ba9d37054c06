/** The drive that holds the notes, as screens see it, and its commands. Spec A §2.6, B §4 "Cloud connection", decision 0006 "OAuth". */
import type { CloudUsage, DebugToken, DriveUserInfo } from "@satchel/contract/drives/cloud.ts";
import type { Result } from "../model/result.ts";
import type { ReadableStore } from "../model/store.ts";
import type { BackendProblem } from "../ports/account/backend.ts";
import type { ConfigurationCheck } from "./check-configuration.ts";

/**
 * Reasons for a loss that only the user can resolve. `revoked`: withdrawn at the drive, or unused for too long. `grant-ended`: the
 * permission was limited in time, as consent screens in testing are. `scope-missing`: the user did not check the drive's permission.
 * `not-permitted`: the drive refuses a valid token; sync still tries, because another device may have resolved it.
 */
export type LostReason = "revoked" | "grant-ended" | "scope-missing" | "not-permitted";

/** Part that did not respond at the last attempt. */
export type OutOfReach = "network" | "server" | "drive";

export type Retry = {
  readonly attempt: number;
  readonly outOfReach: OutOfReach;
  /** Time of the next attempt in Unix milliseconds; undefined if there are no automatic attempts left. */
  readonly nextAtMs: number | undefined;
  /** The quick attempts have ended; further ones follow at the pace of the scheduled sync. */
  readonly isResting: boolean;
};

export type ConnectionState = {
  /** `none`: not signed in or never connected. `disconnected`: unreachable, retried automatically. `expired`: the user must reconnect. */
  readonly kind: "none" | "connecting" | "connected" | "expired" | "disconnected";
  /** Set with `expired`. */
  readonly reason?: LostReason;
  /** Set with `disconnected`. */
  readonly retry?: Retry;
  /** Name of the drive. Absent if no drive is configured, and for managed storage. */
  readonly label?: string;
  readonly email?: string;
  readonly name?: string;
  /** Previous account, until the user has chosen between the two. */
  readonly formerEmail?: string;
  /** False shows the 'Coming Soon' card. */
  readonly isConfigured: boolean;
  /** Paid plans use our server's storage, without a connection. */
  readonly isManaged: boolean;
};

export type ConnectionProblem =
  | { readonly kind: "not-configured" }
  | { readonly kind: "offline" }
  /** The drive service did not respond. */
  | { readonly kind: "not-responding" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "not-signed-in" }
  | { readonly kind: "not-connected" }
  /** `error`: the drive's error code; `access_denied` if the user declined. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "no-code" }
  /** Signed in, but the drive's permission was not checked. */
  | { readonly kind: "scope-missing" }
  /** The query does not belong to a request of this browser, or is more than ten minutes old. */
  | { readonly kind: "state-mismatch" }
  /** `status`: status of the server's response. `wasReconnect`: this browser tab had left to reconnect. */
  | { readonly kind: "failed"; readonly status?: number; readonly wasReconnect?: true };

export type Returned = {
  readonly returnTo: string;
  readonly wasReconnect: boolean;
  /** The drive account differs from the previous one; sync stops and asks. */
  readonly accountChanged: boolean;
};

/** Token and addresses for a drive client. `token` returns undefined if no token is available. */
export type DriveAccess = {
  readonly baseUrls: { readonly api: string; readonly upload: string };
  token(): Promise<string | undefined>;
  /** Renews the token after a 401. Concurrent callers in all tabs share one renewal. */
  refresh(): Promise<string | undefined>;
};

/** The spec's browser events (B §7 "Browser events"), which the app dispatches on the window. */
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

/** Query of a return address, such as `URLSearchParams`. */
export type ReturnQuery = { get(name: string): string | null };

export type ConnectOptions = {
  /** Offers the account that was connected before a reconnect with another one. */
  readonly asFormer?: boolean;
};

type Asked<Value> = Promise<Result<Value, ConnectionProblem>>;

export interface ConnectionService {
  readonly store: ReadableStore<ConnectionState>;
  /** Leaves the page for the drive's sign-in; `returnTo`: path of this app to return to. */
  connect(returnTo: string, options?: ConnectOptions): Asked<void>;
  /** Processes the query of the return page. Returns the same result if called twice for the same return. */
  finish(query: ReturnQuery): Asked<Returned>;
  disconnect(): Asked<void>;
  /** Tries at once and restarts the count of attempts. Returns true if connected. */
  reconnect(): Promise<boolean>;
  /**
   * Reconnect for the banner: checks network and drive, then renews silently if possible, otherwise through the drive's sign-in. Spec A §4,
   * B §4.
   */
  quickReconnect(returnTo: string): Asked<"reconnected" | "leaving">;
  stopAutoRetry(): void;
  /** Sync reports whether the drive permits its requests. */
  reportDriveStatus(status: "not-permitted" | "fine"): void;
  /** Confirms the connected drive's account as the user's choice. */
  confirmAccount(): void;
  /** Reads the current usage from the drive. */
  usage(): Asked<CloudUsage>;
  /** Data for the Debug button. */
  debug(): Asked<DebugToken>;
  checkConfiguration(): readonly ConfigurationCheck[];
  /** Undefined while the storage of the notes is unknown. Returns the same object until the connection is replaced. */
  access(): DriveAccess | undefined;
  onEvent(listener: (event: ConnectionEvent) => void): () => void;
  /** Removes everything of the connection from this device at sign-out. */
  forget(): void;
}

/**
 * Result of requesting access. `expired`: only the user can help. `gone`: the connection no longer exists. `later`: no known problem;
 * retry.
 */
export type Obtained =
  | { readonly kind: "access"; readonly token: string; readonly lifetimeMs: number }
  | { readonly kind: "expired"; readonly reason: LostReason }
  | { readonly kind: "later"; readonly outOfReach: OutOfReach; readonly problem?: BackendProblem }
  | { readonly kind: "gone" };
