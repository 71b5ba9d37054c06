/** A pack: many records gzipped together in one binary envelope of kind `pack`. What the records are is the caller's. encryption.md 3.3, sync.md §8. */
import type { Bytes } from "./bytes.ts";
import { type OpenRefusal, openBinary, sealBinary } from "./envelope.ts";
import type { Outcome } from "./outcome.ts";
import { packJson, unpackLargeJson } from "./packing.ts";
import { type RandomSource, systemRandom } from "./random-source.ts";
import type { Ring, SealingKey } from "./ring.ts";

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
