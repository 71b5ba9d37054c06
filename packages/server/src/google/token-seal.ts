/** Seals refresh tokens at rest: AES-256-GCM under a key derived from the server secret, bound to the account. Decisions 0003, 0006. */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import type { RuntimeEnvironment } from "../shared/environment.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function sealToken(
  key: Buffer,
  accountId: string,
  { token, around }: { readonly token: string; readonly around: Pick<RuntimeEnvironment, "randomBytes"> },
): string {
  const iv = around.randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(accountId));
  return Buffer.concat([iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Returns undefined if the token was sealed under another server secret or for another account, or is damaged. */
export function openToken(key: Buffer, accountId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * The value that a browser stores as `cloudRefreshToken`. It grants nothing by itself: it only names a connection of the account that sends
 * it.
 */
export function handleOf(key: Buffer, accountId: string, connectionId: string): string {
  return `h1_${createHmac("sha256", key).update(`${accountId}\n${connectionId}`).digest("base64url")}`;
}

export function isHandle(expected: string, shown: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}
