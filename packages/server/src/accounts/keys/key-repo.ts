/** Reads and writes the key document. Every write is one transaction that checks revision and proof. encryption.md 3.4. */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { type Database, isUniqueViolation, transact, transactForGood } from "../../db/open-database.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import type { Account } from "../account-repo.ts";
import { insertPassword, isLasting, readPasswords, type StoredPassword } from "../passwords/password-rows.ts";
import { currentDocument, insertDocument, replaceDocument, retireCurrent, retiredDocuments, storeWrap } from "./key-rows.ts";
import { checkKeyWrite, checkStartOver, type FreshVault, type KeyWrite, type KeyWriteRefusal, provesRoot } from "./key-rules.ts";

export type KeyRepo = {
  /** `opened` is the password whose sign-in secret was proved. Only its wrap is returned. */
  readonly read: (accountId: string, opened?: StoredPassword) => Promise<AccountKeys>;
  readonly retired: (accountId: string) => Promise<KeyDocument[]>;
  readonly write: (accountId: string, write: KeyWrite, now: number) => Promise<KeyWriteRefusal | undefined>;
  /** `copyId` is the id for the kept copy of the password's old wrap. */
  readonly startOver: (
    accountId: string,
    fresh: FreshVault,
    options: { readonly copyId: string; readonly now: number },
  ) => Promise<Refusal<"conflict" | "bad-request"> | undefined>;
};

export function createKeyRepo(db: Database): KeyRepo {
  return {
    read: (accountId, opened) => readKeys(db, accountId, opened),
    retired: (accountId) => retiredDocuments(db, accountId),
    write: async (accountId, write, now) => {
      try {
        return await transactForGood(db, (tx) => writeDocument(tx, accountId, { write, now }));
      } catch (error) {
        // A retired vault has the same id, or another server process has just written the first document.
        if (isUniqueViolation(error)) return refuse("vault-exists");
        throw error;
      }
    },
    startOver: async (accountId, fresh, { copyId, now }) => {
      try {
        return await transactForGood(db, (tx) => replaceVault(tx, accountId, { fresh, copyId, now }));
      } catch (error) {
        if (isUniqueViolation(error)) return refuse("bad-request", { field: "document.vaultId" });
        throw error;
      }
    },
  };
}

async function readKeys(db: Database, accountId: string, opened: StoredPassword | undefined): Promise<AccountKeys> {
  return await transact(db, async (tx) => {
    const passwords = (await readPasswords(tx, accountId)).filter(isLasting);
    return { document: (await currentDocument(tx, accountId)) ?? null, entries: passwords.map((password) => toEntry(password, opened)) };
  });
}

function toEntry(password: StoredPassword, opened: StoredPassword | undefined): AccountKeys["entries"][number] {
  const { id, kdf, signsIn, vaultId, pw } = password;
  return { entryId: id, kdf, signsIn, vaultId, ...(id === opened?.id ? { pw } : {}) };
}

export async function writeDocument(
  tx: Database,
  accountId: string,
  { write, now }: { readonly write: KeyWrite; readonly now: number },
): Promise<KeyWriteRefusal | undefined> {
  const stored = await currentDocument(tx, accountId);
  const refusal = checkKeyWrite(write, stored, await readPasswords(tx, accountId));
  if (refusal !== undefined) return refusal;
  await (stored === undefined ? insertDocument : replaceDocument)(tx, accountId, { document: write.document, now });
  if (write.pw !== undefined) await storeWrap(tx, accountId, { vaultId: write.document.vaultId, pw: write.pw });
  if (stored !== undefined && write.proof !== undefined) await noteProofOf(tx, accountId, write.proof);
  return undefined;
}

async function replaceVault(
  tx: Database,
  accountId: string,
  { fresh, copyId, now }: { readonly fresh: FreshVault; readonly copyId: string; readonly now: number },
): Promise<Refusal<"conflict" | "bad-request"> | undefined> {
  const passwords = await readPasswords(tx, accountId);
  const entry = passwords.find((password) => password.id === fresh.pw.entryId && password.signsIn && isLasting(password));
  const refusal = checkStartOver(fresh, await currentDocument(tx, accountId), entry);
  if (refusal !== undefined) return refusal;
  await retireCurrent(tx, accountId, now);
  // The verifiers of its sensitive folders derive from the old root. Folders that join the new vault get new verifiers.
  await tx.deleteFrom("sensitive_folders").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("sensitive_sessions").where("account_id", "=", accountId).execute();
  await insertDocument(tx, accountId, { document: fresh.document, now });
  // The retired vault stays complete: this password still opens what it opened before.
  if (entry !== undefined && entry.pw !== null)
    await insertPassword(tx, accountId, { password: { ...entry, id: copyId, signsIn: false }, now });
  await storeWrap(tx, accountId, { vaultId: fresh.document.vaultId, pw: fresh.pw });
  return undefined;
}

/**
 * True if more than the mailbox vouches for the account. After a reset that was only delayed, a proof of an earlier vault key is needed.
 * Decision 0016.
 */
export async function isProved(db: Database, account: Pick<Account, "id" | "resetAt">, proof: string | undefined): Promise<boolean> {
  const { resetAt } = account;
  if (resetAt === undefined) return true;
  if (proof === undefined) return false;
  const vaults = await db.selectFrom("vaults").select(["document", "created_at"]).where("account_id", "=", account.id).execute();
  return vaults.some((vault) => vault.created_at < resetAt && provesRoot(proof, JSON.parse(vault.document).proofHash));
}

/** If the proof is valid, clears the mark that the password was reset by mail alone. */
export async function noteProof(tx: Database, account: Pick<Account, "id" | "resetAt">, proof: string): Promise<void> {
  if (account.resetAt === undefined || !(await isProved(tx, account, proof))) return;
  await tx.updateTable("accounts").set({ reset_at: null }).where("id", "=", account.id).execute();
}

async function noteProofOf(tx: Database, accountId: string, proof: string): Promise<void> {
  const row = await tx.selectFrom("accounts").select("reset_at").where("id", "=", accountId).executeTakeFirst();
  if (row !== undefined && row.reset_at !== null) await noteProof(tx, { id: accountId, resetAt: row.reset_at }, proof);
}
