/** The tables for kysely. Times are Unix milliseconds, flags are 0 or 1, and JSON columns hold data that the contract validated. */
import type { ActivityKind } from "@satchel/contract/accounts/activity.ts";
import type { PlanType } from "@satchel/contract/plans.ts";

export type AccountRow = {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanType;
  /** The plan that a pending change leads to. */
  readonly pending_plan: PlanType | null;
  /** The plan that the operator granted. */
  readonly granted_plan: PlanType | null;
  readonly needs_onboarding: number;
  readonly created_at: number;
  /** Time of the last reset that only the mailbox vouched for; null if there was none, or if the vault key was proved since. */
  readonly reset_at: number | null;
  /** Time at which the operator disabled the account; null if it may sign in. */
  readonly disabled_at: number | null;
};

export type PasswordRow = {
  readonly id: string;
  readonly account_id: string;
  readonly kdf: string;
  /** Argon2id hash of the sign-in secret, including its salt and parameters. */
  readonly verifier: string;
  /** The wrap that this password opens; null if it opens none. */
  readonly pw: string | null;
  readonly signs_in: number;
  /** Id of the vault whose root `pw` holds. */
  readonly vault_id: string | null;
  /** 1 if the password was mailed: it then opens a limited session until `expires_at`. */
  readonly mailed: number;
  readonly expires_at: number | null;
  readonly created_at: number;
};

export type VaultRow = {
  readonly account_id: string;
  readonly vault_id: string;
  readonly rev: number;
  readonly document: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** Time of retirement. Retired vaults stay complete until the account is deleted. */
  readonly retired_at: number | null;
};

export type SessionRow = {
  readonly id: string;
  readonly account_id: string;
  readonly token_hash: string;
  readonly limited: number;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly device: string;
  readonly network: string;
  readonly ended: "ended" | "revoked" | null;
};

export type DriveConnectionRow = {
  readonly account_id: string;
  readonly connection_id: string;
  readonly provider: "google" | "sandbox";
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly scope: string;
  /** AES-256-GCM under a key derived from the server secret; null after a disconnect. */
  readonly sealed_refresh_token: string | null;
  readonly needs_reconnection: number;
  readonly connected_at: number;
  /** Null if the permission lasts until it is withdrawn. */
  readonly grant_ends_at: number | null;
};

export type SensitiveFolderRow = { readonly account_id: string; readonly sid: string; readonly verifier_hash: string };

export type SensitiveSessionRow = {
  readonly token_hash: string;
  readonly account_id: string;
  readonly sid: string;
  readonly expires_at: number;
};

export type ApprovalRow = {
  readonly id: string;
  readonly account_id: string;
  /** Id of the requesting session. */
  readonly asked_by: string;
  readonly offered_by: string | null;
  readonly state: "waiting" | "offered" | "revealed" | "answered" | "refused";
  readonly commitment: string;
  readonly name_n: string;
  readonly pub_a: string | null;
  readonly nonce_a: string | null;
  readonly name_a: string | null;
  readonly pub_n: string | null;
  readonly nonce_n: string | null;
  readonly proof: string | null;
  readonly answer: string | null;
  readonly network: string;
  readonly created_at: number;
};

/** A delayed step. The delay starts at `announced_at`; null means that the mail about it has not been sent yet. */
export type PendingStepRow = {
  readonly id: string;
  readonly account_id: string;
  readonly kind: "reset" | "delete";
  /** JSON of the new password's row, or of the options of the deletion. */
  readonly payload: string;
  /** SHA-256 of the token in the mailed link. */
  readonly cancel_hash: string;
  readonly requested_at: number;
  readonly announced_at: number | null;
  readonly device: string;
  readonly network: string;
};

/** An account whose address is not confirmed yet. `payload` is JSON of everything needed to create it. */
export type PendingRegistrationRow = {
  readonly id: string;
  readonly email: string;
  readonly payload: string;
  readonly token_hash: string;
  readonly created_at: number;
};

/** An event of the account; kept for 90 days. */
export type ActivityRow = {
  readonly id: string;
  readonly account_id: string;
  readonly at: number;
  readonly kind: ActivityKind;
  readonly device: string;
  readonly network: string;
};

/** A sealed record, valid while the session that wrote it lives. */
export type DeviceRecordRow = {
  readonly account_id: string;
  readonly device_id: string;
  readonly session_id: string;
  readonly record: string;
  readonly left_at: number;
};

/** The user's own AI host, sealed under the vault key. */
export type AiConfigRow = { readonly account_id: string; readonly config: string };

/** Number of events until `ends_at`. The key is an HMAC, so only the server's secret reveals what is counted. */
export type CountRow = { readonly key: string; readonly count: number; readonly ends_at: number };

/** Deleted when it is used or expires. */
export type InvitationRow = { readonly code_hash: string; readonly expires_at: number };

export type Tables = {
  readonly invitations: InvitationRow;
  readonly accounts: AccountRow;
  readonly passwords: PasswordRow;
  readonly vaults: VaultRow;
  readonly sessions: SessionRow;
  readonly drive_connections: DriveConnectionRow;
  readonly sensitive_folders: SensitiveFolderRow;
  readonly sensitive_sessions: SensitiveSessionRow;
  readonly device_approvals: ApprovalRow;
  readonly device_records: DeviceRecordRow;
  readonly ai_configs: AiConfigRow;
  readonly counts: CountRow;
  readonly pending_steps: PendingStepRow;
  readonly pending_registrations: PendingRegistrationRow;
  readonly account_activity: ActivityRow;
};
