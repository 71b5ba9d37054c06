/** Approval of a new device N by an unlocked device A: commitment, transcript, codes, and the root sealed from A to N. encryption.md 3.5 (6). */
import { type Bytes, b64, concat, parseB64, parseB64Of, parseUtf8, utf8, wipe } from "../primitives/bytes.ts";
import { type RandomSource, systemRandom } from "../primitives/key-pair.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { pad, unpad } from "../primitives/padding.ts";
import { hk, IV_BYTES, importSealingKey, KEY_BYTES, LABELS, seal, sha256, unseal } from "../primitives/primitives.ts";
import { sharedX } from "../primitives/sealed-box.ts";
import type { CryptoKey } from "../primitives/web-crypto.ts";
import { CROCKFORD } from "./recovery-key.ts";
import type { Wrap } from "./wraps.ts";

export const NONCE_BYTES = 32;
/** Length of the secret that only a QR code carries. */
export const QR_SECRET_BYTES = 16;
export const CODE_N_CHARS = 8;
export const CODE_A_CHARS = 4;
/** Upper bound of the sealed answer, in bytes. */
const MAX_ANSWER_BYTES = 8192;
const BITS_PER_CHAR = 5;
/** Devices in `seen`, and their ids. */
const MAX_SEEN = 200;
const SEEN_DEVICE = /^[A-Za-z0-9_-]{1,16}$/;

/** The values that one device contributes. `nonce` keeps its values unpredictable until it is shown. */
export type ApprovalSide = { readonly name: string; readonly point: Bytes; readonly nonce: Bytes };

/** Everything that both devices must agree on besides each other's values. `origin` is the address of the page, `email` the address that it shows. */
export type ApprovalContext = {
  readonly requestId: string;
  readonly origin: string;
  readonly accountId: string;
  readonly email: string;
  readonly vaultId: string;
};

export type Transcript = { readonly bytes: Bytes; readonly context: ApprovalContext };

/**
 * `rev` and `doc` name the key document that A has seen: its revision and the SHA-256 of its text. `seen`: counters of the devices' latest edits that A
 * knows to be in the drive; empty in the answer of an earlier version.
 */
export type ApprovedKeys = {
  readonly root: Bytes;
  readonly rev: number;
  readonly doc: string;
  readonly seen: Readonly<Record<string, number>>;
};

/** `c`: N sends it first, and cannot change its key, nonce or name afterwards. */
export function approvalCommitment({ name, point, nonce }: ApprovalSide): Promise<Bytes> {
  return hashOf(LABELS.approveCommit, name, point, nonce);
}

/** What A's QR code shows of A. */
export function approvalFingerprint({ name, point, nonce }: ApprovalSide): Promise<Bytes> {
  return hashOf(LABELS.approveFingerprint, point, nonce, name);
}

/** `T`. The two devices have the same one only if neither was shown another value. */
export async function approvalTranscript(
  context: ApprovalContext,
  { commitment, n, a }: { readonly commitment: Bytes; readonly n: ApprovalSide; readonly a: ApprovalSide },
): Promise<Transcript> {
  const { requestId, origin, accountId, email, vaultId } = context;
  const parties = [requestId, origin, accountId, email, vaultId, n.name, a.name];
  const bytes = await hashOf(LABELS.approve, ...parties, commitment, n.point, n.nonce, a.point, a.nonce);
  return { bytes, context };
}

/** 40 bits that N shows and 20 that A shows. */
export async function approvalCodes({ bytes }: Transcript): Promise<{ readonly n: string; readonly a: string }> {
  const digest = await hashOf(LABELS.approveCodes, bytes);
  const chars = CODE_N_CHARS + CODE_A_CHARS;
  const number = digest.subarray(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) >> BigInt(64 - chars * BITS_PER_CHAR);
  const text = Array.from({ length: chars }, (_, at) => CROCKFORD[Number((number >> BigInt((chars - 1 - at) * BITS_PER_CHAR)) & 31n)]).join(
    "",
  );
  return { n: text.slice(0, CODE_N_CHARS), a: text.slice(CODE_N_CHARS) };
}

/** `K`. `secret` is the QR code's, empty where none was scanned. The caller wipes the result. */
export async function approvalKey(
  mine: CryptoKey,
  theirs: Bytes,
  { transcript, secret }: { readonly transcript: Transcript; readonly secret: Bytes },
): Promise<Outcome<Bytes, "damaged">> {
  const shared = await sharedX(mine, theirs);
  if (!shared.ok) return shared;
  const material = concat(shared.value, secret);
  const key = await hk(material, LABELS.approveKey, transcript.bytes);
  wipe(shared.value, material);
  return ok(key);
}

/** N, after it has scanned A's code: shows A that N knows the code's secret. */
export async function approvalProof(key: Bytes): Promise<string> {
  return b64(await hk(key, LABELS.approveProof));
}

export async function sealApproval(
  key: Bytes,
  transcript: Transcript,
  { keys: { root, rev, doc, seen }, random = systemRandom }: { readonly keys: ApprovedKeys; readonly random?: RandomSource },
): Promise<Wrap> {
  const known = fitting(seen);
  const named = { rev, doc, ...(Object.keys(known).length > 0 && { seen: known }) };
  const bytes = concat(root, pad(utf8(JSON.stringify(named))));
  const sealed = await seal(await importSealingKey(key), aadOf(transcript), { bytes, random });
  wipe(bytes);
  return { iv: b64(sealed.iv), ct: b64(sealed.ct) };
}

export async function openApproval(key: Bytes, transcript: Transcript, answer: Wrap): Promise<Outcome<ApprovedKeys, "damaged">> {
  const [iv, ct] = [parseB64Of(answer.iv, IV_BYTES), parseB64(answer.ct)];
  if (iv === undefined || ct === undefined || ct.length > MAX_ANSWER_BYTES) return refused("damaged");
  const opened = await unseal(await importSealingKey(key), aadOf(transcript), { iv, ct });
  if (!opened.ok) return opened;
  const [root, rest] = [opened.value.slice(0, KEY_BYTES), unpad(opened.value.slice(KEY_BYTES))];
  wipe(opened.value);
  const named = rest.ok ? parseNamedDocument(parseUtf8(rest.value)) : undefined;
  return named === undefined ? refused("damaged") : ok({ root, ...named });
}

function parseNamedDocument(text: string | undefined): Omit<ApprovedKeys, "root"> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    const { rev, doc, seen } = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    return Number.isSafeInteger(rev) && typeof doc === "string" ? { rev: rev as number, doc, seen: parseSeen(seen) } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the latest counters, so that the answer stays within its bound. Real device ids have six characters. */
function fitting(seen: ApprovedKeys["seen"]): ApprovedKeys["seen"] {
  const short = Object.entries(seen).filter(([device]) => SEEN_DEVICE.test(device));
  return Object.fromEntries(short.sort(([, a], [, b]) => b - a).slice(0, MAX_SEEN));
}

function parseSeen(value: unknown): ApprovedKeys["seen"] {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter(([device, counter]) => SEEN_DEVICE.test(device) && Number.isSafeInteger(counter) && counter > 0),
  );
}

function aadOf({ bytes, context }: Transcript): string {
  const parts = ["satchel/2", context.vaultId, "approve", context.requestId, b64(bytes)];
  if (parts.some((part) => part.includes("|"))) throw new Error("a part of an AAD holds a bar");
  return parts.join("|");
}

/** SHA-256 over every part with its length before it, so that no two lists of parts hash alike. */
function hashOf(...parts: readonly (string | Bytes)[]): Promise<Bytes> {
  return sha256(...parts.map((part) => withLength(typeof part === "string" ? utf8(part.normalize("NFC")) : part)));
}

function withLength(bytes: Bytes): Bytes {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return concat(length, bytes);
}
