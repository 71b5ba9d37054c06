/** Small choices of this browser profile (theme, list width, chosen plan), by the names of storage-keys.ts. Never secrets, never note text. */
export interface Preferences {
  read(key: string): string | undefined;
  /** `undefined` forgets. A browser that refuses storage loses the choice at reload and nothing else. */
  write(key: string, value: string | undefined): void;
}
