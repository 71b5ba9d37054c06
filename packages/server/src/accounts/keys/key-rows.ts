/** Key documents and their wraps as rows, inside a transaction of the caller. key-rules.ts decides what may be written. */
import type { KeyDocument, Wrap } from "@satchel/contract/accounts/keys.ts";
import type { Database } from "../../db/open-database.ts";

export async function currentDocument(db: Database, accountId: string): Promise<KeyDocument | undefined> {
  const row = await db
    .selectFrom("vaults")
    .select("document")
    .where("account_id", "=", accountId)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.document);
}

export async function retiredDocuments(db: Database, accountId: string): Promise<KeyDocument[]> {
  const rows = await db
    .selectFrom("vaults")
    .select("document")
    .where("account_id", "=", accountId)
    .where("retired_at", "is not", null)
    .orderBy("retired_at", "desc")
    .execute();
  return rows.map((row) => JSON.parse(row.document));
}

type DocumentWrite = { readonly document: KeyDocument; readonly now: number };

export async function insertDocument(tx: Database, accountId: string, { document, now }: DocumentWrite): Promise<void> {
  const { vaultId, rev } = document;
  const text = JSON.stringify(document);
  const row = { account_id: accountId, vault_id: vaultId, rev, document: text, created_at: now, updated_at: now, retired_at: null };
  await tx.insertInto("vaults").values(row).execute();
}

export async function replaceDocument(tx: Database, accountId: string, { document, now }: DocumentWrite): Promise<void> {
  await tx
    .updateTable("vaults")
    .set({ rev: document.rev, document: JSON.stringify(document), updated_at: now })
    .where("account_id", "=", accountId)
    .where("vault_id", "=", document.vaultId)
    .execute();
}

export async function retireCurrent(tx: Database, accountId: string, now: number): Promise<void> {
  await tx.updateTable("vaults").set({ retired_at: now }).where("account_id", "=", accountId).where("retired_at", "is", null).execute();
}

export type NewWrap = { readonly entryId: string; readonly wrap: Wrap };

/** Stores the new wrap of this vault and, in the same write, removes older passwords that were kept only for their wrap. */
export async function storeWrap(
  tx: Database,
  accountId: string,
  { vaultId, pw }: { readonly vaultId: string; readonly pw: NewWrap },
): Promise<void> {
  await tx
    .updateTable("passwords")
    .set({ pw: JSON.stringify(pw.wrap), vault_id: vaultId })
    .where("id", "=", pw.entryId)
    .execute();
  await dropSuperseded(tx, accountId, vaultId);
}

/** Does not touch wraps of retired vaults, which stay until the account is deleted. */
export async function dropSuperseded(tx: Database, accountId: string, vaultId: string): Promise<void> {
  await tx
    .deleteFrom("passwords")
    .where("account_id", "=", accountId)
    .where("signs_in", "=", 0)
    .where((row) => row.or([row("pw", "is", null), row("vault_id", "=", vaultId)]))
    .execute();
}
