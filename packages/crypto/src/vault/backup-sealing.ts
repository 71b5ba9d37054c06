/**
 * Seals a backup under its own password: a wrapped file key, and pieces with counted ivs, so that no piece can be moved. encryption.md 3.5
 * (12).
 */
import { type Bytes, parseB64Of, utf8, wipe } from "../primitives/bytes.ts";
import { checkKdf, type Kdf, kdfText, newKdf } from "../primitives/kdf.ts";
import { generateId, type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { aadOf, hk, IV_BYTES, importSealingKey, KEY_BYTES, LABELS, TAG_BYTES, unseal } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import { type PasswordProblem, type StretchBytes, stretch, wrapKeyFromStretched } from "./password-keys.ts";
import { openBackupKey, type Wrap, wrapBackupKey } from "./wraps.ts";

/** Bytes of the archive per piece; the last piece may be shorter. */
export const BACKUP_PIECE_BYTES = 1_048_576;
export const SEALED_PIECE_BYTES = BACKUP_PIECE_BYTES + TAG_BYTES;

/** The unencrypted part of a sealed backup, in its metadata.json. */
export type BackupLock = { readonly backupId: string; readonly kdf: Kdf; readonly key: Wrap };

/** Seals or opens piece number `at`, counted from 0. */
export type PieceSealer = {
  seal(at: number, isLast: boolean, bytes: Bytes): Promise<Bytes>;
  open(at: number, isLast: boolean, sealed: Bytes): Promise<Outcome<Bytes, "damaged">>;
};

export type BackupOpenProblem = PasswordProblem | "kdf-refused" | "wrong-password";

export async function lockBackup(
  password: string,
  { random = systemRandom, stretchWith }: { readonly random?: RandomSource; readonly stretchWith?: StretchBytes } = {},
): Promise<Outcome<{ readonly lock: BackupLock; readonly pieces: PieceSealer }, PasswordProblem>> {
  const kdf = newKdf(random);
  const stretched = await stretch(password, kdf, stretchWith);
  if (!stretched.ok) return stretched;
  const wrapKey = await wrapKeyFromStretched(stretched.value, LABELS.wrapBackup);
  wipe(stretched.value);
  const backupId = generateId(random);
  const fileKey = random.bytes(KEY_BYTES);
  const lock = { backupId, kdf, key: await wrapBackupKey(wrapKey, { backupId, kdf }, { fileKey, random }) };
  return ok({ lock, pieces: await piecesOf(lock, fileKey) });
}

/** A wrong password and a damaged wrap are indistinguishable. */
export async function unlockBackup(
  password: string,
  value: unknown,
  stretchWith?: StretchBytes,
): Promise<Outcome<PieceSealer, BackupOpenProblem>> {
  const lock = parseLock(value);
  if (lock === undefined) return refused("kdf-refused");
  const stretched = await stretch(password, lock.kdf, stretchWith);
  if (!stretched.ok) return stretched;
  const wrapKey = await wrapKeyFromStretched(stretched.value, LABELS.wrapBackup);
  wipe(stretched.value);
  const fileKey = await openBackupKey(wrapKey, { backupId: lock.backupId, kdf: lock.kdf }, lock.key);
  return fileKey.ok ? ok(await piecesOf(lock, fileKey.value)) : refused("wrong-password");
}

function parseLock(value: unknown): BackupLock | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { backupId, kdf, key } = value as Record<string, unknown>;
  const checked = checkKdf(kdf);
  const { iv, ct } = (key ?? {}) as Record<string, unknown>;
  if (!checked.ok || parseB64Of(backupId, 8) === undefined || typeof iv !== "string" || typeof ct !== "string") return undefined;
  return { backupId: backupId as string, kdf: checked.value, key: { iv, ct } };
}

/** Wipes `fileKey`. */
export async function piecesOf({ backupId, kdf }: Pick<BackupLock, "backupId" | "kdf">, fileKey: Bytes): Promise<PieceSealer> {
  const raw = await hk(fileKey, LABELS.backupStream);
  wipe(fileKey);
  const key = await importSealingKey(raw);
  wipe(raw);
  const aad = aadOf(backupId, "backup", kdfText(kdf));
  return {
    seal: (at, isLast, bytes) => sealWith(key, aad, { iv: pieceIv(at, isLast), bytes }),
    open: (at, isLast, sealed) => unseal(key, aad, { iv: pieceIv(at, isLast), ct: sealed }),
  };
}

async function sealWith(key: CryptoKey, aad: string, { iv, bytes }: { readonly iv: Bytes; readonly bytes: Bytes }): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: utf8(aad) }, key, bytes));
}

/** Builds the iv from four zeros, the piece number in seven bytes, and a flag for the last piece. */
function pieceIv(at: number, isLast: boolean): Bytes {
  const iv = new Uint8Array(IV_BYTES);
  const view = new DataView(iv.buffer);
  view.setUint32(3, Math.floor(at / 2 ** 32));
  view.setUint32(7, at % 2 ** 32);
  view.setUint8(IV_BYTES - 1, isLast ? 1 : 0);
  return iv;
}
