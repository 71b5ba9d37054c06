/** The Sensitive folders in a key document, read and written while the vault is open. encryption.md 3.2, 3.5 (6) (8). */
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import type { Bytes } from "@satchel/crypto/primitives/bytes.ts";
import { type Envelope, type OpenRefusal, type Ring, ringOf, type SealingKey } from "@satchel/crypto/records/envelope.ts";
import type { KeyDocument as Document } from "@satchel/crypto/vault/key-document.ts";
import { openSensitiveRecords, type RecoveryBox, type SensitiveRecord, sealSensitive } from "@satchel/crypto/vault/sensitive-record.ts";
import { openRecoveryPoint, proofOf, type RecoveryPoint } from "@satchel/crypto/vault/vault.ts";
import { boxSensitive, openBox, openPair } from "@satchel/crypto/vault/wraps.ts";
import type { SensitiveKey } from "../held/held-sensitive.ts";

export type NamedBox = { readonly sid: string; readonly box: RecoveryBox };

export type Vault = {
  readonly ring: Ring;
  /** Held only during one call. */
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

/** Makes a box for the current recovery pair. */
export async function boxFor({ recovery }: Vault, sid: string, key: Bytes): Promise<RecoveryBox | undefined> {
  const box = await boxSensitive(recovery.point, { sid, pairId: recovery.pairId }, { sensitiveKey: key });
  return box.ok ? { pairId: recovery.pairId, ...box.value } : undefined;
}

/** Replaces records of the same folders. Keeps their order, because new notes go to the first folder. */
export async function withRecords({ ring, records }: Vault, changed: readonly SensitiveRecord[]): Promise<Envelope | undefined> {
  const bySid = new Map([...records, ...changed].map((record) => [record.sid, record]));
  const sens = await sealSensitive(ring.current, [...bySid.values()]);
  return sens.ok ? sens.value : undefined;
}

/** Records of another vault; empty if they cannot be read. */
export async function recordsIn(key: SealingKey, sens: Envelope | null): Promise<readonly SensitiveRecord[]> {
  const records = await openSensitiveRecords(ringOf(key), sens);
  return records.ok ? records.value : [];
}

export function boxesOf(records: readonly SensitiveRecord[]): readonly NamedBox[] {
  return records.flatMap(({ sid, box }) => (box === null ? [] : [{ sid, box }]));
}

/** Opens the folders' keys with the recovery key that their boxes were made for. */
export async function openBoxes(
  { vaultId, priv }: Pick<Document, "vaultId" | "priv">,
  boxes: readonly NamedBox[],
  rk: Bytes,
): Promise<readonly SensitiveKey[]> {
  const opened: SensitiveKey[] = [];
  for (const { sid, box } of boxes) {
    const wrap = priv.find(({ pairId }) => pairId === box.pairId);
    const pair = wrap === undefined ? undefined : await openPair(rk, vaultId, wrap);
    const key = pair?.ok ? await openBox(pair.value, { sid, pairId: box.pairId }, box) : undefined;
    if (key?.ok) opened.push({ sid, key: key.value });
  }
  return opened;
}

/** True if the current recovery key opens a folder's key. */
export async function isBoxed(ring: Ring, { sens, recpub }: Pick<Document, "sens" | "recpub">): Promise<boolean> {
  if (sens === null) return false;
  const [records, recovery] = [await openSensitiveRecords(ring, sens), await openRecoveryPoint(ring, recpub)];
  return records.ok && recovery.ok && records.value.some(({ box }) => box?.pairId === recovery.value.pairId);
}

/** Keeps the current recovery pair, and older ones that a box still needs. */
export function withoutIdlePairs(document: KeyDocument, current: string, records: readonly SensitiveRecord[]): KeyDocument["priv"] {
  const needed = new Set([current, ...records.map(({ box }) => box?.pairId)]);
  return document.priv.filter(({ pairId }) => needed.has(pairId));
}
