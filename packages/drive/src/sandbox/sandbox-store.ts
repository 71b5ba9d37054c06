/** Port: what the sandbox's OAuth keeps. Secrets (codes, tokens) are kept as hashes only. Contract suite: testing/sandbox-store-contract.ts. */
export type SandboxUser = { readonly id: string; readonly email: string; readonly name: string };

export type TicketKind = "consent" | "code" | "access" | "refresh";

/** One secret handed out. `details` is the OAuth code's own JSON. */
export type Ticket = {
  readonly kind: TicketKind;
  readonly hash: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Milliseconds; Infinity for refresh tokens. */
  readonly expiresAt: number;
  readonly details: string;
};

export interface SandboxStore {
  putUser(user: SandboxUser): Promise<void>;
  getUser(id: string): Promise<SandboxUser | undefined>;
  put(ticket: Ticket): Promise<void>;
  get(kind: TicketKind, hash: string): Promise<Ticket | undefined>;
  /** Reads and removes in one step: of two takers only one gets it. */
  take(kind: TicketKind, hash: string): Promise<Ticket | undefined>;
  /** Everything this person gave this client, the remembered consent too. */
  revoke(userId: string, clientId: string): Promise<void>;
  /** Of one user, or of all. */
  removeAccessTokens(userId?: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
  /** Scopes the user has allowed this client so far. */
  grantedScopes(userId: string, clientId: string): Promise<readonly string[]>;
  grant(userId: string, clientId: string, scopes: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
