/**
 * The Sensitive folder's keys behind the keyring's door: one key S per folder, under its own password, boxed for the recovery key. What is
 * opened or made here counts once it is taken; what is taken seals and opens until it is locked. Implemented by web/adapters/sealing.
 * encryption.md 3.2, 3.5 (8)–(10).
 */
import type { Kdf, KeyDocument, Wrap } from "@satchel/contract/keys.ts";
import type { Result } from "../result.ts";
import type { DocumentChange } from "./key-changes.ts";
import type { DeriveProblem } from "./keyring.ts";
import type { StoreProblem } from "./local-store.ts";

/** What the server stores in one transaction with the new document; the caller adds the revision it saw. */
export type SensitiveWrite = {
  readonly sid: string;
  readonly verifier: string;
  readonly sens: NonNullable<KeyDocument["sens"]>;
  readonly proof: string;
};

/** A folder of local mode: no account, so no verifier, and nothing recovers its password. */
export type LocalSensitive = { readonly sid: string; readonly kdf: Kdf; readonly spw: Wrap };

export type SensitiveProblem =
  /** The vault is not open on this device. */
  | { readonly kind: "vault-locked" }
  | { readonly kind: "not-set-up" }
  /** The password opens no folder: opening is the check. */
  | { readonly kind: "sensitive-refused" }
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

type Outcome<Value, More = never> = Promise<Result<Value, SensitiveProblem | More>>;

export interface SensitiveKeys {
  /** The folders that this document has keys for. */
  sensitiveFolders(document: KeyDocument): Outcome<readonly string[]>;
  /** A new folder's key under a new password, prepared. */
  prepareSensitive(document: KeyDocument, password: string): Outcome<SensitiveWrite, DeriveProblem>;
  /** Opens the folder whose wrap this password opens, and prepares it. */
  openSensitive(document: KeyDocument, password: string): Outcome<{ readonly sid: string; readonly verifier: string }, DeriveProblem>;
  /** With the recovery key of the vault last opened (`openVault`, `openWithRecoveryKey`): the folder's key from its box, prepared. */
  openBoxedSensitive(document: KeyDocument, sid: string): Outcome<void>;
  /** The prepared key under another password. */
  prepareSensitivePassword(document: KeyDocument, password: string): Outcome<SensitiveWrite, DeriveProblem>;
  /** The document with the prepared key boxed for today's recovery pair, and without pairs that nothing needs; `undefined` when it is. */
  prepareBox(document: KeyDocument): Outcome<DocumentChange | undefined>;
  /** Local mode: made and opened without any vault. */
  prepareLocalSensitive(password: string): Outcome<LocalSensitive, DeriveProblem>;
  openLocalSensitive(folder: LocalSensitive, password: string): Outcome<void, DeriveProblem>;
  /** A folder of local mode joins the account: its password is asked for again, so that its key can be boxed. */
  prepareJoin(document: KeyDocument, folder: LocalSensitive, password: string): Outcome<SensitiveWrite, DeriveProblem>;

  /** What was prepared seals and opens from now on; `undefined` when nothing was. */
  takeSensitive(): Promise<string | undefined>;
  /** Which folder is unlocked. */
  unlockedSensitive(): Promise<string | undefined>;
  /** For a reload until then: the key of the kept row, which goes into the tab's own storage and nowhere else. */
  keepSensitive(expiresAt: number): Promise<Result<string, StoreProblem | { readonly kind: "locked" }>>;
  /** Activity moves the end; false when the row is gone, or past it. */
  extendSensitive(sessionKey: string, now: number, expiresAt: number): Promise<Result<boolean, StoreProblem>>;
  /** At start: deletes every row that is past its end, and takes up the one that this key opens. Its end, or `undefined`. */
  restoreSensitive(sessionKey: string | undefined, now: number): Promise<Result<number | undefined, StoreProblem>>;
  /** Drops S, what was prepared, and the row that this key opens. */
  lockSensitive(sessionKey: string | undefined): Promise<Result<void, StoreProblem>>;
  /** Title, text and attachment list of a sensitive note, in an envelope under S. */
  sealSensitiveNote(id: string, content: object): Promise<Result<object, "locked" | "too-large">>;
  openSensitiveNote(id: string, sealed: unknown): Promise<Result<object, "locked" | "unknown-version" | "unknown-key" | "damaged">>;
}
