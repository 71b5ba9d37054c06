/**
 * Steps that a mailbox alone may request. They are announced everywhere, delayed by 72 hours, and can be canceled until then. Decision
 * 0016.
 */
import { createHash } from "node:crypto";
import type { PendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import type { Logger } from "pino";
import { type Database, transact, transactForGood } from "../db/open-database.ts";
import type { PendingStepRow } from "../db/schema.ts";
import { createMailJobs, type Mailer } from "../mail/mailer.ts";
import { stepMail } from "../mail/texts.ts";
import { newId, type RuntimeEnvironment } from "../shared/environment.ts";
import type { Account, AccountRepo } from "./account-repo.ts";
import { dropSuperseded } from "./keys/key-rows.ts";
import { insertPassword, type StoredPassword } from "./passwords/password-rows.ts";
import type { Client } from "./sign-in/sessions.ts";

export type Wanted =
  /** The password that takes effect; its wrap is null. */
  { readonly kind: "reset"; readonly password: StoredPassword } | { readonly kind: "delete"; readonly eraseDrive: boolean };

export type PendingSteps = {
  /** Replaces a pending step of the same kind. Returns the time at which the step takes effect (Unix milliseconds). */
  readonly request: (account: Account, wanted: Wanted, client: Client) => Promise<number>;
  readonly list: (accountId: string) => Promise<PendingStep[]>;
  /** Cancels from a signed-in device. Returns false if there is no such step. */
  readonly cancel: (accountId: string, id: string) => Promise<boolean>;
  /** Cancels by the link in the mail. */
  readonly cancelByMail: (token: string) => Promise<boolean>;
  readonly hasToken: (token: string) => Promise<boolean>;
  /** Applies a due reset of this account; called before a password is checked. */
  readonly applyDueReset: (accountId: string) => Promise<void>;
  /** Sends mails that failed before, and carries out due steps. */
  readonly sweep: () => Promise<void>;
  /** Resolves when no mail is being sent. */
  readonly idle: () => Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly accounts: AccountRepo;
  readonly mailer: Mailer;
  readonly origins: () => readonly string[];
  readonly around: RuntimeEnvironment;
  readonly logger: Logger;
  /** Ends the access that browsers of an account have to its drive: access tokens and uploads. */
  readonly endAccess: (accountId: string) => Promise<void>;
  /** Returns whether the account is gone; if not, the removal is retried. */
  readonly removeAccount: (account: Account, options: { readonly eraseDrive: boolean }) => Promise<boolean>;
};

export const STEP_WAIT_MS = 72 * 3_600_000;
const TOKEN_BYTES = 24;

export function createPendingSteps(deps: Deps): PendingSteps {
  const { db, accounts, around, logger } = deps;
  const jobs = createMailJobs(logger, "a step could not be announced");
  const announce = (row: PendingStepRow, account: Account): void => jobs.start(sendAnnouncement(deps, row, account));

  return {
    request: async (account, wanted, client) => {
      const row = toRow(account.id, { wanted, client }, around);
      await transact(db, async (tx) => {
        await tx.deleteFrom("pending_steps").where("account_id", "=", account.id).where("kind", "=", wanted.kind).execute();
        await tx.insertInto("pending_steps").values(row).execute();
      });
      announce(row, account);
      return dueAt(row);
    },
    list: async (accountId) => {
      const rows = await db.selectFrom("pending_steps").selectAll().where("account_id", "=", accountId).orderBy("requested_at").execute();
      return rows.map(toStep);
    },
    cancel: async (accountId, id) => {
      const row = await db
        .selectFrom("pending_steps")
        .selectAll()
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      if (row !== undefined) await cancel(db, row);
      return row !== undefined;
    },
    cancelByMail: async (token) => {
      const row = await rowOf(db, token);
      if (row !== undefined) await cancel(db, row);
      return row !== undefined;
    },
    hasToken: async (token) => (await rowOf(db, token)) !== undefined,
    applyDueReset: (accountId) => takeDueReset(deps, accountId),
    sweep: async () => {
      for (const row of await db.selectFrom("pending_steps").selectAll().execute()) {
        const account = await accounts.byId(row.account_id);
        if (account === undefined) continue;
        if (row.announced_at === null) announce(row, account);
        else if (isDue(row, around.now())) await take(deps, row, account);
      }
      await jobs.idle();
    },
    idle: jobs.idle,
  };
}

/** The wait begins with the mail: a step whose mail was not sent does not take effect. */
async function sendAnnouncement({ db, mailer, origins, around }: Deps, row: PendingStepRow, account: Account): Promise<void> {
  const token = around.randomBytes(TOKEN_BYTES).toString("base64url");
  const hashed = await db
    .updateTable("pending_steps")
    .set({ cancel_hash: hashOf(token) })
    .where("id", "=", row.id)
    .executeTakeFirst();
  if (hashed.numUpdatedRows === 0n) return;
  const link = `${origins()[0] ?? ""}/account/cancel/${token}`;
  await mailer.send(stepMail(account.email, row.kind, { link, device: row.device, network: row.network, at: row.requested_at }));
  await db.updateTable("pending_steps").set({ announced_at: around.now() }).where("id", "=", row.id).execute();
}

async function take(deps: Deps, row: PendingStepRow, account: Account): Promise<void> {
  if (row.kind === "reset") return takeDueReset(deps, account.id);
  const { eraseDrive } = JSON.parse(row.payload) as { readonly eraseDrive: boolean };
  await deps.removeAccount(account, { eraseDrive });
}

/** Applies the reset like a password change, but ends every session and records that only the mailbox was proved. */
async function takeDueReset({ db, around, endAccess }: Deps, accountId: string): Promise<void> {
  const now = around.now();
  const find = (on: Database) =>
    on.selectFrom("pending_steps").selectAll().where("account_id", "=", accountId).where("kind", "=", "reset").executeTakeFirst();
  const seen = await find(db);
  if (seen === undefined || !isDue(seen, now)) return;
  // Called before the transaction, because a crash after it would leave nothing due; and after it, because a session that lived until then
  // may have requested access in between.
  await endAccess(accountId);
  await transactForGood(db, async (tx) => {
    const row = await find(tx);
    if (row === undefined || !isDue(row, now)) return;
    await tx.deleteFrom("pending_steps").where("id", "=", row.id).execute();
    await tx.deleteFrom("passwords").where("account_id", "=", accountId).where("mailed", "=", 1).execute();
    await tx.updateTable("passwords").set({ signs_in: 0 }).where("account_id", "=", accountId).execute();
    await dropSuperseded(tx, accountId, "");
    await insertPassword(tx, accountId, { password: JSON.parse(row.payload) as StoredPassword, now });
    await tx.updateTable("sessions").set({ ended: "ended" }).where("account_id", "=", accountId).where("ended", "is", null).execute();
    await tx.updateTable("accounts").set({ reset_at: now }).where("id", "=", accountId).execute();
  });
  await endAccess(accountId);
}

/** The step was requested through the mailbox, so the mailed password of that session ends with it. */
async function cancel(db: Database, row: PendingStepRow): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom("pending_steps").where("id", "=", row.id).execute();
    if (row.kind !== "reset") return;
    await tx.deleteFrom("passwords").where("account_id", "=", row.account_id).where("mailed", "=", 1).execute();
    const limited = tx.updateTable("sessions").set({ ended: "ended" }).where("account_id", "=", row.account_id);
    await limited.where("limited", "=", 1).where("ended", "is", null).execute();
  });
}

async function rowOf(db: Database, token: string): Promise<PendingStepRow | undefined> {
  return await db.selectFrom("pending_steps").selectAll().where("cancel_hash", "=", hashOf(token)).executeTakeFirst();
}

function toRow(
  accountId: string,
  { wanted, client: { device, network } }: { readonly wanted: Wanted; readonly client: Client },
  around: RuntimeEnvironment,
): PendingStepRow {
  const payload = JSON.stringify(wanted.kind === "reset" ? wanted.password : { eraseDrive: wanted.eraseDrive });
  const base = { id: newId(around), account_id: accountId, kind: wanted.kind, payload, cancel_hash: "", device, network };
  return { ...base, requested_at: around.now(), announced_at: null };
}

const dueAt = (row: PendingStepRow): number => (row.announced_at ?? row.requested_at) + STEP_WAIT_MS;
const isDue = (row: PendingStepRow, now: number): boolean => row.announced_at !== null && now >= dueAt(row);
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

function toStep(row: PendingStepRow): PendingStep {
  const { id, kind, device, network } = row;
  return { id, kind, device, network, requestedAt: row.requested_at, takesEffectAt: dueAt(row) };
}
