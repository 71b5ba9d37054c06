/**
 * Commands of the Security pages: passwords, the recovery key, sessions, other vaults of the same user, deletion of the account. B §5,
 * encryption.md 3.5.
 */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Session } from "@satchel/contract/accounts/auth.ts";
import type { Result } from "../../model/result.ts";
import type { AccountProblem } from "./account-service-types.ts";
import type { OtherVaultMethod } from "./adopting-service.ts";
import type { OpeningMethod } from "./vault-opening-service.ts";

/** `sensitiveFolders`: number of folders that need a password chosen now (`SensitiveService.adopt`). */
export type Adopted = { readonly sensitiveFolders: number };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export interface SecurityService {
  changePassword(current: string, next: string): Outcome<void>;
  /** True if this device still holds the key, so that a locked vault can be opened without a secret. */
  holdsKey(): Promise<boolean>;
  /** Opens a vault with the account's own password, although this device did not know it. */
  unlock(password: string): Outcome<void>;
  /** Opens a locked vault and sets a new password. `current` is absent in a session opened by a mailed password. */
  recover(method: OpeningMethod, next: string, current?: string): Outcome<void>;
  /** 'Later': sets the new password of a limited session without opening a vault. */
  setPasswordOnly(next: string): Outcome<void>;
  /** Creates a new vault; the old one and its files stay. In a limited session `password` is the new one. */
  startOver(password: string): Outcome<void>;
  /** Returns the key in nine groups. */
  showRecoveryKey(password: string): Outcome<readonly string[]>;
  /** Creates another recovery key and returns it; the old one stays valid until `confirmRotation`. */
  beginRotation(password: string): Outcome<readonly string[]>;
  /** Nine groups, empty if not asked for. */
  confirmRotation(groups: readonly string[]): Outcome<void>;
  cancelRotation(): Promise<void>;
  /** Opens an abandoned or another vault of this user, and keeps its key with this one's. `copies`: key files found in the drive. */
  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[]): Outcome<Adopted>;
  sessions(): Outcome<readonly Session[]>;
  /** Returns the account's events of the last 90 days, newest first. */
  activity(): Outcome<readonly ActivityEvent[]>;
  endOther(sessionId: string): Outcome<void>;
  /** Cancels a pending reset or deletion (`AccountService.pendingSteps`). */
  cancelStep(stepId: string): Outcome<void>;
  /** `eraseDrive`: erases the user's own drive first; if that fails, nothing is deleted. */
  deleteAccount(password: string, options: { readonly eraseDrive: boolean }): Outcome<{ readonly complete: boolean }>;
}
