/** All migrations, forward only. A released step is never edited; new ones are added at the end. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Steps run in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-accounts": { up: createAccounts },
  "0002-passwords-and-folders": { up: addPasswordsAndFolders },
  "0003-drive-grant-end": { up: addGrantEnd },
  "0004-pending-plan": { up: addPendingPlan },
  "0005-device-records": { up: addDeviceRecords },
  "0006-ai-configs": { up: addAiConfigs },
  "0007-counts": { up: addCounts },
  "0008-invitations": { up: addInvitations },
  "0009-pending-steps": { up: addPendingSteps },
  "0010-pending-registrations": { up: addPendingRegistrations },
  "0011-account-activity": { up: addActivity },
  "0012-indexes": { up: addIndexes },
  "0013-approvals-version-2": { up: replaceApprovals },
  "0014-disabled-accounts": { up: addDisabledAt },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("needs_onboarding", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await createPasswords(db);
  await createVaults(db);
  await createSessions(db);
  await createDriveConnections(db);
}

async function createPasswords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passwords")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("kdf", "text", (column) => column.notNull())
    .addColumn("verifier", "text", (column) => column.notNull())
    .addColumn("pw", "text")
    .addColumn("signs_in", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("passwords_by_account").on("passwords").column("account_id").execute();
}

async function createVaults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("vaults")
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("vault_id", "text", (column) => column.notNull())
    .addColumn("rev", "integer", (column) => column.notNull())
    .addColumn("document", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("retired_at", "bigint")
    .addPrimaryKeyConstraint("vaults_key", ["account_id", "vault_id"])
    .execute();
  // The database itself prevents an account from having two current vaults.
  await sql`create unique index vaults_current on vaults (account_id) where retired_at is null`.execute(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("limited", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("ended", "text")
    .execute();
  await db.schema.createIndex("sessions_by_account").on("sessions").column("account_id").execute();
}

async function createDriveConnections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("drive_connections")
    .addColumn("account_id", "text", (column) => column.primaryKey().references("accounts.id").onDelete("cascade"))
    .addColumn("connection_id", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("sub", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("sealed_refresh_token", "text")
    .addColumn("needs_reconnection", "integer", (column) => column.notNull())
    .addColumn("connected_at", "bigint", (column) => column.notNull())
    .execute();
}

/** Mailed passwords, wraps of retired vaults, Sensitive folders, approvals. */
async function addPasswordsAndFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("passwords").addColumn("vault_id", "text").execute();
  await db.schema
    .alterTable("passwords")
    .addColumn("mailed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("passwords").addColumn("expires_at", "bigint").execute();
  await sql`update passwords set vault_id = (select vault_id from vaults where vaults.account_id = passwords.account_id) where pw is not null`.execute(
    db,
  );
  await createSensitive(db);
  await createApprovals(db);
}

async function createSensitive(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sensitive_folders")
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("sid", "text", (column) => column.notNull())
    .addColumn("verifier_hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sensitive_folders_key", ["account_id", "sid"])
    .execute();
  await db.schema
    .createTable("sensitive_sessions")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("sid", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createApprovals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("approvals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("asked_by", "text", (column) => column.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("offered_by", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("pub_hash", "text", (column) => column.notNull())
    .addColumn("pub_a", "text")
    .addColumn("pub_n", "text")
    .addColumn("answer", "text")
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("approvals_by_account").on("approvals").column("account_id").execute();
}

/** End of a permission that was granted for a limited time; null means that it lasts until it is withdrawn. */
async function addGrantEnd(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("drive_connections").addColumn("grant_ends_at", "bigint").execute();
}

/** Plan to whose storage the notes are being copied; null if no change is pending. */
async function addPendingPlan(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("pending_plan", "text").execute();
}

async function addDeviceRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("device_records")
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("device_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("record", "text", (column) => column.notNull())
    .addColumn("left_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("device_records_key", ["account_id", "device_id"])
    .execute();
}

async function addAiConfigs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ai_configs")
    .addColumn("account_id", "text", (column) => column.primaryKey().references("accounts.id").onDelete("cascade"))
    .addColumn("config", "text", (column) => column.notNull())
    .execute();
}

async function addCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("counts")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
}

/** Registration codes, and plans that the operator granted (null means none). */
async function addInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("accounts").addColumn("granted_plan", "text").execute();
}

/** Steps that wait 72 hours, and the time of a reset that took effect that way. */
async function addPendingSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("reset_at", "bigint").execute();
  await db.schema
    .createTable("pending_steps")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("cancel_hash", "text", (column) => column.notNull())
    .addColumn("requested_at", "bigint", (column) => column.notNull())
    .addColumn("announced_at", "bigint")
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addUniqueConstraint("pending_steps_kind", ["account_id", "kind"])
    .execute();
  await db.schema.createIndex("pending_steps_by_cancel").on("pending_steps").column("cancel_hash").execute();
}

/** Registrations whose address is not confirmed yet. */
async function addPendingRegistrations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pending_registrations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("pending_registrations_by_email").on("pending_registrations").column("email").execute();
}

async function addActivity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_activity")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("account_activity_by_account").on("account_activity").columns(["account_id", "at"]).execute();
}

/**
 * Indexes for the sweep, for an account's sessions by kind, and for each foreign key: without one, deleting a row reads the whole
 * referencing table.
 */
async function addIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: Readonly<Record<string, readonly [table: string, columns: readonly string[]]>> = {
    counts_by_end: ["counts", ["ends_at"]],
    invitations_by_end: ["invitations", ["expires_at"]],
    sessions_by_last_seen: ["sessions", ["last_seen_at"]],
    sessions_by_kind: ["sessions", ["account_id", "ended", "limited", "last_seen_at"]],
    sensitive_sessions_by_end: ["sensitive_sessions", ["expires_at"]],
    sensitive_sessions_by_account: ["sensitive_sessions", ["account_id"]],
    approvals_by_time: ["approvals", ["created_at"]],
    approvals_by_session: ["approvals", ["asked_by"]],
    device_records_by_session: ["device_records", ["session_id"]],
    pending_registrations_by_time: ["pending_registrations", ["created_at"]],
    account_activity_by_time: ["account_activity", ["at"]],
  };
  for (const [name, [table, columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
}

/**
 * Drops open requests of version 1, which no device may answer. The new ones have a table of their own, because servers of the version before
 * may still write to the former one.
 */
async function replaceApprovals(db: Kysely<unknown>): Promise<void> {
  await sql`delete from approvals`.execute(db);
  await db.schema
    .createTable("device_approvals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("asked_by", "text", (column) => column.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("offered_by", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("commitment", "text", (column) => column.notNull())
    .addColumn("name_n", "text", (column) => column.notNull())
    .addColumn("pub_a", "text")
    .addColumn("nonce_a", "text")
    .addColumn("name_a", "text")
    .addColumn("pub_n", "text")
    .addColumn("nonce_n", "text")
    .addColumn("proof", "text")
    .addColumn("answer", "text")
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  for (const [name, column] of [
    ["device_approvals_by_account", "account_id"],
    ["device_approvals_by_time", "created_at"],
    ["device_approvals_by_session", "asked_by"],
  ] as const)
    await db.schema.createIndex(name).on("device_approvals").column(column).execute();
}

async function addDisabledAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("disabled_at", "bigint").execute();
}
