/** Keys sealed under other keys: pw, rec, priv, dev, prk, spw and box, each bound by its AAD. encryption.md 3.2. */
import { type Bytes, b64, concat, parseB64, parseB64Of, wipe } from "../primitives/bytes.ts";
import { type Kdf, kdfText } from "../primitives/kdf.ts";
import { importPair, importPrivate, type KeyPair, type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { aadOf, IV_BYTES, KEY_BYTES, LABELS, seal, TAG_BYTES, unseal } from "../primitives/primitives.ts";
import { openFrom, type SealedBox, sealTo } from "../primitives/sealed-box.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import { RECOVERY_KEY_BYTES, recoveryKeyId, recoveryWrapKey } from "./recovery-key.ts";

export type Wrap = { readonly iv: string; readonly ct: string };
export type RecoveryWrap = Wrap & { readonly rkId: string };
export type PrivateWrap = Wrap & { readonly pairId: string };

/** The secrets under a password: the vault's root and the recovery key. */
export type PasswordSecrets = { readonly root: Bytes; readonly rk: Bytes };

/** The data to which a wrap is bound by its AAD. */
type PasswordBinding = { readonly vaultId: string; readonly kdf: Kdf };

export function wrapForPassword(
  key: CryptoKey,
  { vaultId, kdf }: PasswordBinding,
  { secrets, random = systemRandom }: { readonly secrets: PasswordSecrets; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(key, aadOf(vaultId, "pw", kdfText(kdf)), { secret: concat(secrets.root, secrets.rk), random });
}

export async function openForPassword(
  key: CryptoKey,
  { vaultId, kdf }: PasswordBinding,
  wrap: Wrap,
): Promise<Outcome<PasswordSecrets, "damaged">> {
  const both = await openSecret(key, aadOf(vaultId, "pw", kdfText(kdf)), { wrap, length: KEY_BYTES + RECOVERY_KEY_BYTES });
  if (!both.ok) return both;
  const secrets = { root: both.value.slice(0, KEY_BYTES), rk: both.value.slice(KEY_BYTES) };
  wipe(both.value);
  return ok(secrets);
}

export async function wrapForRecovery(
  rk: Bytes,
  vaultId: string,
  { root, random = systemRandom }: { readonly root: Bytes; readonly random?: RandomSource },
): Promise<RecoveryWrap> {
  const rkId = await recoveryKeyId(rk);
  const wrap = await wrapSecret(await recoveryWrapKey(rk), aadOf(vaultId, "rec", rkId), { secret: root.slice(), random });
  return { rkId, ...wrap };
}

/** `unknown-key` means a valid recovery key, but an older one than that of this wrap. */
export async function openForRecovery(rk: Bytes, vaultId: string, wrap: RecoveryWrap): Promise<Outcome<Bytes, "unknown-key" | "damaged">> {
  const rkId = await recoveryKeyId(rk);
  if (rkId !== wrap.rkId) return refused("unknown-key");
  return openSecret(await recoveryWrapKey(rk), aadOf(vaultId, "rec", rkId), { wrap, length: KEY_BYTES });
}

/** Wipes `pkcs8`. */
export async function wrapPrivate(
  rk: Bytes,
  { vaultId, pairId }: { readonly vaultId: string; readonly pairId: string },
  { pkcs8, random = systemRandom }: { readonly pkcs8: Bytes; readonly random?: RandomSource },
): Promise<PrivateWrap> {
  return { pairId, ...(await wrapSecret(await recoveryWrapKey(rk), aadOf(vaultId, "priv", pairId), { secret: pkcs8, random })) };
}

export async function openPrivate(rk: Bytes, vaultId: string, wrap: PrivateWrap): Promise<Outcome<CryptoKey, "damaged">> {
  const pkcs8 = await openSecret(await recoveryWrapKey(rk), aadOf(vaultId, "priv", wrap.pairId), { wrap });
  if (!pkcs8.ok) return pkcs8;
  const key = await importPrivate(pkcs8.value);
  wipe(pkcs8.value);
  return key;
}

/** Includes the public half, which opening a box requires. */
export async function openPair(rk: Bytes, vaultId: string, wrap: PrivateWrap): Promise<Outcome<KeyPair, "damaged">> {
  const pkcs8 = await openSecret(await recoveryWrapKey(rk), aadOf(vaultId, "priv", wrap.pairId), { wrap });
  if (!pkcs8.ok) return pkcs8;
  const pair = await importPair(pkcs8.value);
  wipe(pkcs8.value);
  return pair;
}

/** Wraps the same private half under another recovery key. The pair stays, and with it every box made for it. */
export async function rewrapPrivate(
  [oldKey, newKey]: readonly [Bytes, Bytes],
  vaultId: string,
  { wrap, random = systemRandom }: { readonly wrap: PrivateWrap; readonly random?: RandomSource },
): Promise<Outcome<PrivateWrap, "damaged">> {
  const pkcs8 = await openSecret(await recoveryWrapKey(oldKey), aadOf(vaultId, "priv", wrap.pairId), { wrap });
  return pkcs8.ok ? ok(await wrapPrivate(newKey, { vaultId, pairId: wrap.pairId }, { pkcs8: pkcs8.value, random })) : pkcs8;
}

/** Creates a key that never leaves this browser profile: IndexedDB stores the object, and its bytes cannot be read. */
export function generateDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]) as Promise<CryptoKey>;
}

type DeviceBinding = { readonly vaultId: string; readonly deviceId: string };

export function wrapForDevice(
  deviceKey: CryptoKey,
  { vaultId, deviceId }: DeviceBinding,
  { root, random = systemRandom }: { readonly root: Bytes; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(deviceKey, aadOf(vaultId, "dev", deviceId), { secret: root.slice(), random });
}

export function openForDevice(deviceKey: CryptoKey, { vaultId, deviceId }: DeviceBinding, wrap: Wrap): Promise<Outcome<Bytes, "damaged">> {
  return openSecret(deviceKey, aadOf(vaultId, "dev", deviceId), { wrap, length: KEY_BYTES });
}

/** Wraps a recovery key whose copy the user has not confirmed yet. */
export function wrapPendingRecovery(
  deviceKey: CryptoKey,
  { vaultId, deviceId }: DeviceBinding,
  { rk, random = systemRandom }: { readonly rk: Bytes; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(deviceKey, aadOf(vaultId, "prk", deviceId), { secret: rk.slice(), random });
}

export function openPendingRecovery(
  deviceKey: CryptoKey,
  { vaultId, deviceId }: DeviceBinding,
  wrap: Wrap,
): Promise<Outcome<Bytes, "damaged">> {
  return openSecret(deviceKey, aadOf(vaultId, "prk", deviceId), { wrap, length: RECOVERY_KEY_BYTES });
}

type SensitiveBinding = { readonly sid: string; readonly kdf: Kdf };

/** Wraps the sensitive key under the sensitive password. `key` is stretched with label `wrapSensitive`. */
export function wrapSensitive(
  key: CryptoKey,
  { sid, kdf }: SensitiveBinding,
  { sensitiveKey, random = systemRandom }: { readonly sensitiveKey: Bytes; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(key, aadOf(sid, "spw", kdfText(kdf)), { secret: sensitiveKey.slice(), random });
}

export function openSensitive(key: CryptoKey, { sid, kdf }: SensitiveBinding, wrap: Wrap): Promise<Outcome<Bytes, "damaged">> {
  return openSecret(key, aadOf(sid, "spw", kdfText(kdf)), { wrap, length: KEY_BYTES });
}

/** `expiresAt` is in Unix milliseconds. */
type SessionBinding = { readonly sid: string; readonly expiresAt: number };

/** Wraps S for a reload, under a key that exists only in this tab, and only until `expiresAt`. */
export function wrapSession(
  key: CryptoKey,
  { sid, expiresAt }: SessionBinding,
  { sensitiveKey, random = systemRandom }: { readonly sensitiveKey: Bytes; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(key, aadOf(sid, "session", String(expiresAt)), { secret: sensitiveKey.slice(), random });
}

export function openSession(key: CryptoKey, { sid, expiresAt }: SessionBinding, wrap: Wrap): Promise<Outcome<Bytes, "damaged">> {
  return openSecret(key, aadOf(sid, "session", String(expiresAt)), { wrap, length: KEY_BYTES });
}

type BackupBinding = { readonly backupId: string; readonly kdf: Kdf };

/** Wraps the key of one backup under its own password. `key` is stretched with label `wrapBackup`. */
export function wrapBackupKey(
  key: CryptoKey,
  { backupId, kdf }: BackupBinding,
  { fileKey, random = systemRandom }: { readonly fileKey: Bytes; readonly random?: RandomSource },
): Promise<Wrap> {
  return wrapSecret(key, aadOf(backupId, "backup", kdfText(kdf)), { secret: fileKey.slice(), random });
}

export function openBackupKey(key: CryptoKey, { backupId, kdf }: BackupBinding, wrap: Wrap): Promise<Outcome<Bytes, "damaged">> {
  return openSecret(key, aadOf(backupId, "backup", kdfText(kdf)), { wrap, length: KEY_BYTES });
}

type BoxBinding = { readonly sid: string; readonly pairId: string };

/** Seals the sensitive key for the holder of the recovery key. */
export function boxSensitive(
  recoveryPoint: Bytes,
  { sid, pairId }: BoxBinding,
  { sensitiveKey, random = systemRandom }: { readonly sensitiveKey: Bytes; readonly random?: RandomSource },
): Promise<Outcome<SealedBox, "damaged">> {
  return sealTo(recoveryPoint, { label: LABELS.box, aad: aadOf(sid, "box", pairId) }, { bytes: sensitiveKey, random });
}

export async function openBox(pair: KeyPair, { sid, pairId }: BoxBinding, box: SealedBox): Promise<Outcome<Bytes, "damaged">> {
  if (parseB64Of(box.ct, KEY_BYTES + TAG_BYTES) === undefined) return refused("damaged");
  return openFrom(pair, { label: LABELS.box, aad: aadOf(sid, "box", pairId) }, box);
}

/** Seals and wipes `secret`, which must be a separate copy. */
async function wrapSecret(
  key: CryptoKey,
  aad: string,
  { secret, random }: { readonly secret: Bytes; readonly random: RandomSource },
): Promise<Wrap> {
  const sealed = await seal(key, aad, { bytes: secret, random });
  wipe(secret);
  return { iv: b64(sealed.iv), ct: b64(sealed.ct) };
}

/**
 * The exact length is checked before the key is tried. AES-GCM does not commit to its key: a long crafted wrap opens under thousands of chosen
 * keys, so that each try would test thousands of passwords. One of 48 or 68 bytes fits a handful of keys, and `proofHash` refuses those.
 */
async function openSecret(
  key: CryptoKey,
  aad: string,
  { wrap, length }: { readonly wrap: Wrap; readonly length?: number },
): Promise<Outcome<Bytes, "damaged">> {
  const [iv, ct] = [parseB64Of(wrap.iv, IV_BYTES), parseB64(wrap.ct)];
  if (iv === undefined || ct === undefined) return refused("damaged");
  if (length !== undefined && ct.length !== length + TAG_BYTES) return refused("damaged");
  return unseal(key, aad, { iv, ct });
}
