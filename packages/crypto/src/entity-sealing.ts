/** What the codec seals and opens: one synced record as the bytes of a drive file. encryption.md 3.3. */
import type { Bytes } from "./bytes.ts";
import {
  envelopeBytes,
  type Identified,
  type Identity,
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
