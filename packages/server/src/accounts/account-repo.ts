/** Accounts as rows, created together with their password and first vault. registration.ts decides what may be written. */

import type { User } from "@satchel/contract/accounts/auth.ts";
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { PLAN_TYPES, PLANS, type PlanType } from "@satchel/contract/plans.ts";
import { deleteInPieces, LARGE_PIECE_ROWS } from "../db/counts.ts";
import { type Database, isUniqueViolation, transactForGood } from "../db/open-database.ts";
import type { AccountRow } from "../db/schema.ts";
import { insertDocument } from "./keys/key-rows.ts";
import { insertPassword, readPasswords, type StoredPassword } from "./passwords/password-rows.ts";
import { useInvitation } from "./registration/invitations.ts";

export type NewAccount = {
  readonly account: Account;
  readonly password: StoredPassword;
  readonly document: KeyDocument | undefined;
  /** Consumed by the same transaction. Undefined if none is needed. */
  readonly invitationHash: string | undefined;
};

export type Created = "created" | "email-taken" | "invitation-invalid";

export type AccountRepo = {
  /** Creates account, password and vault in one transaction. */
  readonly create: (fresh: NewAccount) => Promise<Created>;
  readonly byEmail: (email: string) => Promise<Account | undefined>;
  readonly byId: (id: string) => Promise<Account | undefined>;
  /** Returns up to `limit` accounts whose address comes after `after`, in the order of their addresses. */
  readonly page: (after: string, limit: number) => Promise<readonly Account[]>;
  readonly passwordsOf: (accountId: string) => Promise<readonly StoredPassword[]>;
  /** `at` is undefined to enable the account again. Its sessions are not ended by this. */
  readonly setDisabled: (id: string, at: number | undefined) => Promise<void>;
  /** Sets the plan and clears a pending one. */
  readonly setPlan: (id: string, plan: PlanType) => Promise<void>;
  readonly setGrantedPlan: (id: string, plan: PlanType | undefined) => Promise<void>;
  readonly setPendingPlan: (id: string, plan: PlanType | undefined) => Promise<void>;
  /** Makes the pending plan, if there is one, the current plan. */
  readonly takePendingPlan: (id: string) => Promise<void>;
  /** Takes effect only once: afterwards the account has notes in the storage of its plan. */
  readonly finishOnboarding: (id: string, plan: PlanType | undefined) => Promise<void>;
  /** Removes the account with all rows that refer to it. */
  readonly remove: (id: string) => Promise<void>;
};

export function createAccountRepo(db: Database): AccountRepo {
  return {
    create: (fresh) => createAccount(db, fresh),
    byEmail: async (email) => toAccount(await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst()),
    byId: async (id) => toAccount(await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()),
    page: async (after, limit) => {
      const rows = await db.selectFrom("accounts").selectAll().where("email", ">", after).orderBy("email").limit(limit).execute();
      return rows.map(readAccount);
    },
    passwordsOf: (accountId) => readPasswords(db, accountId),
    setDisabled: async (id, at) => {
      await db
        .updateTable("accounts")
        .set({ disabled_at: at ?? null })
        .where("id", "=", id)
        .execute();
    },
    setPlan: async (id, plan) => {
      await db.updateTable("accounts").set({ plan, pending_plan: null }).where("id", "=", id).execute();
    },
    setGrantedPlan: async (id, plan) => {
      await db
        .updateTable("accounts")
        .set({ granted_plan: plan ?? null })
        .where("id", "=", id)
        .execute();
    },
    setPendingPlan: async (id, plan) => {
      await db
        .updateTable("accounts")
        .set({ pending_plan: plan ?? null })
        .where("id", "=", id)
        .execute();
    },
    takePendingPlan: async (id) => {
      await db
        .updateTable("accounts")
        .set((row) => ({ plan: row.fn.coalesce("pending_plan", "plan"), pending_plan: null }))
        .where("id", "=", id)
        .execute();
    },
    finishOnboarding: async (id, plan) => {
      const values = plan === undefined ? { needs_onboarding: 0 } : { needs_onboarding: 0, plan };
      await db.updateTable("accounts").set(values).where("id", "=", id).where("needs_onboarding", "=", 1).execute();
    },
    remove: async (id) => {
      await removeRows(db, id);
      await transactForGood(db, (tx) => tx.deleteFrom("accounts").where("id", "=", id).execute());
    },
  };
}

/** Removes numerous and large rows first, in pieces. If this is interrupted, the user can request the deletion again. */
async function removeRows(db: Database, accountId: string): Promise<void> {
  await deleteInPieces((limit) => {
    const rows = db.selectFrom("account_activity").select("id").where("account_id", "=", accountId).limit(limit);
    return db.deleteFrom("account_activity").where("id", "in", rows).executeTakeFirst();
  });
  await deleteInPieces((limit) => {
    const rows = db.selectFrom("sensitive_sessions").select("token_hash").where("account_id", "=", accountId).limit(limit);
    return db.deleteFrom("sensitive_sessions").where("token_hash", "in", rows).executeTakeFirst();
  });
  await deleteInPieces((limit) => {
    const rows = db.selectFrom("sessions").select("id").where("account_id", "=", accountId).limit(limit);
    return db.deleteFrom("sessions").where("id", "in", rows).executeTakeFirst();
  });
  await deleteInPieces((limit) => {
    const retired = db.selectFrom("vaults").select("vault_id").where("account_id", "=", accountId).where("retired_at", "is not", null);
    return db.deleteFrom("vaults").where("account_id", "=", accountId).where("vault_id", "in", retired.limit(limit)).executeTakeFirst();
  }, LARGE_PIECE_ROWS);
}

/** Thrown to roll back the transaction. */
class NoInvitation extends Error {}

async function createAccount(db: Database, { account, password, document, invitationHash }: NewAccount): Promise<Created> {
  try {
    await db.transaction().execute(async (tx) => {
      if (invitationHash !== undefined && !(await useInvitation(tx, invitationHash, account.createdAt))) throw new NoInvitation();
      await tx.insertInto("accounts").values(toRow(account)).execute();
      await insertPassword(tx, account.id, { password, now: account.createdAt });
      if (document !== undefined) await insertDocument(tx, account.id, { document, now: account.createdAt });
    });
    return "created";
  } catch (error) {
    if (error instanceof NoInvitation) return "invitation-invalid";
    // Two concurrent registrations can both pass the earlier check; the unique index accepts only one of them.
    if (isUniqueViolation(error)) return "email-taken";
    throw error;
  }
}

function toRow(account: Account): AccountRow {
  const { id, email, plan, needsOnboarding, createdAt } = account;
  return {
    id,
    email,
    plan,
    pending_plan: null,
    granted_plan: null,
    needs_onboarding: needsOnboarding ? 1 : 0,
    created_at: createdAt,
    reset_at: null,
    disabled_at: null,
  };
}

function toAccount(row: AccountRow | undefined): Account | undefined {
  return row && readAccount(row);
}

function readAccount(row: AccountRow): Account {
  const { id, email, plan } = row;
  const pending = row.pending_plan === null ? {} : { pendingPlan: row.pending_plan };
  const granted = row.granted_plan === null ? {} : { grantedPlan: row.granted_plan };
  const reset = row.reset_at === null ? {} : { resetAt: row.reset_at };
  const disabled = row.disabled_at === null ? {} : { disabledAt: row.disabled_at };
  const needsOnboarding = row.needs_onboarding === 1;
  return { id, email, plan, ...pending, ...granted, needsOnboarding, createdAt: row.created_at, ...reset, ...disabled };
}

/** An account in the server's own form, and its conversion to the contract's. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanType;
  /** Plan to whose storage the notes are being copied. */
  readonly pendingPlan?: PlanType;
  /** Plan that the operator granted to this account; see `choosablePlans`. */
  readonly grantedPlan?: PlanType;
  readonly needsOnboarding: boolean;
  readonly createdAt: number;
  /** Time of the last reset that was confirmed by the mailbox alone. */
  readonly resetAt?: number;
  /** Time at which the operator disabled the account. It cannot sign in since. */
  readonly disabledAt?: number;
};

export function toUser(account: Account): User {
  const { id, email, createdAt, needsOnboarding } = account;
  return { id, email, createdAt, needsOnboarding, planType: account.plan };
}

/**
 * Returns the plans an account may choose: its own, those the operator opened (SATCHEL_PLANS), and those up to a granted one. Decision
 * 0016.
 */
export function choosablePlans(account: Account, openPlans: readonly PlanType[]): readonly PlanType[] {
  const granted = PLANS[account.grantedPlan ?? "free"].managedBytes;
  return PLAN_TYPES.filter((plan) => plan === account.plan || openPlans.includes(plan) || PLANS[plan].managedBytes <= granted);
}
