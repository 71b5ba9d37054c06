/** Envelopes: JSON for records, `SAT1` bytes for files. Distinguishes an unknown version, an unknown key and damage. encryption.md 3.3. */
import { type Bytes, b64, concat, parseB64, parseB64Of, parseUtf8, toBytes, utf8, wipe } from "../primitives/bytes.ts";
import { type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { MAX_UNPACKED_BYTES, packJson, parseJson, unpackJson } from "../primitives/packing.ts";
import { pad, unpad } from "../primitives/padding.ts";
import { aadOf, hk, IV_BYTES, importSealingKey, LABELS, type Sealed, seal, TAG_BYTES, unseal } from "../primitives/primitives.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import { fileNameKeyOf } from "./file-names.ts";

export type JsonKind = "note" | "folder" | "draft" | "recpub" | "sens" | "vault" | "snote" | "device" | "ai";
export type BinaryKind = "attachment" | "pack" | "sattachment" | "signal";
export type Envelope = { readonly v: 1; readonly alg: "A256GCM"; readonly kid: string; readonly iv: string; readonly ct: string };
export type OpenRefusal = "unknown-version" | "unknown-key" | "damaged";

/** A record that contains its own id. */
export type Identified = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Identity of the sealed record. Both parts are in the envelope's AAD. */
export type Identity<Kind> = { readonly kind: Kind; readonly id: string };

type Parsed = { readonly kid: string; readonly sealed: Sealed };

const ID = /^[A-Za-z0-9_-]{1,128}$/;
const KID = /^[A-Za-z0-9_-]{1,64}$/;
const ENVELOPE_KEYS = "alg,ct,iv,kid,v";
const MAGIC = utf8("SAT1");
/** Maximum size of an envelope: the largest record that may be sealed, with padding and base64. Longer bytes are rejected unread. */
const MAX_ENVELOPE_BYTES = 2 * MAX_UNPACKED_BYTES;

export function isEntityId(id: string): boolean {
  return ID.test(id);
}

/** `value.id` must be the id under which the record is requested, because reading compares them. */
export async function sealEnvelope(
  key: SealingKey,
  kind: JsonKind,
  { value, random = systemRandom }: { readonly value: Identified; readonly random?: RandomSource },
): Promise<Outcome<Envelope, "too-large">> {
  const packed = packJson(value);
  if (!packed.ok) return packed;
  const { iv, ct } = await seal(key.key, envelopeAad(key.kid, kind, value.id), { bytes: pad(packed.value), random });
  return ok({ v: 1, alg: "A256GCM", kid: key.kid, iv: b64(iv), ct: b64(ct) });
}

export async function openEnvelope(
  ring: Ring,
  { kind, id }: Identity<JsonKind>,
  envelope: unknown,
): Promise<Outcome<Identified, OpenRefusal>> {
  const parsed = parseEnvelope(envelope);
  if (!parsed.ok) return parsed;
  const content = await openContent(ring, { kind, id }, parsed.value);
  if (!content.ok) return content;
  const value = unpackJson(content.value);
  if (!value.ok) return value;
  return hasId(value.value, id) ? ok(value.value) : refused("damaged");
}

export function envelopeBytes(envelope: Envelope): Bytes {
  const { v, alg, kid, iv, ct } = envelope;
  return utf8(JSON.stringify({ v, alg, kid, iv, ct }));
}

/** Returns the JSON inside these bytes for `openEnvelope`, which checks its shape. */
export function parseEnvelopeBytes(bytes: Uint8Array): Outcome<unknown, "damaged"> {
  const text = bytes.length > MAX_ENVELOPE_BYTES ? undefined : parseUtf8(bytes);
  return text === undefined ? refused("damaged") : parseJson(text);
}

export async function sealBinary(
  key: SealingKey,
  { kind, id }: Identity<BinaryKind>,
  { bytes, random = systemRandom }: { readonly bytes: Uint8Array; readonly random?: RandomSource },
): Promise<Outcome<Bytes, "too-large">> {
  if (bytes.length > MAX_UNPACKED_BYTES) return refused("too-large");
  const { iv, ct } = await seal(key.key, envelopeAad(key.kid, kind, id), { bytes: pad(bytes), random });
  const kid = utf8(key.kid);
  return ok(concat(MAGIC, Uint8Array.of(kid.length), kid, iv, ct));
}

export async function openBinary(ring: Ring, { kind, id }: Identity<BinaryKind>, bytes: Uint8Array): Promise<Outcome<Bytes, OpenRefusal>> {
  const parsed = parseBinary(toBytes(bytes));
  return parsed.ok ? openContent(ring, { kind, id }, parsed.value) : parsed;
}

/** True if the bytes begin like sealed ones. They may still fail to open. */
export function isSealedBinary(bytes: Uint8Array): boolean {
  return parseBinary(toBytes(bytes)).ok;
}

async function openContent(
  ring: Ring,
  { kind, id }: Identity<JsonKind | BinaryKind>,
  parsed: Parsed,
): Promise<Outcome<Bytes, OpenRefusal>> {
  // Nothing is ever sealed under such an id, so someone else made this file.
  if (!isEntityId(id)) return refused("damaged");
  const found = ring.byKid.get(parsed.kid);
  if (found === undefined) return refused("unknown-key");
  const padded = await unseal(found.key, envelopeAad(parsed.kid, kind, id), parsed.sealed);
  if (!padded.ok) return padded;
  const content = unpad(padded.value);
  return content.ok && content.value.length > MAX_UNPACKED_BYTES ? refused("damaged") : content;
}

function envelopeAad(kid: string, kind: JsonKind | BinaryKind, id: string): string {
  if (!isEntityId(id)) throw new Error("an id that no envelope may carry");
  return aadOf(kid, kind, id);
}

/** Accepts exactly the five keys of version 1. A higher version may differ in everything except `v`. */
function parseEnvelope(value: unknown): Outcome<Parsed, "unknown-version" | "damaged"> {
  if (typeof value !== "object" || value === null || !("v" in value) || typeof value.v !== "number") return refused("damaged");
  if (value.v !== 1) return refused("unknown-version");
  const { alg, kid, iv, ct } = value as Record<string, unknown>;
  if (Object.keys(value).sort().join() !== ENVELOPE_KEYS || typeof alg !== "string") return refused("damaged");
  if (alg !== "A256GCM") return refused("unknown-version");
  const sealed = { iv: parseB64Of(iv, IV_BYTES), ct: typeof ct === "string" ? parseB64(ct) : undefined };
  if (typeof kid !== "string" || !KID.test(kid) || sealed.iv === undefined || sealed.ct === undefined) return refused("damaged");
  return ok({ kid, sealed: { iv: sealed.iv, ct: sealed.ct } });
}

function parseBinary(bytes: Bytes): Outcome<Parsed, "unknown-version" | "damaged"> {
  if (parseUtf8(bytes.subarray(0, 3)) !== "SAT") return refused("damaged");
  if (bytes[3] !== MAGIC[3]) return refused("unknown-version");
  const kidStart = MAGIC.length + 1;
  const ivStart = kidStart + (bytes[MAGIC.length] ?? 0);
  const kid = parseUtf8(bytes.subarray(kidStart, ivStart));
  if (bytes.length < ivStart + IV_BYTES + TAG_BYTES || kid === undefined || !KID.test(kid)) return refused("damaged");
  return ok({ kid, sealed: { iv: bytes.slice(ivStart, ivStart + IV_BYTES), ct: bytes.slice(ivStart + IV_BYTES) } });
}

function hasId(value: unknown, id: string): value is Identified {
  return typeof value === "object" && value !== null && "id" in value && value.id === id;
}

/** `kid` is the vaultId of the key's root, or the sid of a sensitive key. Only a root's key has `nameKey`, which encrypts names of files. */
export type SealingKey = { readonly kid: string; readonly key: CryptoKey; readonly nameKey?: Bytes };
/** The keys a session holds: one to seal with, all of them to open with. encryption.md 3.3 "Reading looks kid up in the ring". */
export type Ring = { readonly current: SealingKey; readonly byKid: ReadonlyMap<string, SealingKey> };

/** `current` takes precedence if `also` contains its kid, too. */
export function ringOf(current: SealingKey, also: readonly SealingKey[] = []): Ring {
  const byKid = new Map(also.map((each) => [each.kid, each]));
  return { current, byKid: byKid.set(current.kid, current) };
}

export async function contentKeyOf(vaultId: string, root: Bytes): Promise<SealingKey> {
  const raw = await hk(root, LABELS.content);
  const key = await importSealingKey(raw);
  wipe(raw);
  return { kid: vaultId, key, nameKey: await fileNameKeyOf(root) };
}
