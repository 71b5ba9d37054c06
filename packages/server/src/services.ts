/** The services that handlers may use. Built once, in app.ts. */

import type { PlanType } from "@satchel/contract/plans.ts";
import type { ServerInfo } from "@satchel/contract/server-info.ts";
import type { DiskReserve } from "@satchel/drive/storage/disk-reserve.ts";
import type { AccountDeletion } from "./accounts/account-deletion.ts";
import type { Account, AccountRepo } from "./accounts/account-repo.ts";
import type { Activity } from "./accounts/activity.ts";
import type { Approvals } from "./accounts/keys/approvals.ts";
import type { KeyRepo } from "./accounts/keys/key-repo.ts";
import type { Sensitive } from "./accounts/keys/sensitive.ts";
import type { PasswordChange } from "./accounts/password-change.ts";
import type { PasswordReset } from "./accounts/password-reset.ts";
import type { PendingSteps } from "./accounts/pending-steps.ts";
import type { EmailVerification } from "./accounts/registration/email-verification.ts";
import type { Invitations } from "./accounts/registration/invitations.ts";
import type { Registration } from "./accounts/registration/registration.ts";
import type { Attempts } from "./accounts/sign-in/attempts.ts";
import type { KnownDevices } from "./accounts/sign-in/known-devices.ts";
import type { Sessions } from "./accounts/sign-in/sessions.ts";
import type { SignIn } from "./accounts/sign-in/sign-in.ts";
import type { Ai } from "./ai/ai.ts";
import type { Counts } from "./db/counts.ts";
import type { DeviceRecords } from "./devices/device-records.ts";
import type { SignalHub } from "./devices/signals/signal-hub.ts";
import type { ManagedDrive } from "./drives/managed-storage/managed-drive.ts";
import type { SandboxDrive } from "./drives/sandbox/sandbox-drive.ts";
import type { Tickets } from "./drives/sandbox/tickets.ts";
import type { Connections } from "./google/connections.ts";
import type { DriveProvider } from "./google/drive-provider.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { RuntimeEnvironment } from "./shared/environment.ts";

export type Services = {
  readonly around: RuntimeEnvironment;
  /** Undefined if nothing is stored on a disk of this server. */
  readonly disk: DiskReserve | undefined;
  readonly mailer: Mailer;
  readonly accounts: AccountRepo;
  readonly invitations: Invitations;
  /** Information that pages need before sign-in. */
  readonly info: ServerInfo;
  /** Plans that every user may choose. */
  readonly openPlans: readonly PlanType[];
  readonly counts: Counts;
  readonly attempts: Attempts;
  readonly register: Registration;
  /** Undefined if this server sends no mail. */
  readonly verification: EmailVerification | undefined;
  readonly knownDevices: KnownDevices;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly keys: KeyRepo;
  readonly changePassword: PasswordChange;
  readonly reset: PasswordReset;
  readonly deleteAccount: AccountDeletion;
  /** True if more than the mailbox vouches for this account. */
  readonly isProved: (account: Account, proof: string | undefined) => Promise<boolean>;
  readonly pendingSteps: PendingSteps;
  readonly activity: Activity;
  readonly sensitive: Sensitive;
  readonly approvals: Approvals;
  readonly deviceRecords: DeviceRecords;
  readonly provider: DriveProvider | undefined;
  readonly connections: Connections;
  /** Undefined unless the sandbox replaces Google. */
  readonly tickets: Tickets | undefined;
  readonly sandbox: SandboxDrive | undefined;
  readonly managed: ManagedDrive;
  readonly ai: Ai;
  readonly signals: SignalHub;
  /** Call when some of the account's sessions have ended: their access to the drive and their streams end with them. */
  readonly sessionsEnded: (accountId: string) => Promise<void>;
};
