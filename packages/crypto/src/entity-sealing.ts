/** What the codec seals and opens: one synced record as the bytes of a drive file. encryption.md 3.3. */
import type { Bytes } from "./bytes.ts";
import {
  envelopeBytes,
  type Identified,
  type JsonKind,
  type OpenRefusal,
  openEnvelope,
  parseEnvelopeBytes,
  sealEnvelope,
} from "./envelope.ts";
import { type Outcome, ok } from "./outcome.ts";
import { type RandomSource, systemRandom } from "./random-source.ts";
import type { Ring, SealingKey } from "./ring.ts";

export async function sealEntity(
  key: SealingKey,
  kind: JsonKind,
  id: string,
  entity: Identified,
  random: RandomSource = systemRandom,
): Promise<Outcome<Bytes, "too-large">> {
  if (entity.id !== id) throw new Error("sealed under another id than its own");
  const envelope = await sealEnvelope(key, kind, entity, random);
  return envelope.ok ? ok(envelopeBytes(envelope.value)) : envelope;
}

export async function openEntity(ring: Ring, kind: JsonKind, id: string, bytes: Uint8Array): Promise<Outcome<Identified, OpenRefusal>> {
  const envelope = parseEnvelopeBytes(bytes);
  return envelope.ok ? openEnvelope(ring, kind, id, envelope.value) : envelope;
}
