/** Byte strings and their text forms: UTF-8, strict base64url. Strict means: one text per byte string, everything else is refused. */

/** Bytes in memory of their own; WebCrypto takes nothing that might be shared. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter.charCodeAt(0), value]));

export function utf8(text: string): Bytes {
  return encoder.encode(text) as Bytes;
}

/** `undefined` when the bytes are not UTF-8. */
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

/** The same bytes in memory that WebCrypto takes; copies only what might be shared. */
export function toBytes(view: Uint8Array): Bytes {
  return view.buffer instanceof ArrayBuffer ? (view as Bytes) : new Uint8Array(view);
}

/** Keys leave memory as soon as they have done their work. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

export function b64(bytes: Uint8Array): string {
  const letters: string[] = [];
  for (let i = 0; i < bytes.length; i += 0x6000) letters.push(plainBase64(bytes.subarray(i, i + 0x6000)));
  return letters.join("").replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads base64url without padding; `undefined` for any other text, one with stray trailing bits too. */
export function parseB64(text: string): Bytes | undefined {
  const remainder = text.length % 4;
  if (remainder === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let pending = 0;
  let pendingBits = 0;
  let written = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUES.get(text.charCodeAt(i));
    if (value === undefined) return undefined;
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

/** Reads base64url of exactly `length` bytes. */
export function parseB64Of(text: unknown, length: number): Bytes | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = parseB64(text);
  return bytes?.length === length ? bytes : undefined;
}

function plainBase64(chunk: Uint8Array): string {
  return btoa(String.fromCharCode(...chunk));
}
