/** What asking a drive for its permission needs of the browser: chance, a digest, a place that outlives the page, and leaving the page. decision 0006 "OAuth". */
export interface Authorization {
  /** 32 random bytes as base64url. */
  randomToken(): string;
  /** PKCE S256: base64url of the SHA-256 of the verifier. */
  challengeOf(verifier: string): Promise<string>;
  /** One text, kept in this browser until the page returns; `undefined` forgets. False when the browser refuses. */
  keep(text: string | undefined): boolean;
  kept(): string | undefined;
  /** Whether this browser tab leaves to connect again, not for the first time: `googleDriveReconnection` of spec B §3. */
  markReconnecting(isReconnecting: boolean): void;
  /** Whether that was marked; forgets it. */
  takeReconnecting(): boolean;
  /** Of this page, without a closing slash. */
  readonly origin: string;
  /** Answers on a page that is still here a while later: the user stayed, or came back by the browser's Back. */
  leaveTo(address: string): Promise<void>;
}
