/** Codes for registration by invitation; each creates one account. Stored as SHA-256; the code itself is shown once, to the operator. */
import { createHash } from "node:crypto";
import { deleteInPieces } from "../../db/counts.ts";
import type { Database } from "../../db/open-database.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";

const DAY_MS = 86_400_000;
/** Crockford's base 32 lacks I, L, O and U, which are easily misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARS = 16;
const GROUP = /.{4}(?=.)/g;

export type Invitations = {
  /** Creates `count` codes of 80 random bits each, valid for `days` days. */
  readonly make: (count: number, days: number) => Promise<readonly string[]>;
  /** True while the code can still create an account. */
  readonly isOpen: (codeHash: string) => Promise<boolean>;
  /** Removes expired codes. */
  readonly sweep: () => Promise<void>;
};

export function createInvitations(db: Database, around: RuntimeEnvironment): Invitations {
  return {
    make: async (count, days) => {
      const codes = Array.from({ length: count }, () => newCode(around));
      const expiresAt = around.now() + days * DAY_MS;
      const rows = codes.map((code) => ({ code_hash: hashInvitation(code), expires_at: expiresAt }));
      await db.insertInto("invitations").values(rows).execute();
      return codes;
    },
    isOpen: async (codeHash) => {
      const row = await db.selectFrom("invitations").select("expires_at").where("code_hash", "=", codeHash).executeTakeFirst();
      return row !== undefined && row.expires_at > around.now();
    },
    sweep: async () => {
      await deleteInPieces((limit) => {
        const over = db.selectFrom("invitations").select("code_hash").where("expires_at", "<=", around.now()).limit(limit);
        return db.deleteFrom("invitations").where("code_hash", "in", over).executeTakeFirst();
      });
    },
  };
}

/** Consumes the code inside the transaction that creates the account. Returns false if the code is unknown, expired or already used. */
export async function useInvitation(tx: Database, codeHash: string, now: number): Promise<boolean> {
  const used = await tx.deleteFrom("invitations").where("code_hash", "=", codeHash).where("expires_at", ">", now).executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** Hashes a code the same way however it was typed: lower case, spaces, and letters that look like digits. */
export function hashInvitation(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(`satchel/invitation/1/${plain}`).digest("hex");
}

function newCode(around: RuntimeEnvironment): string {
  // 256 is a multiple of 32, so each letter is equally likely.
  const letters = [...around.randomBytes(CODE_CHARS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join("").replace(GROUP, "$&-");
}
