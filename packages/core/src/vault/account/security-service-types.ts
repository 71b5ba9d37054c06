/** What the Security pages can ask for: passwords, the recovery key, sessions, other vaults of the same user, the end of the account. B §5, encryption.md 3.5. */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import type { Session } from "@satchel/contract/accounts/auth.ts";
import type { Result } from "../../model/result.ts";
import type { AccountProblem } from "./account-service-types.ts";
import type { OtherVaultMethod } from "./adopting-service.ts";
import type { OpeningMethod } from "./vault-opening-service.ts";

/** `sensitiveFolders`: how many of them wait for a password that is chosen now (`SensitiveService.adopt`). */
export type Adopted = { readonly sensitiveFolders: number };

type Outcome<Value> = Promise<Result<Value, AccountProblem>>;

export interface SecurityService {
  changePassword(current: string, next: string): Outcome<void>;
  /** Which way out of a locked vault needs no secret: this device still holds its key. */
  holdsKey(): Promise<boolean>;
  /** The account's own password, for a vault that it opens although this device did not know it. */
  unlock(password: string): Outcome<void>;
  /** Opens a locked vault and sets a new password. `current` is left out by a session that a mailed password opened. */
  recover(method: OpeningMethod, next: string, current?: string): Outcome<void>;
  /** 'Later': sets the new password of a limited session without opening anything. */
  setPasswordOnly(next: string): Outcome<void>;
  /** A new vault; the old one and its files stay where they are. In a limited session `password` is the new one. */
  startOver(password: string): Outcome<void>;
  /** In nine groups. */
  showRecoveryKey(password: string): Outcome<readonly string[]>;
  /** Makes another recovery key and shows it; the old one counts until `confirmRotation`. */
  beginRotation(password: string): Outcome<readonly string[]>;
  /** Nine places, those not asked for empty. */
  confirmRotation(groups: readonly string[]): Outcome<void>;
  cancelRotation(): Promise<void>;
  /** Opens a vault that was left behind, or another one of this user, and keeps its key with this one's. `copies`: key files found in the drive. */
  adopt(method: OtherVaultMethod, copies: readonly Uint8Array[]): Outcome<Adopted>;
  sessions(): Outcome<readonly Session[]>;
  /** What happened to the account in the last 90 days, newest first. */
  activity(): Outcome<readonly ActivityEvent[]>;
  endOther(sessionId: string): Outcome<void>;
  /** A reset or a deletion that waits (`AccountService.pendingSteps`) does not happen. */
  cancelStep(stepId: string): Outcome<void>;
  /** `eraseDrive`: what is in the user's own drive goes first; nothing is deleted when that fails. */
  deleteAccount(password: string, options: { readonly eraseDrive: boolean }): Outcome<{ readonly complete: boolean }>;
}
