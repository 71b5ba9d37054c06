/** Seals one synced record as the bytes of a drive file, and opens it. encryption.md 3.3. */
import type { Bytes } from "../primitives/bytes.ts";
import { type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok } from "../primitives/outcome.ts";
import { packJson, unpackLargeJson } from "../primitives/packing.ts";
import {
  envelopeBytes,
  type Identified,
  type Identity,
  type JsonKind,
  type OpenRefusal,
  openBinary,
  openEnvelope,
  parseEnvelopeBytes,
  type Ring,
  type SealingKey,
  sealBinary,
  sealEnvelope,
} from "./envelope.ts";

export async function sealEntity(
  key: SealingKey,
  { kind, id }: Identity<JsonKind>,
  { entity, random = systemRandom }: { readonly entity: Identified; readonly random?: RandomSource },
): Promise<Outcome<Bytes, "too-large">> {
  if (entity.id !== id) throw new Error("sealed under another id than its own");
  const envelope = await sealEnvelope(key, kind, { value: entity, random });
  return envelope.ok ? ok(envelopeBytes(envelope.value)) : envelope;
}

export async function openEntity(
  ring: Ring,
  { kind, id }: Identity<JsonKind>,
  bytes: Uint8Array,
): Promise<Outcome<Identified, OpenRefusal>> {
  const envelope = parseEnvelopeBytes(bytes);
  return envelope.ok ? openEnvelope(ring, { kind, id }, envelope.value) : envelope;
}

/**
 * Seals a pack: many records compressed together in one binary envelope of kind `pack`. The caller defines the format of the records.
 * encryption.md 3.3, sync.md §8.
 */
export async function sealPack(
  key: SealingKey,
  packId: string,
  { records, random = systemRandom }: { readonly records: readonly unknown[]; readonly random?: RandomSource },
): Promise<Outcome<Bytes, "too-large">> {
  const packed = packJson({ id: packId, records });
  return packed.ok ? sealBinary(key, { kind: "pack", id: packId }, { bytes: packed.value, random }) : packed;
}

export async function openPack(ring: Ring, packId: string, bytes: Uint8Array): Promise<Outcome<readonly unknown[], OpenRefusal>> {
  const opened = await openBinary(ring, { kind: "pack", id: packId }, bytes);
  if (!opened.ok) return opened;
  const value = await unpackLargeJson(opened.value);
  if (!value.ok) return value;
  const { id, records } = (value.value ?? {}) as { readonly id?: unknown; readonly records?: unknown };
  return id === packId && Array.isArray(records) ? { ok: true, value: records } : { ok: false, problem: "damaged" };
}
