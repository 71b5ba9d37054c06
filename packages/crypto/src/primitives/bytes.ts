/**
 * Byte strings and their text forms: UTF-8 and strict base64url. Strict means that each byte string has exactly one text; any other text is
 * rejected.
 */

/** Bytes in unshared memory, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LETTERS = utf8(ALPHABET);
/** Value of each letter; 64 for characters outside the alphabet. */
const VALUES = new Uint8Array(128).fill(64);
for (const [value, letter] of LETTERS.entries()) VALUES[letter] = value;

export function utf8(text: string): Bytes {
  return encoder.encode(text) as Bytes;
}

/** Returns undefined if the bytes are not UTF-8. */
export function parseUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Returns the same bytes in memory that WebCrypto accepts. Copies only if the memory might be shared. */
export function toBytes(view: Uint8Array): Bytes {
  return view.buffer instanceof ArrayBuffer ? (view as Bytes) : new Uint8Array(view);
}

/** Overwrites keys with zeros. Call it as soon as they are no longer needed. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

/** Encodes three bytes as four letters; the last letters are encoded as if zeros followed, then truncated. */
export function b64(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const three = ((bytes[from] as number) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    letters[to] = LETTERS[three >> 18] as number;
    letters[to + 1] = LETTERS[(three >> 12) & 63] as number;
    letters[to + 2] = LETTERS[(three >> 6) & 63] as number;
    letters[to + 3] = LETTERS[three & 63] as number;
  }
  return decoder.decode(letters.subarray(0, Math.ceil((bytes.length * 4) / 3)));
}

/** Decodes base64url without padding. Returns undefined for any other text, including one with extra trailing bits. */
export function parseB64(text: string): Bytes | undefined {
  const remainder = text.length % 4;
  if (remainder === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let pending = 0;
  let pendingBits = 0;
  let written = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUES[text.charCodeAt(i)] ?? 64;
    if (value === 64) return undefined;
    pending = (pending << 6) | value;
    pendingBits += 6;
    if (pendingBits < 8) continue;
    pendingBits -= 8;
    bytes[written] = pending >> pendingBits;
    written += 1;
    pending &= (1 << pendingBits) - 1;
  }
  return pending === 0 ? bytes : undefined;
}

/** Decodes base64url of exactly `length` bytes. */
export function parseB64Of(text: unknown, length: number): Bytes | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = parseB64(text);
  return bytes?.length === length ? bytes : undefined;
}
