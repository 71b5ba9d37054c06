/** Pure rules for a write of the key document, compared with the stored one. encryption.md 3.4, 3.6 (c). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { KeyDocument, startOver, writeKeys } from "@satchel/contract/accounts/keys.ts";
import type { ParsedBodyOf, RefusalOf } from "@satchel/contract/route.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import { isLasting, type StoredPassword } from "../passwords/password-rows.ts";

export type KeyWrite = ParsedBodyOf<typeof writeKeys>;
export type FreshVault = Omit<ParsedBodyOf<typeof startOver>, "password">;
export type KeyWriteRefusal = Refusal<RefusalOf<typeof writeKeys> | "bad-request">;

/** Returns undefined if the write may be stored. */
export function checkKeyWrite(
  write: KeyWrite,
  stored: KeyDocument | undefined,
  passwords: readonly StoredPassword[],
): KeyWriteRefusal | undefined {
  const first = stored === undefined;
  const standing = first ? checkFirst(write) : checkNext(write, stored);
  return (
    standing ??
    checkWrap(write, passwords) ??
    (write.document.rev === write.rev + 1 ? undefined : refuse("bad-request", { field: "document.rev" }))
  );
}

function checkFirst(write: KeyWrite): KeyWriteRefusal | undefined {
  if (write.rev !== 0) return refuse("conflict");
  // A vault whose root no password opens would be lost with this browser.
  return write.pw === undefined ? refuse("bad-request", { field: "pw" }) : undefined;
}

function checkNext(write: KeyWrite, stored: KeyDocument): KeyWriteRefusal | undefined {
  if (write.rev === 0) return refuse("vault-exists");
  if (write.rev !== stored.rev) return refuse("conflict");
  if (!provesRoot(write.proof, stored.proofHash)) return refuse("wrong-proof");
  return checkNothingLost(write, stored);
}

export function provesRoot(proof: string | undefined, proofHash: string): boolean {
  if (proof === undefined) return false;
  const shown = createHash("sha256").update(Buffer.from(proof, "base64url")).digest();
  const kept = Buffer.from(proofHash, "base64url");
  return kept.length === shown.length && timingSafeEqual(kept, shown);
}

/** An acknowledged write never reduces what a valid secret opens: a vault keeps its root, its sensitive keys and all older roots. */
function checkNothingLost({ document, pw }: KeyWrite, stored: KeyDocument): KeyWriteRefusal | undefined {
  if (document.vaultId !== stored.vaultId) return refuse("bad-request", { field: "document.vaultId" });
  if (document.proofHash !== stored.proofHash) return refuse("bad-request", { field: "document.proofHash" });
  if (stored.sens !== null && document.sens === null) return refuse("bad-request", { field: "document.sens" });
  // `bound` ties a document to its root and is never dropped: devices refuse a document without it.
  if (stored.bound !== undefined && (document.bound === undefined || document.bound === stored.bound))
    return refuse("bad-request", { field: "document.bound" });
  const kept = new Set(document.also.map((older) => older.vaultId));
  if (stored.also.some((older) => !kept.has(older.vaultId))) return refuse("bad-request", { field: "document.also" });
  // The password's wrap also holds the recovery key. Without a new wrap the password would still open the old one.
  return document.rec.rkId !== stored.rec.rkId && pw === undefined ? refuse("bad-request", { field: "pw" }) : undefined;
}

function checkWrap({ pw }: KeyWrite, passwords: readonly StoredPassword[]): KeyWriteRefusal | undefined {
  if (pw === undefined) return undefined;
  const entry = passwords.find((password) => password.id === pw.entryId);
  return entry?.signsIn && isLasting(entry) ? undefined : refuse("bad-request", { field: "pw.entryId" });
}

/** Checks a new vault that replaces one that no secret opens anymore. encryption.md 3.5 (5). */
export function checkStartOver(
  { rev, document }: FreshVault,
  stored: KeyDocument | undefined,
  entry: StoredPassword | undefined,
): Refusal<"conflict" | "bad-request"> | undefined {
  if (stored === undefined || stored.rev !== rev) return refuse("conflict");
  if (document.rev !== 1) return refuse("bad-request", { field: "document.rev" });
  if (document.vaultId === stored.vaultId) return refuse("bad-request", { field: "document.vaultId" });
  return entry === undefined ? refuse("bad-request", { field: "pw.entryId" }) : undefined;
}
