/** XChaCha20-Poly1305, opening only, for other programs' backups: WebCrypto lacks it. draft-irtf-cfrg-xchacha-03, RFC 8439. */
import { hchacha, xchacha20poly1305 } from "@noble/ciphers/chacha.js";

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const TAG_BYTES = 16;

/** Returns undefined if the key is wrong, a length is invalid, or the bytes were changed. */
export function openXChaCha20Poly1305(
  key: Uint8Array,
  nonce: Uint8Array,
  { sealed, additional }: { readonly sealed: Uint8Array; readonly additional: Uint8Array },
): Uint8Array | undefined {
  if (key.length !== KEY_BYTES || nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) return undefined;
  try {
    return xchacha20poly1305(key, nonce, additional).decrypt(sealed);
  } catch {
    return undefined;
  }
}

/** "expand 32-byte k", the constants of ChaCha20. */
const CONSTANTS = wordsOf(new TextEncoder().encode("expand 32-byte k"));

/** The key that XChaCha20 derives from a key of 32 bytes and the first 16 bytes of a nonce. */
export function hChaCha20(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const subkey = new Uint32Array(KEY_BYTES / 4);
  hchacha(CONSTANTS, wordsOf(key), wordsOf(nonce), subkey);
  return bytesOf(subkey);
}

/** Little-endian, whatever the order of the machine. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}

function bytesOf(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of words.entries()) view.setUint32(at * 4, word, true);
  return bytes;
}
