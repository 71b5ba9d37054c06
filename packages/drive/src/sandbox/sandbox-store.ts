/**
 * Port for the data of the sandbox's OAuth. Secrets (codes, tokens) are stored as hashes only. Contract suite:
 * testing/sandbox-store-contract.ts.
 */
export type SandboxUser = { readonly id: string; readonly email: string; readonly name: string };

export type TicketKind = "consent" | "code" | "access" | "refresh";

/** One issued secret. `details` is the OAuth code's own JSON. */
export type Ticket = {
  readonly kind: TicketKind;
  readonly hash: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Unix milliseconds; Infinity for refresh tokens. */
  readonly expiresAt: number;
  readonly details: string;
};

export interface SandboxStore {
  putUser(user: SandboxUser): Promise<void>;
  getUser(id: string): Promise<SandboxUser | undefined>;
  put(ticket: Ticket): Promise<void>;
  get(kind: TicketKind, hash: string): Promise<Ticket | undefined>;
  /** Reads and removes in one step, so that only one of two concurrent callers gets the ticket. */
  take(kind: TicketKind, hash: string): Promise<Ticket | undefined>;
  /** Removes everything this user granted to this client, including the remembered consent. */
  revoke(userId: string, clientId: string): Promise<void>;
  /** Removes the access tokens of one user, or of all users. */
  removeAccessTokens(userId?: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
  /** Scopes the user has granted to this client so far. */
  grantedScopes(userId: string, clientId: string): Promise<readonly string[]>;
  grant(userId: string, clientId: string, scopes: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
