/**
 * Names of drive files: an entity's id, encrypted so that the drive learns neither the kind of a folder nor when a note was made. The encryption
 * is deterministic (AES-SIV, RFC 5297), because two files of one note must be recognized as such in a listing. encryption.md 3.3.
 */
import { aessiv } from "@noble/ciphers/aes.js";
import { type Bytes, b64, concat, parseB64, parseUtf8, utf8 } from "../primitives/bytes.ts";
import { hk, LABELS } from "../primitives/primitives.ts";

/** Sizes that ids are padded to, in bytes; the first byte holds the length. Longer ids do not fit into a drive's property of 124 bytes. */
const PADDED_SIZES = [48, 64];
/** Sealed names are 16 bytes longer than what is padded. */
const NAME_SIZES = PADDED_SIZES.map((size) => size + 16);

/** 64 bytes for AES-256-SIV: one half authenticates, the other encrypts. */
export async function fileNameKeyOf(root: Bytes): Promise<Bytes> {
  return concat(await hk(root, LABELS.nameMac), await hk(root, LABELS.nameCipher));
}

/** Returns base64url of 64 or 80 bytes, or undefined if the id is longer than 63 bytes. */
export function sealFileName(key: Bytes, id: string): string | undefined {
  const bytes = utf8(id);
  const size = PADDED_SIZES.find((each) => bytes.length < each);
  if (size === undefined) return undefined;
  const padded = new Uint8Array(size);
  padded[0] = bytes.length;
  padded.set(bytes, 1);
  return b64(aessiv(key).encrypt(padded));
}

/** Returns undefined if none of the keys made the name. */
export function openFileName(keys: readonly Bytes[], name: string): string | undefined {
  const sealed = parseB64(name);
  if (sealed === undefined || !NAME_SIZES.includes(sealed.length)) return undefined;
  for (const key of keys) {
    const padded = openWith(key, sealed);
    if (padded !== undefined) return parseUtf8(padded.subarray(1, 1 + (padded[0] ?? 0)));
  }
  return undefined;
}

function openWith(key: Bytes, sealed: Uint8Array): Uint8Array | undefined {
  try {
    return aessiv(key).decrypt(sealed);
  } catch {
    return undefined;
  }
}
