/** Rows of the key database: a non-extractable device key, and roots wrapped under it. encryption.md 3.2 "device key". */
import type { KdfCost } from "@satchel/crypto/primitives/kdf.ts";
import type { AlsoEntry, KeyDocument } from "@satchel/crypto/vault/key-document.ts";
import type { Wrap } from "@satchel/crypto/vault/wraps.ts";

export type DeviceRow = {
  /** Id in the wraps' AAD; not the same as the sync device's id. */
  readonly deviceId: string;
  readonly deviceKey: CryptoKey;
  /** Normalized email of the account. */
  readonly owner: string;
  readonly vaultId: string;
  /** The vault's root, wrapped under the device key. */
  readonly dev: Wrap;
  /** The wrapped recovery key, until the user has proved to have it on paper, or until it would open a Sensitive folder. */
  readonly prk?: Wrap;
  /** The recovery key is not proved yet, but is no longer here: only a typed password shows it. */
  readonly isUnproved?: true;
  /** Older roots from the key document at the last sign-in, so that their files open offline. */
  readonly also: readonly AlsoEntry[];
  /** The newest document that the server has acknowledged; with it, the sensitive password works while the server is unreachable. */
  readonly document?: KeyDocument;
  /**
   * Names of the password wraps that opened this vault here, newest first. The older ones were replaced, and do not open the vault on this
   * device again.
   */
  readonly wraps?: readonly string[];
  /** Highest KDF cost of a password that opened this vault here. The server cannot ask for a cheaper one, which is easier to guess. */
  readonly cost?: KdfCost;
};

/**
 * A sensitive key that survives reloads, wrapped under a key in one tab's session storage. `name` identifies the tab's rows without
 * revealing that key.
 */
export type SessionRow = {
  readonly name: string;
  readonly sid: string;
  /** Position in the key document. */
  readonly place: number;
  readonly expiresAt: number;
  readonly wrap: Wrap;
};

export type KeyRows = {
  readonly current: DeviceRow | undefined;
  /** Replaced vaults of this owner, which still open what was sealed under them. */
  readonly former: readonly DeviceRow[];
};

/** Throws the browser's exceptions; keyring-service turns them into problems. Each write is atomic. */
export interface KeyStore {
  read(): Promise<KeyRows>;
  /** Keeps `former` under its vault's name. */
  replace(current: DeviceRow, former?: DeviceRow): Promise<void>;
  readSessions(name: string): Promise<readonly SessionRow[]>;
  addSessions(rows: readonly SessionRow[]): Promise<void>;
  /** Replaces rows if all of them still exist; otherwise writes nothing and returns false. */
  replaceSessions(rows: readonly SessionRow[]): Promise<boolean>;
  forgetSessions(isOver: (row: SessionRow) => boolean): Promise<void>;
  /** Deletes everything, including sessions. */
  clear(): Promise<void>;
}
