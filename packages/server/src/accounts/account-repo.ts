/** Accounts as rows, made together with their password and their first vault. What may be written is decided in registration.ts. */
import type { KeyDocument } from "@satchel/contract/keys.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import { type Database, isUniqueViolation, transactForGood } from "../db/open-database.ts";
import type { AccountRow } from "../db/schema.ts";
import type { Account } from "./account.ts";
import { insertDocument } from "./key-rows.ts";
import { insertPassword, readPasswords, type StoredPassword } from "./password-rows.ts";

export type NewAccount = {
  readonly account: Account;
  readonly password: StoredPassword;
  readonly document: KeyDocument | undefined;
};

export type AccountRepo = {
  /** Account, password and vault in one transaction. False: the address is taken. */
  readonly create: (fresh: NewAccount) => Promise<boolean>;
  readonly byEmail: (email: string) => Promise<Account | undefined>;
  readonly byId: (id: string) => Promise<Account | undefined>;
  readonly passwordsOf: (accountId: string) => Promise<readonly StoredPassword[]>;
  /** Whatever change was under way is over. */
  readonly setPlan: (id: string, plan: PlanType) => Promise<void>;
  readonly setPendingPlan: (id: string, plan: PlanType | undefined) => Promise<void>;
  /** The pending plan, if there is one, holds from now on. */
  readonly takePendingPlan: (id: string) => Promise<void>;
  /** Only the first time: whoever is past it has notes in a place that goes with the plan. */
  readonly finishOnboarding: (id: string, plan: PlanType | undefined) => Promise<void>;
  /** With everything that hangs on it. */
  readonly remove: (id: string) => Promise<void>;
};

export function createAccountRepo(db: Database): AccountRepo {
  return {
    create: (fresh) => createAccount(db, fresh),
    byEmail: async (email) => toAccount(await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst()),
    byId: async (id) => toAccount(await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()),
    passwordsOf: (accountId) => readPasswords(db, accountId),
    setPlan: async (id, plan) => {
      await db.updateTable("accounts").set({ plan, pending_plan: null }).where("id", "=", id).execute();
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
      await transactForGood(db, (tx) => tx.deleteFrom("accounts").where("id", "=", id).execute());
    },
  };
}

async function createAccount(db: Database, { account, password, document }: NewAccount): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("accounts").values(toRow(account)).execute();
      await insertPassword(tx, account.id, password, account.createdAt);
      if (document !== undefined) await insertDocument(tx, account.id, document, account.createdAt);
    });
    return true;
  } catch (error) {
    // Two registrations at once both pass the check before; the unique address lets only one of them through.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function toRow(account: Account): AccountRow {
  const { id, email, plan, needsOnboarding, createdAt } = account;
  return { id, email, plan, pending_plan: null, needs_onboarding: needsOnboarding ? 1 : 0, created_at: createdAt };
}

function toAccount(row: AccountRow | undefined): Account | undefined {
  if (row === undefined) return undefined;
  const { id, email, plan } = row;
  const pending = row.pending_plan === null ? {} : { pendingPlan: row.pending_plan };
  return { id, email, plan, ...pending, needsOnboarding: row.needs_onboarding === 1, createdAt: row.created_at };
}
