/** The envelope `sens`: each Sensitive folder's key under its password, and boxed for the recovery key. encryption.md 3.2, 3.5 (8). */
import { type Bytes, b64, parseB64, parseB64Of, wipe } from "../primitives/bytes.ts";
import { checkKdf, type Kdf } from "../primitives/kdf.ts";
import { POINT_BYTES, type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { hk, IV_BYTES, LABELS, TAG_BYTES } from "../primitives/primitives.ts";
import type { SealedBox } from "../primitives/sealed-box.ts";
import { type Envelope, type OpenRefusal, openEnvelope, type Ring, type SealingKey, sealEnvelope } from "../records/envelope.ts";
import type { Wrap } from "./wraps.ts";

/** `pairId` is the id of the recovery pair for which the box was made. */
export type RecoveryBox = SealedBox & { readonly pairId: string };

export type SensitiveRecord = {
  readonly sid: string;
  readonly kdf: Kdf;
  readonly spw: Wrap;
  /** Null if the password cannot be recovered, because it was created without an account (encryption.md 3.5 (10)). */
  readonly box: RecoveryBox | null;
};

type Fields = Readonly<Record<string, unknown>>;

/** `current.kid` is the vaultId, which is also the id of the record. */
export async function sealSensitive(
  current: SealingKey,
  folders: readonly SensitiveRecord[],
  random: RandomSource = systemRandom,
): Promise<Outcome<Envelope, "too-large">> {
  return sealEnvelope(current, "sens", { value: { id: current.kid, folders }, random });
}

/** `null` means a vault without Sensitive folders. One invalid record makes the whole fail, because the next write would lose it. */
export async function openSensitiveRecords(ring: Ring, sens: Envelope | null): Promise<Outcome<readonly SensitiveRecord[], OpenRefusal>> {
  if (sens === null) return ok([]);
  const opened = await openEnvelope(ring, { kind: "sens", id: ring.current.kid }, sens);
  if (!opened.ok) return opened;
  const { folders } = opened.value;
  return Array.isArray(folders) && folders.every(isSensitiveRecord) ? ok(folders) : refused("damaged");
}

export function isRecoveryBox(value: unknown): value is RecoveryBox {
  return (
    isSealed(value) && parseB64Of((value as Fields).epk, POINT_BYTES) !== undefined && parseB64Of((value as Fields).pairId, 8) !== undefined
  );
}

function isSensitiveRecord(value: unknown): value is SensitiveRecord {
  if (typeof value !== "object" || value === null) return false;
  const { sid, kdf, spw, box } = value as Fields;
  return parseB64Of(sid, 8) !== undefined && checkKdf(kdf).ok && isSealed(spw) && (box === null || isRecoveryBox(box));
}

function isSealed(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { iv, ct } = value as Fields;
  const bytes = typeof ct === "string" ? parseB64(ct) : undefined;
  return parseB64Of(iv, IV_BYTES) !== undefined && bytes !== undefined && bytes.length >= TAG_BYTES;
}

/**
 * Returns the value by which the server compares a sensitive password. It is bound to the root, so that the server cannot try passwords.
 * encryption.md 3.2.
 */
export async function sensitiveVerifier(stretched: Bytes, root: Bytes): Promise<string> {
  const salt = await hk(root, LABELS.sensitiveSalt);
  const verifier = await hk(stretched, LABELS.sensitiveVerify, salt);
  wipe(salt);
  return b64(verifier);
}
