/** `keys.json`: the copy of the key document in the drive. A typed password opens nothing in it. encryption.md 3.4. */

import { type Bytes, b64, parseB64Of, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import { type Outcome, ok, refused } from "@satchel/crypto/primitives/outcome.ts";
import { parseEnvelopeBytes, type Ring } from "@satchel/crypto/records/envelope.ts";
import { bound, isBound } from "@satchel/crypto/vault/bound-document.ts";
import { type KeyDocument, parseKeyDocument } from "@satchel/crypto/vault/key-document.ts";
import { isRecoveryBox, openSensitiveRecords } from "@satchel/crypto/vault/sensitive-record.ts";
import { boxesOf, type NamedBox } from "./sensitive-documents.ts";

/** Returns `undefined` if the sensitive keys cannot be read: a copy without them would look complete. */
export async function driveCopyOf(ring: Ring, root: Bytes, document: KeyDocument): Promise<Uint8Array | undefined> {
  const { v, vaultId, rev, rec, priv, recpub, also } = document;
  const records = await openSensitiveRecords(ring, document.sens);
  if (!records.ok) return undefined;
  const boxes = boxesOf(records.value).map(({ sid, box }) => ({ sid, ...box }));
  return utf8(JSON.stringify(await bound(root, "boundCopy", { v, vaultId, rev, rec, priv, recpub, boxes, also })));
}

type DriveCopy = Pick<KeyDocument, "vaultId" | "rev" | "rec" | "priv" | "recpub" | "also" | "bound"> & {
  readonly boxes: readonly NamedBox[];
};

/** Parses a copy. Distinguishes newer copies from damaged or foreign ones. */
export function parseDriveCopy(bytes: Uint8Array): Outcome<DriveCopy, "unknown-version" | "damaged"> {
  const parsed = parseEnvelopeBytes(bytes);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return refused("damaged");
  // A copy has neither the sensitive keys nor the proof of its document.
  const document = parseKeyDocument({ ...parsed.value, sens: null, proofHash: NO_PROOF });
  if (!document.ok) return document;
  const { boxes } = parsed.value as { readonly boxes?: unknown };
  return ok({ ...document.value, boxes: Array.isArray(boxes) ? boxes.flatMap(toNamedBox) : [] });
}

/** True if the copy, including its revision, was written by a holder of the root. */
export async function isCopyUnder(root: Bytes, bytes: Uint8Array): Promise<boolean> {
  const parsed = parseEnvelopeBytes(bytes);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null && isBound(root, "boundCopy", parsed.value);
}

function toNamedBox(value: unknown): readonly NamedBox[] {
  if (!isRecoveryBox(value)) return [];
  const { sid } = value as { readonly sid?: unknown };
  return parseB64Of(sid, SID_BYTES) === undefined ? [] : [{ sid: sid as string, box: value }];
}

const SID_BYTES = 8;

const NO_PROOF = b64(new Uint8Array(32));
