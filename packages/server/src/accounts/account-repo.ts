/** Accounts, their passwords and their first vault, as rows. What may be written is decided in registration.ts and keys.ts. */
import type { Kdf, KeyDocument, Wrap } from "@satchel/contract/keys.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import { type Database, isUniqueViolation } from "../db/open-database.ts";
import type { AccountRow, PasswordRow } from "../db/schema.ts";
import type { Account } from "./account.ts";

export type StoredPassword = {
  readonly id: string;
  readonly kdf: Kdf;
  readonly verifier: string;
  readonly pw: Wrap | null;
  readonly signsIn: boolean;
};

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
  /** All passwords that still open or sign in, newest first. */
  readonly passwordsOf: (accountId: string) => Promise<readonly StoredPassword[]>;
  readonly setPlan: (id: string, plan: PlanType) => Promise<void>;
  readonly finishOnboarding: (id: string, plan: PlanType | undefined) => Promise<void>;
};

export function createAccountRepo(db: Database): AccountRepo {
  return {
    create: (fresh) => createAccount(db, fresh),
    byEmail: async (email) => toAccount(await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst()),
    byId: async (id) => toAccount(await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()),
    passwordsOf: (accountId) => readPasswords(db, accountId),
    setPlan: async (id, plan) => {
      await db.updateTable("accounts").set({ plan }).where("id", "=", id).execute();
    },
    finishOnboarding: async (id, plan) => {
      const values = plan === undefined ? { needs_onboarding: 0 } : { needs_onboarding: 0, plan };
      await db.updateTable("accounts").set(values).where("id", "=", id).execute();
    },
  };
}

async function createAccount(db: Database, fresh: NewAccount): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("accounts").values(toAccountRow(fresh.account)).execute();
      await tx.insertInto("passwords").values(toPasswordRow(fresh)).execute();
      if (fresh.document !== undefined) await tx.insertInto("vaults").values(toVaultRow(fresh.account, fresh.document)).execute();
    });
    return true;
  } catch (error) {
    // Two registrations at once both pass the check before; the unique address lets only one of them through.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function readPasswords(db: Database, accountId: string): Promise<readonly StoredPassword[]> {
  const rows = await db
    .selectFrom("passwords")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("signs_in", "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toPassword);
}

function toPassword(row: PasswordRow): StoredPassword {
  const { id, verifier } = row;
  return { id, verifier, kdf: JSON.parse(row.kdf), pw: row.pw === null ? null : JSON.parse(row.pw), signsIn: row.signs_in === 1 };
}

function toPasswordRow({ account, password }: NewAccount): PasswordRow {
  return {
    id: password.id,
    account_id: account.id,
    kdf: JSON.stringify(password.kdf),
    verifier: password.verifier,
    pw: password.pw === null ? null : JSON.stringify(password.pw),
    signs_in: password.signsIn ? 1 : 0,
    created_at: account.createdAt,
  };
}

function toVaultRow(account: Account, document: KeyDocument) {
  const at = account.createdAt;
  const { vaultId, rev } = document;
  return {
    account_id: account.id,
    vault_id: vaultId,
    rev,
    document: JSON.stringify(document),
    created_at: at,
    updated_at: at,
    retired_at: null,
  };
}

function toAccountRow(account: Account): AccountRow {
  const { id, email, plan, needsOnboarding, createdAt } = account;
  return { id, email, plan, needs_onboarding: needsOnboarding ? 1 : 0, created_at: createdAt };
}

function toAccount(row: AccountRow | undefined): Account | undefined {
  if (row === undefined) return undefined;
  return { id: row.id, email: row.email, plan: row.plan, needsOnboarding: row.needs_onboarding === 1, createdAt: row.created_at };
}
