/** What screens know of the drive that holds the notes, and what they can ask for. Spec A §2.6, B §4 "Cloud connection", decisions §6 "OAuth". */
import type { Result } from "../result.ts";
import type { ReadableStore } from "../store.ts";

export type ConnectionState = {
  /**
   * `none`: nobody is signed in, or no drive was ever connected. `disconnected`: connected, but not to be reached just now; it is tried again
   * by itself. `expired`: the drive no longer takes us, and only the person can connect again.
   */
  readonly kind: "none" | "connecting" | "connected" | "expired" | "disconnected";
  /** What the drive is called. Absent while no drive is configured, and for managed storage. */
  readonly label?: string;
  readonly email?: string;
  readonly name?: string;
  /** False shows the 'Coming Soon' card. */
  readonly isConfigured: boolean;
  /** Paid plans: storage of our own server, nothing to connect. */
  readonly isManaged: boolean;
};

export type ConnectionProblem =
  | { readonly kind: "not-configured" }
  | { readonly kind: "offline" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "not-signed-in" }
  /** `error` is the drive's word: `access_denied` when the person said no. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "no-code" }
  /** Signed in, but the drive's own tick was left out. */
  | { readonly kind: "scope-missing" }
  /** Not an answer to a question of this tab, or ten minutes late. */
  | { readonly kind: "state-mismatch" }
  | { readonly kind: "failed"; readonly status?: number };

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
  /** After a 401: one renewal for all who ask at once. */
  refresh(): Promise<string | undefined>;
};

/** The query of a return address; `URLSearchParams` is one. */
export type ReturnQuery = { get(name: string): string | null };

export interface ConnectionService {
  readonly store: ReadableStore<ConnectionState>;
  /** Leaves the page for the drive's sign-in; `returnTo` is a path of ours to go to afterwards. */
  connect(returnTo: string): Promise<Result<void, ConnectionProblem>>;
  /** The return page hands over its query. Asked twice for the same return, it answers the same. */
  finish(query: ReturnQuery): Promise<Result<Returned, ConnectionProblem>>;
  disconnect(): Promise<Result<void, ConnectionProblem>>;
  /** Tries at once, and counts attempts anew. True when connected. */
  reconnect(): Promise<boolean>;
  stopAutoRetry(): void;
  /** Undefined while it is not known where the notes lie. The same object until another connection takes its place. */
  access(): DriveAccess | undefined;
  /** Sign-out: nothing of the connection stays on this device. */
  forget(): void;
}
