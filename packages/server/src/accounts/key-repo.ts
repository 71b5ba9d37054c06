/** The key document and the wraps beside it, as rows. Every write is one transaction that checks revision and proof inside. encryption.md 3.4. */
import type { AccountKeys, KeyDocument } from "@satchel/contract/keys.ts";
import { type Database, isUniqueViolation } from "../db/open-database.ts";
import { refuse } from "../refusal.ts";
import { readPasswords, type StoredPassword } from "./account-repo.ts";
import { checkKeyWrite, type KeyWrite, type KeyWriteRefusal } from "./key-rules.ts";

export type KeyRepo = {
  /** `opened` is the password whose sign-in secret was shown: its wrap goes along, no other. */
  readonly read: (accountId: string, opened?: StoredPassword) => Promise<AccountKeys>;
  readonly write: (accountId: string, write: KeyWrite, now: number) => Promise<KeyWriteRefusal | undefined>;
};

export function createKeyRepo(db: Database): KeyRepo {
  return {
    read: (accountId, opened) => readKeys(db, accountId, opened),
    write: async (accountId, write, now) => {
      try {
        return await db.transaction().execute((tx) => writeKeys(tx, accountId, write, now));
      } catch (error) {
        // A vault of the same name that was retired, or a second first document from another copy of the server.
        if (isUniqueViolation(error)) return refuse("vault-exists");
        throw error;
      }
    },
  };
}

async function readKeys(db: Database, accountId: string, opened: StoredPassword | undefined): Promise<AccountKeys> {
  return await db.transaction().execute(async (tx) => {
    const passwords = await readPasswords(tx, accountId);
    return { document: (await currentDocument(tx, accountId)) ?? null, entries: passwords.map((password) => toEntry(password, opened)) };
  });
}

function toEntry(password: StoredPassword, opened: StoredPassword | undefined): AccountKeys["entries"][number] {
  const { id, kdf, signsIn, pw } = password;
  return { entryId: id, kdf, signsIn, ...(id === opened?.id ? { pw } : {}) };
}

async function currentDocument(db: Database, accountId: string): Promise<KeyDocument | undefined> {
  const row = await db
    .selectFrom("vaults")
    .select("document")
    .where("account_id", "=", accountId)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.document);
}

async function writeKeys(tx: Database, accountId: string, write: KeyWrite, now: number): Promise<KeyWriteRefusal | undefined> {
  const stored = await currentDocument(tx, accountId);
  const refusal = checkKeyWrite(write, stored, await readPasswords(tx, accountId));
  if (refusal !== undefined) return refusal;
  await storeDocument(tx, accountId, write.document, now);
  if (write.pw !== undefined) await storeWrap(tx, accountId, write.pw);
  return undefined;
}

async function storeDocument(tx: Database, accountId: string, document: KeyDocument, now: number): Promise<void> {
  const { vaultId, rev } = document;
  const text = JSON.stringify(document);
  if (rev === 1) {
    const row = { account_id: accountId, vault_id: vaultId, rev, document: text, created_at: now, updated_at: now, retired_at: null };
    await tx.insertInto("vaults").values(row).execute();
    return;
  }
  const values = { rev, document: text, updated_at: now };
  await tx.updateTable("vaults").set(values).where("account_id", "=", accountId).where("vault_id", "=", vaultId).execute();
}

/** The new wrap replaces all older ones: passwords that only stood for it go in the same write. */
async function storeWrap(tx: Database, accountId: string, pw: NonNullable<KeyWrite["pw"]>): Promise<void> {
  await tx
    .updateTable("passwords")
    .set({ pw: JSON.stringify(pw.wrap) })
    .where("id", "=", pw.entryId)
    .execute();
  await tx.deleteFrom("passwords").where("account_id", "=", accountId).where("signs_in", "=", 0).execute();
}
