/** The key database: a non-extractable device key, and roots wrapped under it. encryption.md 3.2 "device key". */
import type { AlsoEntry, KeyDocument } from "@satchel/crypto/vault/key-document.ts";
import type { Wrap } from "@satchel/crypto/vault/wraps.ts";

export type DeviceRow = {
  /** Part of the wraps' AAD; another one than the sync device's. */
  readonly deviceId: string;
  readonly deviceKey: CryptoKey;
  /** E-mail of the account, normalised. */
  readonly owner: string;
  readonly vaultId: string;
  /** The vault's root. */
  readonly dev: Wrap;
  /** The recovery key until its owner has proved to have it on paper, or until it would open a sensitive folder. */
  readonly prk?: Wrap;
  /** It is not proved yet, but only a typed password shows it. */
  readonly isUnproved?: true;
  /** Older roots as the key document had them at the last sign-in, so that their files open offline. */
  readonly also: readonly AlsoEntry[];
  /** The newest that the server has acknowledged: what the sensitive password opens while the server is away. */
  readonly document?: KeyDocument;
  /** Names of the passwords' wraps that opened this vault here, the newest first: the others were replaced and open nothing here again. */
  readonly wraps?: readonly string[];
};

/** A sensitive key over a reload, under a key that is in one tab's own storage. `name` identifies the tab's rows, not their key. */
export type SessionRow = {
  readonly name: string;
  readonly sid: string;
  /** In the order of the key document. */
  readonly place: number;
  readonly expiresAt: number;
  readonly wrap: Wrap;
};

export type KeyRows = {
  readonly current: DeviceRow | undefined;
  /** Vaults of this owner that another one took the place of: what was sealed under them still opens here. */
  readonly former: readonly DeviceRow[];
};

/** Throws what the browser throws; keyring-service turns it into problems. Writes are whole or not at all. */
export interface KeyStore {
  read(): Promise<KeyRows>;
  /** `former` is kept beside under its vault's name. */
  replace(current: DeviceRow, former?: DeviceRow): Promise<void>;
  readSessions(name: string): Promise<readonly SessionRow[]>;
  addSessions(rows: readonly SessionRow[]): Promise<void>;
  /** In the place of rows that are all still there; false, and nothing written, when one has gone meanwhile. */
  replaceSessions(rows: readonly SessionRow[]): Promise<boolean>;
  forgetSessions(isOver: (row: SessionRow) => boolean): Promise<void>;
  /** Everything, sessions too. */
  clear(): Promise<void>;
}
