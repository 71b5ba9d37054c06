/**
 * Holds the keys behind an API that reveals none (encryption.md 3.2). Takes passwords; returns secrets for the server and sealed documents.
 * It has at most one open vault and one prepared, unacknowledged vault, which is not used for sealing. Implemented by web/adapters/sealing, in
 * a worker or in the page.
 */
import type { AccountKeys, Kdf, NewVault } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

export type DeriveProblem = { readonly kind: "password-empty" } | { readonly kind: "password-too-long" };

/** Body of `register`; useless without the password or the recovery key. */
export type Registration = { readonly secret: string; readonly kdf: Kdf; readonly keys: NewVault };

export type OpenProblem =
  | { readonly kind: "no-vault" }
  /** This password wraps no key, or its wrap does not open. */
  | { readonly kind: "does-not-open" }
  /** The document is older than one that this device has seen or was not written by a holder of the root, or the wrap has been replaced. */
  | { readonly kind: "rolled-back" }
  /** Made by a newer Satchel, or an invalid key document; left unchanged. */
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

/** Stored key of this device: its owner, and whether it opened. */
export type Restored =
  | { readonly kind: "none" }
  | ({ readonly kind: "open"; readonly owner: string } & Installed)
  /** A stored key does not open. Nothing is deleted. */
  | { readonly kind: "damaged"; readonly owner: string };

export type Installed = { readonly vaultId: string; readonly hasPendingRecoveryKey: boolean };

export interface Keyring {
  /** Creates new parameters, both keys of the password, and a new vault prepared under it. */
  prepareRegistration(password: string): Promise<Result<Registration, DeriveProblem>>;
  /**
   * Returns the sign-in secret; keeps the password key for `openVault`. Rejects parameters below the bounds before deriving anything, and
   * those that cost less than any that opened this device's vault. `owner`: normalized email, if it may be another account than this device's.
   */
  deriveForSignIn(
    password: string,
    kdf: unknown,
    owner?: string,
  ): Promise<Result<string, DeriveProblem | { readonly kind: "kdf-refused" }>>;
  /** Prepares a vault for an account without one, under the password last derived; refuses on a device that holds a root. */
  prepareVault(): Promise<Result<NewVault, { readonly kind: "holds-a-root" } | StoreProblem>>;
  /** Opens the wrap with the password last derived and prepares its keys. */
  openVault(keys: AccountKeys): Promise<Result<void, OpenProblem>>;
  /**
   * Makes the prepared vault current after its acknowledgement: creates and stores a key for this device; everything is sealed under this
   * vault from then on.
   */
  install(owner: string, isRecoveryKeyNew: boolean): Promise<Result<Installed, StoreProblem>>;
  /** Drops prepared keys and all password keys. */
  dropPrepared(): Promise<void>;
  restore(): Promise<Result<Restored, StoreProblem>>;
  /** Returns the owner of the stored key without opening it. */
  owner(): Promise<Result<string | undefined, StoreProblem>>;
  /** Returns the recovery key in nine groups until the user has confirmed it. */
  pendingRecoveryKey(): Promise<Result<readonly string[] | undefined, StoreProblem>>;
  forgetPendingRecoveryKey(): Promise<Result<void, StoreProblem>>;
  /** Clears memory: nothing can be sealed or opened until the next `restore` or `install`. */
  lock(): Promise<void>;
  /** Clears memory and the device's storage. */
  forget(): Promise<Result<void, StoreProblem>>;
}
