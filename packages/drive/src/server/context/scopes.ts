/** The OAuth scopes that the server knows, and the access that each grants. drive-contract §5.4. */
export const SCOPES = {
  file: "https://www.googleapis.com/auth/drive.file",
  appData: "https://www.googleapis.com/auth/drive.appdata",
  full: "https://www.googleapis.com/auth/drive",
  readOnly: "https://www.googleapis.com/auth/drive.readonly",
  metadata: "https://www.googleapis.com/auth/drive.metadata",
  metadataReadOnly: "https://www.googleapis.com/auth/drive.metadata.readonly",
} as const;

const ANY: readonly string[] = Object.values(SCOPES);
const WRITES: readonly string[] = [SCOPES.file, SCOPES.appData, SCOPES.full];
const OPENING = { read: new Set(ANY), write: new Set(WRITES) };
const OPENING_DRIVE = { read: withoutAppData(ANY), write: withoutAppData(WRITES) };

export type Access = "read" | "write";

export function isAllowed(scopes: readonly string[], access: Access): boolean {
  return scopes.some((scope) => OPENING[access].has(scope));
}

/** The hidden app folder has a scope of its own; the `drive` scope does not include it. */
export function mayUseAppData(scopes: readonly string[]): boolean {
  return scopes.includes(SCOPES.appData);
}

/** True if the scopes grant access to My Drive. The app data scope alone does not. */
export function mayUseDrive(scopes: readonly string[], access: Access): boolean {
  return scopes.some((scope) => OPENING_DRIVE[access].has(scope));
}

function withoutAppData(scopes: readonly string[]): ReadonlySet<string> {
  return new Set(scopes.filter((scope) => scope !== SCOPES.appData));
}
