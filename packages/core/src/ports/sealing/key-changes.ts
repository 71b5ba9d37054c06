/**
 * Changing keys inside the keyring, beside `Keyring`: other ways to open a vault, a new password, another recovery key, a fresh vault,
 * and letting another device in. Like there, no key comes out, and nothing that is prepared here counts before the server has acknowledged it.
 * Implemented by web/adapters/sealing. encryption.md 3.5 (3)–(7).
 */
import type { AccountKeys, Kdf, KeyDocument, NewVault, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { DeriveProblem } from "./keyring.ts";

export type RecoveryProblem =
  | { readonly kind: "recovery-key-malformed" }
  /** Its check characters do not fit: nothing was tried with it. */
  | { readonly kind: "recovery-key-mistyped" }
  /** A sound one, but another took its place. */
  | { readonly kind: "recovery-key-older" }
  | { readonly kind: "no-vault" }
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

/** What every write of a document carries. */
export type DocumentChange = { readonly document: KeyDocument; readonly proof: string };

/** `wrapped` is missing while the opened vault was opened in a way that does not give its recovery key. */
export type NewPassword = {
  readonly secret: string;
  readonly kdf: Kdf;
  readonly wrapped?: { readonly pw: Wrap; readonly proof: string };
  /** Of the opened vault's key; missing while none is open. A session that a mailed password opened has nothing else to show. */
  readonly proof?: string;
};

export type SealedAnswer = { readonly epk: string; readonly iv: string; readonly ct: string };
export type ApprovalRequest = { readonly requestId: string; readonly pubHash: string; readonly pubN: string; readonly pubA: string };

export interface KeyChanges {
  /** Opens with the typed recovery key, and prepares what it finds as `openVault` does. */
  openWithRecoveryKey(document: KeyDocument, text: string): Promise<Result<void, RecoveryProblem>>;
  /** The same with a `keys.json` that was found in a drive, no matter whose it is. */
  openDriveCopy(copy: Uint8Array, text: string): Promise<Result<void, RecoveryProblem>>;
  /** Opens with what this device keeps of that vault, the current one or one that another took the place of. */
  openWithDevice(document: KeyDocument): Promise<Result<void, { readonly kind: "not-held" } | StoreProblem>>;
  /** The recovery key of the opened vault in nine groups; `undefined` when the way it was opened does not give it. */
  openedRecoveryKey(): Promise<readonly string[] | undefined>;
  /** A new wrap for the opened vault under a new password; replaces the password held. */
  prepareNewPassword(password: string): Promise<Result<NewPassword, DeriveProblem>>;
  /** A new recovery key for the opened vault, in its nine groups. */
  prepareRecoveryKey(): Promise<readonly string[]>;
  /** The document with the new recovery key and wrap. Keeps the pair where the old key is known, else adds one until all boxes are made. */
  withRecoveryKey(document: KeyDocument): Promise<Result<DocumentChange & { readonly pw: Wrap }, { readonly kind: "damaged" }>>;
  /** The document with it is acknowledged: the prepared recovery key is the vault's. */
  takeRecoveryKey(): Promise<void>;
  /** A new vault under the password held, although this device may hold an older one. */
  prepareFreshVault(): Promise<NewVault>;
  /** The document with all older roots and that of the vault just opened in `also`; undefined when none is missing. */
  prepareAdoption(document: KeyDocument): Promise<Result<DocumentChange | undefined, { readonly kind: "not-held" } | StoreProblem>>;
  /** Takes over what an acknowledged document says of older roots; from now on their files open here. One it does not vouch for changes nothing. */
  follow(document: KeyDocument): Promise<Result<void, StoreProblem>>;
  /** False for a document older than one that `follow` took, or not written by a holder of the root. True for other vaults. */
  vouchesFor(document: KeyDocument): Promise<boolean>;
  /** The newest document that `follow` took over here. */
  keptDocument(): Promise<KeyDocument | undefined>;
  /** Whether files sealed under this vault open here now. */
  opensVault(vaultId: string): Promise<boolean>;
  /** What goes into the drive as `keys.json`: nothing that a typed password opens. `undefined` while its vault is not open. */
  driveCopyOf(document: KeyDocument): Promise<Uint8Array | undefined>;
  /** Whether a copy found in the drive was made by someone who holds the root of the open vault. */
  isDriveCopy(copy: Uint8Array): Promise<boolean>;

  /** New device: a pair for one request; answers the hash of its public half. */
  beginApproval(): Promise<string>;
  revealApproval(): Promise<string | undefined>;
  /** The root that another device sealed for the pair of `beginApproval`; prepared as by `openVault`, without recovery key. */
  openWithApproval(keys: AccountKeys, requestId: string, answer: SealedAnswer): Promise<Result<void, { readonly kind: "damaged" }>>;
  /** Unlocked device: its public half for one request. */
  offerApproval(): Promise<string>;
  /** The eight digits that both devices show; `undefined` when N's key is not the one it promised. */
  approvalCode(request: ApprovalRequest): Promise<string | undefined>;
  /** The root of the open vault, for the new device only. */
  sealApproval(request: ApprovalRequest): Promise<Result<SealedAnswer, { readonly kind: "not-held" } | { readonly kind: "damaged" }>>;
}
