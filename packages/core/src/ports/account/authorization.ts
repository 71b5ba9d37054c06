/**
 * Browser services for a drive's OAuth: random tokens, a digest, storage that survives the redirect, and navigation. Decision 0006 "OAuth".
 */
export interface Authorization {
  /** 32 random bytes as base64url. */
  randomToken(): string;
  /** PKCE S256: base64url of the SHA-256 of the verifier. */
  challengeOf(verifier: string): Promise<string>;
  /** Stores one text in this browser until the page returns; `undefined` removes it. Returns false if the browser refuses storage. */
  keep(text: string | undefined): boolean;
  kept(): string | undefined;
  /** Marks that this tab leaves to reconnect, not to connect for the first time: `googleDriveReconnection` of spec B §3. */
  markReconnecting(isReconnecting: boolean): void;
  /** Returns and clears the mark of `markReconnecting`. */
  takeReconnecting(): boolean;
  /** Origin of this page, without a trailing slash. */
  readonly origin: string;
  /** Navigates away. Resolves only if the page is still open some time later, because the user stayed or came back. */
  leaveTo(address: string): Promise<void>;
}
