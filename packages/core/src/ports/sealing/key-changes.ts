/**
 * Changes keys inside the keyring, beside `Keyring`: other ways to open a vault, a new password or recovery key, a fresh vault, approval of
 * another device (approval-keys.ts). No key leaves the keyring, and prepared changes count only once the server has acknowledged them. Implemented by
 * web/adapters/sealing. encryption.md 3.5 (3)–(7).
 */
import type { Kdf, KeyDocument, NewVault, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { ApprovalKeys } from "./approval-keys.ts";
import type { DeriveProblem } from "./keyring.ts";

export type RecoveryProblem =
  | { readonly kind: "recovery-key-malformed" }
  /** The check characters are wrong; the key was not tried. */
  | { readonly kind: "recovery-key-mistyped" }
  /** A valid recovery key that has been replaced. */
  | { readonly kind: "recovery-key-older" }
  | { readonly kind: "no-vault" }
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

/** A changed document with its proof, as every write needs it. */
export type DocumentChange = { readonly document: KeyDocument; readonly proof: string };

/** `wrapped` is absent if the vault was opened in a way that does not reveal its recovery key. */
export type NewPassword = {
  readonly secret: string;
  readonly kdf: Kdf;
  readonly wrapped?: { readonly pw: Wrap; readonly proof: string };
  /** Proof of the opened vault's key; absent if none is open. A session opened by a mailed password has no other proof. */
  readonly proof?: string;
};

export interface KeyChanges extends ApprovalKeys {
  /** Opens the vault with the typed recovery key and prepares its keys like `openVault`. */
  openWithRecoveryKey(document: KeyDocument, text: string): Promise<Result<void, RecoveryProblem>>;
  /** Opens a `keys.json` from a drive with the typed recovery key, whichever vault it belongs to. */
  openDriveCopy(copy: Uint8Array, text: string): Promise<Result<void, RecoveryProblem>>;
  /** Opens with keys that this device stores, of the current vault or a replaced one. */
  openWithDevice(document: KeyDocument): Promise<Result<void, { readonly kind: "not-held" } | StoreProblem>>;
  /** Returns the opened vault's recovery key in nine groups; undefined if the way of opening does not reveal it. */
  openedRecoveryKey(): Promise<readonly string[] | undefined>;
  /** Wraps the opened vault for a new password, which replaces the current password in memory. */
  prepareNewPassword(password: string): Promise<Result<NewPassword, DeriveProblem>>;
  /** Creates a new recovery key for the opened vault, in nine groups. */
  prepareRecoveryKey(): Promise<readonly string[]>;
  /**
   * Returns the document with the new recovery key and wrap. Keeps the recovery pair if the old key is known, otherwise adds one until all
   * boxes are made for it.
   */
  withRecoveryKey(document: KeyDocument): Promise<Result<DocumentChange & { readonly pw: Wrap }, { readonly kind: "damaged" }>>;
  /** Makes the prepared recovery key current, once its document is acknowledged. */
  takeRecoveryKey(): Promise<void>;
  /** Creates a new vault under the current password, although this device may hold an older one. */
  prepareFreshVault(): Promise<NewVault>;
  /** Returns the document with all older roots and the root of the vault just opened in `also`; undefined if none is missing. */
  prepareAdoption(document: KeyDocument): Promise<Result<DocumentChange | undefined, { readonly kind: "not-held" } | StoreProblem>>;
  /** Adopts the older roots of an acknowledged document, so that their files open here. Ignores a document that `vouchesFor` rejects. */
  follow(document: KeyDocument): Promise<Result<void, StoreProblem>>;
  /** Returns false for a document older than the last one followed, or not written by a holder of the root; true for other vaults. */
  vouchesFor(document: KeyDocument): Promise<boolean>;
  /** Returns the newest document that `follow` adopted here. */
  keptDocument(): Promise<KeyDocument | undefined>;
  /** True if files sealed under this vault open here. */
  opensVault(vaultId: string): Promise<boolean>;
  /** Returns `keys.json` for the drive, which no typed password opens; undefined while the vault is locked. */
  driveCopyOf(document: KeyDocument): Promise<Uint8Array | undefined>;
  /** True if a copy from the drive was made by a holder of the open vault's root. */
  isDriveCopy(copy: Uint8Array): Promise<boolean>;
}
