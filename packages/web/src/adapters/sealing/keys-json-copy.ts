/** `keys.json`: the copy of the key document that lies in the drive. Nothing in it opens with a typed password. encryption.md 3.4. */
import { b64, parseB64Of, utf8 } from "@satchel/crypto/bytes.ts";
import { parseEnvelopeBytes } from "@satchel/crypto/envelope.ts";
import { type KeyDocument, parseKeyDocument } from "@satchel/crypto/key-document.ts";
import { type Outcome, ok, refused } from "@satchel/crypto/outcome.ts";
import type { Ring } from "@satchel/crypto/ring.ts";
import { isRecoveryBox, openSensitiveRecords } from "@satchel/crypto/sensitive-record.ts";
import { openRecoveryPoint } from "@satchel/crypto/vault.ts";
import { boxesOf, type NamedBox } from "./sensitive-documents.ts";

/** `undefined` when its sensitive keys cannot be read: a copy without them would be taken for the whole. */
export async function driveCopyOf(ring: Ring, document: KeyDocument): Promise<Uint8Array | undefined> {
  const { v, vaultId, rev, rec, priv, recpub, also } = document;
  const records = await openSensitiveRecords(ring, document.sens);
  if (!records.ok) return undefined;
  const boxes = boxesOf(records.value).map(({ sid, box }) => ({ sid, ...box }));
  return utf8(JSON.stringify({ v, vaultId, rev, rec, priv, recpub, boxes, also }));
}

type DriveCopy = Pick<KeyDocument, "vaultId" | "rev" | "rec" | "priv" | "recpub" | "also"> & { readonly boxes: readonly NamedBox[] };

/** Garbled, foreign or newer ones are told apart and change nothing. */
export function parseDriveCopy(bytes: Uint8Array): Outcome<DriveCopy, "unknown-version" | "damaged"> {
  const parsed = parseEnvelopeBytes(bytes);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return refused("damaged");
  // A copy has neither the sensitive keys nor the proof of the document it was made from.
  const document = parseKeyDocument({ ...parsed.value, sens: null, proofHash: NO_PROOF });
  if (!document.ok) return document;
  const { boxes } = parsed.value as { readonly boxes?: unknown };
  return ok({ ...document.value, boxes: Array.isArray(boxes) ? boxes.flatMap(toNamedBox) : [] });
}

/** Only who holds the root can have sealed its recovery point. */
export async function isCopyUnder(ring: Ring, bytes: Uint8Array): Promise<boolean> {
  const copy = parseDriveCopy(bytes);
  return copy.ok && copy.value.vaultId === ring.current.kid && (await openRecoveryPoint(ring, copy.value.recpub)).ok;
}

function toNamedBox(value: unknown): readonly NamedBox[] {
  if (!isRecoveryBox(value)) return [];
  const { sid } = value as { readonly sid?: unknown };
  return parseB64Of(sid, SID_BYTES) === undefined ? [] : [{ sid: sid as string, box: value }];
}

const SID_BYTES = 8;

const NO_PROOF = b64(new Uint8Array(32));
