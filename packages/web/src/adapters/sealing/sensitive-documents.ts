/** What a key document says of sensitive folders, read and written while the vault is open. encryption.md 3.2, 3.5 (6) (8). */
import type { KeyDocument } from "@satchel/contract/keys.ts";
import { ok, type Result } from "@satchel/core/result.ts";
import type { Bytes } from "@satchel/crypto/bytes.ts";
import type { Envelope, OpenRefusal } from "@satchel/crypto/envelope.ts";
import type { Ring } from "@satchel/crypto/ring.ts";
import { openSensitiveRecords, type RecoveryBox, type SensitiveRecord, sealSensitive } from "@satchel/crypto/sensitive-record.ts";
import { openRecoveryPoint, proofOf, type RecoveryPoint } from "@satchel/crypto/vault.ts";
import { boxSensitive, openBox, openPair } from "@satchel/crypto/wraps.ts";

export type Vault = {
  readonly ring: Ring;
  /** Only for the length of one call. */
  readonly root: Bytes;
  readonly proof: string;
  readonly records: readonly SensitiveRecord[];
  readonly recovery: RecoveryPoint;
};

export async function recordsOf(ring: Ring, root: Bytes, document: KeyDocument): Promise<Result<Vault, "unknown-version" | "damaged">> {
  const records = await openSensitiveRecords(ring, document.sens);
  if (!records.ok) return { ok: false, problem: toProblem(records.problem) };
  const recovery = await openRecoveryPoint(ring, document.recpub);
  if (!recovery.ok) return { ok: false, problem: toProblem(recovery.problem) };
  return ok({ ring, root, proof: await proofOf(root), records: records.value, recovery: recovery.value });
}

function toProblem(refusal: OpenRefusal): "unknown-version" | "damaged" {
  return refusal === "unknown-version" ? refusal : "damaged";
}

/** For today's recovery pair. */
export async function boxFor({ recovery }: Vault, sid: string, key: Bytes): Promise<RecoveryBox | undefined> {
  const box = await boxSensitive(recovery.point, sid, recovery.pairId, key);
  return box.ok ? { pairId: recovery.pairId, ...box.value } : undefined;
}

/** The record takes the place of the one of the same folder. */
export async function withRecord({ ring, records }: Vault, record: SensitiveRecord): Promise<Envelope | undefined> {
  const sens = await sealSensitive(ring.current, [...records.filter(({ sid }) => sid !== record.sid), record]);
  return sens.ok ? sens.value : undefined;
}

/** A folder's key for whoever holds the recovery key that its box was made for. */
export async function openAnyBox(document: KeyDocument, { sid, box }: SensitiveRecord, rk: Bytes): Promise<Bytes | undefined> {
  const priv = document.priv.find(({ pairId }) => pairId === box?.pairId);
  if (box === null || priv === undefined) return undefined;
  const pair = await openPair(rk, document.vaultId, priv);
  if (!pair.ok) return undefined;
  const key = await openBox(pair.value, sid, box.pairId, box);
  return key.ok ? key.value : undefined;
}

/** The pair that new boxes are made for, and every other one that a box still needs. */
export function withoutIdlePairs(document: KeyDocument, current: string, records: readonly SensitiveRecord[]): KeyDocument["priv"] {
  const needed = new Set([current, ...records.map(({ box }) => box?.pairId)]);
  return document.priv.filter(({ pairId }) => needed.has(pairId));
}
