/**
 * The Sensitive folder's keys inside the keyring: one key S per folder, under its own password, boxed for the recovery key. What is
 * opened or made here counts once it is taken; what is taken seals and opens until it is locked. Implemented by web/adapters/sealing.
 * encryption.md 3.2, 3.5 (8)–(10).
 */
import type { Kdf, KeyDocument, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { DocumentChange } from "./key-changes.ts";
import type { DeriveProblem } from "./keyring.ts";

/** What the server stores in one transaction with the new document; the caller adds the revision it saw. */
export type SensitiveWrite = {
  readonly sid: string;
  /** Further folders that get the same password in the same write. */
  readonly others: readonly string[];
  readonly verifier: string;
  readonly sens: NonNullable<KeyDocument["sens"]>;
  readonly proof: string;
  /** Binds the document that the server makes of it. */
  readonly bound: string;
};

/** A folder of local mode: no account, so no verifier, and nothing recovers its password. */
export type LocalSensitive = { readonly sid: string; readonly kdf: Kdf; readonly spw: Wrap };

/** A folder that a password opened, and what the server checks that password by. */
export type OpenedSensitive = { readonly sid: string; readonly verifier: string };

export type SensitiveProblem =
  /** The vault is not open on this device. */
  | { readonly kind: "vault-locked" }
  | { readonly kind: "not-set-up" }
  /** The password opens no folder: opening is the check. `shown`: what the server would have checked it by. */
  | { readonly kind: "sensitive-refused"; readonly shown?: OpenedSensitive }
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

type Outcome<Value, More = never> = Promise<Result<Value, SensitiveProblem | More>>;

/** What seals and opens texts while the folder is unlocked. */
export type NoteSealing = Pick<SensitiveKeys, "unlockedSensitive" | "sealSensitiveNote" | "openSensitiveNote">;

export interface SensitiveKeys {
  /** The folders that this document has keys for. */
  sensitiveFolders(document: KeyDocument): Outcome<readonly string[]>;
  /** A new folder's key, prepared; answers its name. */
  prepareSensitive(): Promise<string>;
  /** Opens every folder whose wrap this password opens, and prepares them. Never an empty list. */
  openSensitive(document: KeyDocument, password: string): Outcome<readonly OpenedSensitive[], DeriveProblem>;
  /** With the recovery key of the vault last opened (`openVault`, `openWithRecoveryKey`): every folder whose box it opens, prepared. */
  openBoxedSensitive(document: KeyDocument): Outcome<readonly string[]>;
  /** The same of the other vault that was opened just now, from its document or its copy in the drive; without those that are known here. */
  openOtherSensitive(document: KeyDocument, other: KeyDocument | Uint8Array): Outcome<readonly string[]>;
  /** Folders of older vaults whose roots have joined this one, under their own passwords; without those that are known here. */
  olderSensitive(document: KeyDocument, older: readonly KeyDocument[]): Outcome<readonly LocalSensitive[]>;
  /** The folders' keys under their passwords, as a backup takes them along; none of them opens anything by itself. */
  sensitivePasswords(document: KeyDocument): Outcome<readonly LocalSensitive[]>;
  /** The password that `sensitiveWrite` wraps under. */
  prepareSensitivePassword(password: string): Promise<Result<void, DeriveProblem>>;
  /** Prepared folders under the prepared password. */
  sensitiveWrite(document: KeyDocument, sids: readonly [string, ...string[]]): Outcome<SensitiveWrite>;
  /** The document with every prepared key boxed for today's recovery pair, and without pairs that nothing needs; `undefined` when it is. */
  prepareBoxes(document: KeyDocument): Outcome<DocumentChange | undefined>;
  /** Local mode: made and opened without any vault. */
  prepareLocalSensitive(password: string): Outcome<LocalSensitive, DeriveProblem>;
  openLocalSensitive(folder: LocalSensitive, password: string): Outcome<void, DeriveProblem>;
  /** The same folder under the prepared password; its key stays prepared. */
  changeLocalSensitive(folder: LocalSensitive, current: string): Outcome<LocalSensitive, DeriveProblem>;
  /** A folder of local mode joins the account: its password is asked for again, so that its key can be boxed. */
  prepareJoin(document: KeyDocument, folder: LocalSensitive, password: string): Outcome<SensitiveWrite, DeriveProblem>;

  /** What was prepared seals and opens from now on; `undefined` when nothing was. */
  takeSensitive(): Promise<string | undefined>;
  /** Which folder new notes are sealed for while it is unlocked. */
  unlockedSensitive(): Promise<string | undefined>;
  /** For a reload until then: the key of the kept rows, which goes into the tab's own storage and nowhere else; what it kept before goes. */
  keepSensitive(expiresAt: number, formerKey: string | undefined): Promise<Result<string, StoreProblem | { readonly kind: "locked" }>>;
  /** Activity moves the end; false when the row is gone, or past it. */
  extendSensitive(sessionKey: string, now: number, expiresAt: number): Promise<Result<boolean, StoreProblem>>;
  /** At start: deletes every row that is past its end or not this tab's, and takes up what this key opens. Its end, or `undefined`. */
  restoreSensitive(sessionKey: string | undefined, now: number): Promise<Result<number | undefined, StoreProblem>>;
  /** Drops S, what was prepared, and the row that this key opens. */
  lockSensitive(sessionKey: string | undefined): Promise<Result<void, StoreProblem>>;
  /** Title, text and attachment list of a sensitive note, in an envelope under S. */
  sealSensitiveNote(id: string, content: object): Promise<Result<object, "locked" | "too-large">>;
  openSensitiveNote(id: string, sealed: unknown): Promise<Result<object, "locked" | "unknown-version" | "unknown-key" | "damaged">>;
}

/** A folder and the password that opens it. */
export type TypedSensitive = { readonly folder: LocalSensitive; readonly password: string };

/** Re-encrypts what another folder sealed, without showing it; keys are held until the end or the next lock. */
export interface ResealingKeys {
  /** `own-refused`: it was the folder that is here which did not open. Further folders come to those that were begun. */
  beginResealing(from: TypedSensitive, own: TypedSensitive): Outcome<void, DeriveProblem | { readonly kind: "own-refused" }>;
  resealNote(id: string, sealed: unknown): Promise<Result<object, ResealingProblem>>;
  resealFile(id: string, bytes: Uint8Array): Promise<Result<Uint8Array, ResealingProblem>>;
  endResealing(): Promise<void>;
}

export type ResealingProblem = "locked" | "too-large" | "unknown-version" | "unknown-key" | "damaged";
