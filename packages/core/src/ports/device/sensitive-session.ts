/** What a tab keeps of an unlocked Sensitive folder over a reload: in the tab's own storage, never on disk beside what it opens. encryption.md 3.5 (8). */
export type SensitiveSession = {
  /** Opens the kept row of the key; worth nothing without it. */
  readonly sessionKey: string;
  /** The server's; missing when it was unlocked offline. */
  readonly token?: string;
  readonly expiresAt: number;
};

export interface SensitiveSessionStore {
  read(): SensitiveSession | undefined;
  write(session: SensitiveSession): void;
  clear(): void;
}
