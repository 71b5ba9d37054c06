/**
 * The Sensitive folder's keys inside the keyring: one key S per folder, wrapped by its password and boxed for the recovery key. Opened or
 * new keys are only prepared until `takeSensitive`; taken keys seal and open until locked. Implemented by web/adapters/sealing.
 * encryption.md 3.2, 3.5 (8)–(10).
 */
import type { Kdf, KeyDocument, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { DocumentChange } from "./key-changes.ts";
import type { DeriveProblem } from "./keyring.ts";

/** Stored by the server in one transaction with the new document; the caller adds the revision it read. */
export type SensitiveWrite = {
  readonly sid: string;
  /** Other folders that get the same password in the same write. */
  readonly others: readonly string[];
  readonly verifier: string;
  readonly sens: NonNullable<KeyDocument["sens"]>;
  readonly proof: string;
  /** Binds the document that the server builds from this write. */
  readonly bound: string;
};

/** A folder of local mode: without an account it has no verifier, and its password cannot be recovered. */
export type LocalSensitive = { readonly sid: string; readonly kdf: Kdf; readonly spw: Wrap };

/** A folder that a password opened, and the verifier of that password for the server. */
export type OpenedSensitive = { readonly sid: string; readonly verifier: string };

export type SensitiveProblem =
  /** The vault is not open on this device. */
  | { readonly kind: "vault-locked" }
  | { readonly kind: "not-set-up" }
  /** The password opens no folder; opening is the only check. `shown`: verifier that the server would have compared. */
  | { readonly kind: "sensitive-refused"; readonly shown?: OpenedSensitive }
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

type Outcome<Value, More = never> = Promise<Result<Value, SensitiveProblem | More>>;

/** Seals and opens texts while the folder is unlocked. */
export type NoteSealing = Pick<SensitiveKeys, "unlockedSensitive" | "sealSensitiveNote" | "openSensitiveNote">;

export interface SensitiveKeys {
  /** Returns the folders that this document has keys for. */
  sensitiveFolders(document: KeyDocument): Outcome<readonly string[]>;
  /** Prepares a new folder's key and returns the folder's id. */
  prepareSensitive(): Promise<string>;
  /** Opens and prepares every folder that this password opens; never returns an empty list. */
  openSensitive(document: KeyDocument, password: string): Outcome<readonly OpenedSensitive[], DeriveProblem>;
  /** Opens and prepares every folder boxed for the recovery key of the vault last opened (`openVault`, `openWithRecoveryKey`). */
  openBoxedSensitive(document: KeyDocument): Outcome<readonly string[]>;
  /**
   * Opens the boxed folders of another vault that was just opened, from its document or its copy in the drive, except folders known here.
   */
  openOtherSensitive(document: KeyDocument, other: KeyDocument | Uint8Array): Outcome<readonly string[]>;
  /** Returns folders of older vaults whose roots this vault has adopted, under their own passwords, except folders known here. */
  olderSensitive(document: KeyDocument, older: readonly KeyDocument[]): Outcome<readonly LocalSensitive[]>;
  /** Returns the folders' wrapped keys for a backup; none opens without its password. */
  sensitivePasswords(document: KeyDocument): Outcome<readonly LocalSensitive[]>;
  /** Sets the password for `sensitiveWrite`. */
  prepareSensitivePassword(password: string): Promise<Result<void, DeriveProblem>>;
  /** Wraps prepared folders with the prepared password. */
  sensitiveWrite(document: KeyDocument, sids: readonly [string, ...string[]]): Outcome<SensitiveWrite>;
  /**
   * Returns the document with every prepared key boxed for the current recovery pair, without unneeded pairs; undefined if it is already
   * so.
   */
  prepareBoxes(document: KeyDocument): Outcome<DocumentChange | undefined>;
  /** Local mode: creates or opens a folder without a vault. */
  prepareLocalSensitive(password: string): Outcome<LocalSensitive, DeriveProblem>;
  openLocalSensitive(folder: LocalSensitive, password: string): Outcome<void, DeriveProblem>;
  /** Wraps the same folder with the prepared password; its key stays prepared. */
  changeLocalSensitive(folder: LocalSensitive, current: string): Outcome<LocalSensitive, DeriveProblem>;
  /** Prepares a folder of local mode for the account; needs its password, so that the key can be boxed. */
  prepareJoin(document: KeyDocument, folder: LocalSensitive, password: string): Outcome<SensitiveWrite, DeriveProblem>;

  /** Makes the prepared key current and returns its folder; undefined if none was prepared. */
  takeSensitive(): Promise<string | undefined>;
  /** Returns the folder for which new notes are sealed while it is unlocked. */
  unlockedSensitive(): Promise<string | undefined>;
  /**
   * Stores the keys for reloads until `expiresAt`. Returns the key of the stored rows, which belongs only in the tab's own storage; removes
   * the rows of `formerKey`.
   */
  keepSensitive(expiresAt: number, formerKey: string | undefined): Promise<Result<string, StoreProblem | { readonly kind: "locked" }>>;
  /** Extends the time after activity; returns false if the row is gone or expired. */
  extendSensitive(sessionKey: string, now: number, expiresAt: number): Promise<Result<boolean, StoreProblem>>;
  /**
   * At startup: deletes expired rows and rows of this tab that the key does not open, then restores the keys. Returns the end time, or
   * undefined.
   */
  restoreSensitive(sessionKey: string | undefined, now: number): Promise<Result<number | undefined, StoreProblem>>;
  /** Drops S, prepared keys, and the row that this key opens. */
  lockSensitive(sessionKey: string | undefined): Promise<Result<void, StoreProblem>>;
  /** Seals title, text and attachment list of a sensitive note in an envelope under S. */
  sealSensitiveNote(id: string, content: object): Promise<Result<object, "locked" | "too-large">>;
  openSensitiveNote(id: string, sealed: unknown): Promise<Result<object, "locked" | "unknown-version" | "unknown-key" | "damaged">>;
}

/** A folder and the password that opens it. */
export type TypedSensitive = { readonly folder: LocalSensitive; readonly password: string };

/** Re-encrypts what another folder sealed, without revealing it; keys are held until `endResealing` or the next lock. */
export interface ResealingKeys {
  /** `own-refused`: the password of the folder here was wrong. Each call adds a source folder. */
  beginResealing(from: TypedSensitive, own: TypedSensitive): Outcome<void, DeriveProblem | { readonly kind: "own-refused" }>;
  resealNote(id: string, sealed: unknown): Promise<Result<object, ResealingProblem>>;
  resealFile(id: string, bytes: Uint8Array): Promise<Result<Uint8Array, ResealingProblem>>;
  endResealing(): Promise<void>;
}

export type ResealingProblem = "locked" | "too-large" | "unknown-version" | "unknown-key" | "damaged";
