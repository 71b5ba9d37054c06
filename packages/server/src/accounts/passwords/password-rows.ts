/** One password of an account in the server's own form, and its row. */
import type { Kdf, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Database } from "../../db/open-database.ts";
import type { PasswordRow } from "../../db/schema.ts";

export type StoredPassword = {
  readonly id: string;
  readonly kdf: Kdf;
  readonly verifier: string;
  readonly pw: Wrap | null;
  /** Id of the vault whose root `pw` holds. */
  readonly vaultId: string | null;
  readonly signsIn: boolean;
  /** Set for a mailed password: time until which it is valid, and only for a limited session. */
  readonly mailedUntil: number | undefined;
};

/** Ordered by age, newest first, but passwords that sign in come before those that only open wraps. */
export async function readPasswords(db: Database, accountId: string): Promise<readonly StoredPassword[]> {
  const rows = await db
    .selectFrom("passwords")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("signs_in", "desc")
    .orderBy("mailed")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toPassword);
}

export async function insertPassword(
  db: Database,
  accountId: string,
  { password, now }: { readonly password: StoredPassword; readonly now: number },
): Promise<void> {
  await db
    .insertInto("passwords")
    .values(toRow(accountId, password, now))
    .execute();
}

/** True unless the password was mailed: lasting passwords are listed among the account's passwords. */
export function isLasting(password: StoredPassword): boolean {
  return password.mailedUntil === undefined;
}

function toPassword(row: PasswordRow): StoredPassword {
  return {
    id: row.id,
    kdf: JSON.parse(row.kdf),
    verifier: row.verifier,
    pw: row.pw === null ? null : JSON.parse(row.pw),
    vaultId: row.vault_id,
    signsIn: row.signs_in === 1,
    mailedUntil: row.mailed === 1 ? (row.expires_at ?? 0) : undefined,
  };
}

function toRow(accountId: string, password: StoredPassword, now: number): PasswordRow {
  const { id, verifier, mailedUntil } = password;
  return {
    id,
    account_id: accountId,
    kdf: JSON.stringify(password.kdf),
    verifier,
    pw: password.pw === null ? null : JSON.stringify(password.pw),
    vault_id: password.vaultId,
    signs_in: password.signsIn ? 1 : 0,
    mailed: mailedUntil === undefined ? 0 : 1,
    expires_at: mailedUntil ?? null,
    created_at: now,
  };
}
