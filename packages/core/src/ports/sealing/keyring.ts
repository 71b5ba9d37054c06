/**
 * Where keys live: behind an API that gives no key out (encryption.md 3.2). Passwords go in, secrets for the server and sealed documents
 * come out. It holds at most one vault that is open, and one that is prepared but not yet acknowledged; nothing is sealed under the latter.
 * Implemented by web/adapters/sealing, in a worker or beside the caller.
 */
import type { AccountKeys, Kdf, NewVault } from "@satchel/contract/accounts/keys.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

export type DeriveProblem = { readonly kind: "password-empty" } | { readonly kind: "password-too-long" };

/** What `register` sends: nothing in it opens anything without the password or the recovery key. */
export type Registration = { readonly secret: string; readonly kdf: Kdf; readonly keys: NewVault };

export type OpenProblem =
  | { readonly kind: "no-vault" }
  /** This password wraps no key, or its wrap does not open. */
  | { readonly kind: "does-not-open" }
  /** The document is older than one that this device has seen, or no one who holds the root wrote it; or the wrap is one that was replaced. */
  | { readonly kind: "rolled-back" }
  /** Made by a newer Satchel, or not as a key document must be. Left as it is. */
  | { readonly kind: "unknown-version" }
  | { readonly kind: "damaged" };

/** What this device kept from before: whose key it holds, and whether that key opened. */
export type Restored =
  | { readonly kind: "none" }
  | ({ readonly kind: "open"; readonly owner: string } & Installed)
  /** A key is kept but does not open. Nothing is deleted. */
  | { readonly kind: "damaged"; readonly owner: string };

export type Installed = { readonly vaultId: string; readonly hasPendingRecoveryKey: boolean };

export interface Keyring {
  /** New parameters, both keys of the password, and a new vault prepared under it. */
  prepareRegistration(password: string): Promise<Result<Registration, DeriveProblem>>;
  /** The sign-in secret; its password key is held for `openVault`. Parameters below the bounds are refused before anything is derived. */
  deriveForSignIn(password: string, kdf: unknown): Promise<Result<string, DeriveProblem | { readonly kind: "kdf-refused" }>>;
  /** Prepares a vault for an account without one, under the password last derived; refused on a device that holds a root. */
  prepareVault(): Promise<Result<NewVault, { readonly kind: "holds-a-root" } | StoreProblem>>;
  /** Opens the wrap of the password last derived, and prepares what it finds. */
  openVault(keys: AccountKeys): Promise<Result<void, OpenProblem>>;
  /** The prepared vault is acknowledged: a key for this device is made and kept, and from now on everything is sealed under this vault. */
  install(owner: string, isRecoveryKeyNew: boolean): Promise<Result<Installed, StoreProblem>>;
  /** Drops what was prepared and every key of a password. */
  dropPrepared(): Promise<void>;
  restore(): Promise<Result<Restored, StoreProblem>>;
  /** Whose key this device keeps, without opening it. */
  owner(): Promise<Result<string | undefined, StoreProblem>>;
  /** The recovery key in its nine groups, until it is confirmed. */
  pendingRecoveryKey(): Promise<Result<readonly string[] | undefined, StoreProblem>>;
  forgetPendingRecoveryKey(): Promise<Result<void, StoreProblem>>;
  /** Memory only: nothing can be sealed or opened until the next `restore` or `install`. */
  lock(): Promise<void>;
  /** Memory and device. */
  forget(): Promise<Result<void, StoreProblem>>;
}
