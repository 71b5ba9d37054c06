/**
 * A tab's record of the unlocked Sensitive folder, for reloads. Stored in the tab's own storage, never on disk beside the rows it opens.
 * encryption.md 3.5 (8).
 */
export type SensitiveSession = {
  /** Opens the stored row of the key; useless without that row. */
  readonly sessionKey: string;
  /** The server's token; absent if the folder was unlocked offline. */
  readonly token?: string;
  readonly expiresAt: number;
};

export interface SensitiveSessionStore {
  read(): SensitiveSession | undefined;
  write(session: SensitiveSession): void;
  clear(): void;
}
