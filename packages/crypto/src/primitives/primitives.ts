/**
 * The four primitives of encryption.md 3.1: SHA-256, HKDF-SHA-256 (`hk`), AES-256-GCM (`seal`, `unseal`), and all labels. Wraps and
 * envelopes are built on them.
 */
import { type Bytes, concat, utf8 } from "./bytes.ts";
import { type RandomSource, systemRandom } from "./key-pair.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import type { CryptoKey } from "./web-crypto.ts";

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
export const KEY_BYTES = 32;

export type Sealed = { readonly iv: Bytes; readonly ct: Bytes };

export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)));
}

/** Returns 32 bytes of HKDF-SHA-256 with `label` as info. */
export async function hk(ikm: Bytes, label: string, salt: Bytes = new Uint8Array(0)): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", ikm, "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info: utf8(label) }, key, KEY_BYTES * 8);
  return new Uint8Array(bits);
}

/** Imports a non-extractable key for sealing and opening. The caller wipes `raw`. */
export function importSealingKey(raw: Bytes): Promise<CryptoKey> {
  if (raw.length !== KEY_BYTES) throw new Error(`a sealing key has ${KEY_BYTES} bytes`);
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** AES-256-GCM; `ct` ends with the tag. Each call uses a fresh iv, so a retry must resend the same result instead of sealing again. */
export async function seal(
  key: CryptoKey,
  aad: string,
  { bytes, random = systemRandom }: { readonly bytes: Bytes; readonly random?: RandomSource },
): Promise<Sealed> {
  const iv = random.bytes(IV_BYTES);
  const ct = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: utf8(aad) }, key, bytes);
  return { iv, ct: new Uint8Array(ct) };
}

export async function unseal(key: CryptoKey, aad: string, sealed: Sealed): Promise<Outcome<Bytes, "damaged">> {
  if (sealed.iv.length !== IV_BYTES || sealed.ct.length < TAG_BYTES) return refused("damaged");
  try {
    const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv: sealed.iv, additionalData: utf8(aad) }, key, sealed.ct);
    return ok(new Uint8Array(bytes));
  } catch {
    // WebCrypto does not report the reason: a wrong key and a flipped bit look the same, on purpose.
    return refused("damaged");
  }
}

/** Every label of encryption.md. A label never changes; a new meaning gets a new label. */
export const LABELS = {
  signIn: "satchel/1/sign-in",
  wrapPassword: "satchel/1/wrap/password",
  wrapRecovery: "satchel/1/wrap/recovery",
  wrapSensitive: "satchel/1/wrap/sensitive",
  wrapBackup: "satchel/1/wrap/backup",
  backupStream: "satchel/1/backup/stream",
  content: "satchel/1/content",
  proof: "satchel/1/proof",
  boundDocument: "satchel/1/document",
  boundCopy: "satchel/1/document-copy",
  sensitiveSalt: "satchel/1/sensitive/salt",
  sensitiveVerify: "satchel/1/sensitive/verify",
  box: "satchel/1/box",
  approveCommit: "satchel/2/approve/commit",
  approveFingerprint: "satchel/2/approve/a",
  approve: "satchel/2/approve",
  approveCodes: "satchel/2/approve/sas",
  approveKey: "satchel/2/approve/key",
  approveProof: "satchel/2/approve/n",
  recoveryId: "satchel/1/rk-id",
  recoveryCheck: "satchel/1/rk-check",
  nameMac: "satchel/2/names/mac",
  nameCipher: "satchel/2/names/cipher",
} as const;

/** Joins the parts of an AAD. No part may contain a bar, so that different parts never give the same text. */
export function aadOf(...parts: readonly string[]): string {
  if (parts.some((part) => part.includes("|"))) throw new Error("a part of an AAD holds a bar");
  return ["satchel/1", ...parts].join("|");
}
