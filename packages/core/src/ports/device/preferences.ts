/** Small choices of this browser profile (theme, list width, chosen plan), by the names in storage-keys.ts. Never secrets or note text. */
export interface Preferences {
  read(key: string): string | undefined;
  /** `undefined` removes the value. If the browser refuses storage, the choice is lost at reload. */
  write(key: string, value: string | undefined): void;
}
