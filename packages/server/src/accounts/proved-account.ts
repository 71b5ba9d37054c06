/**
 * Whether more than the mailbox vouches for an account. After a reset that only waited, that is proof of a vault key from before the reset:
 * a vault made by starting over afterwards proves nothing. Decision 0016.
 */
import type { Database } from "../db/open-database.ts";
import type { Account } from "./account.ts";
import { provesRoot } from "./key-rules.ts";

export async function isProved(db: Database, account: Pick<Account, "id" | "resetAt">, proof: string | undefined): Promise<boolean> {
  const { resetAt } = account;
  if (resetAt === undefined) return true;
  if (proof === undefined) return false;
  const vaults = await db.selectFrom("vaults").select(["document", "created_at"]).where("account_id", "=", account.id).execute();
  return vaults.some((vault) => vault.created_at < resetAt && provesRoot(proof, JSON.parse(vault.document).proofHash));
}

/** From now on the account is as if its password had never been reset by mail alone. */
export async function noteProof(tx: Database, account: Pick<Account, "id" | "resetAt">, proof: string): Promise<void> {
  if (account.resetAt === undefined || !(await isProved(tx, account, proof))) return;
  await tx.updateTable("accounts").set({ reset_at: null }).where("id", "=", account.id).execute();
}

export async function noteProofOf(tx: Database, accountId: string, proof: string): Promise<void> {
  const row = await tx.selectFrom("accounts").select("reset_at").where("id", "=", accountId).executeTakeFirst();
  if (row !== undefined && row.reset_at !== null) await noteProof(tx, { id: accountId, resetAt: row.reset_at }, proof);
}
