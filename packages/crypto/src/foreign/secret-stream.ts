/**
 * Opens libsodium's secretstream, for other programs' backups. No small library has it, so it is composed of ChaCha20 and Poly1305 here.
 * https://doc.libsodium.org/secret-key_cryptography/secretstream
 */
import { poly1305 } from "@noble/ciphers/_poly1305.js";
import { chacha20 } from "@noble/ciphers/chacha.js";
import { equalBytes } from "@noble/ciphers/utils.js";
import { hChaCha20 } from "./xchacha20-poly1305.ts";

/** Difference in length between a message and its text. */
export const MESSAGE_OVERHEAD_BYTES = 17;
export const STREAM_HEADER_BYTES = 24;

const MAC_BYTES = 16;
const BLOCK_BYTES = 64;
const NEW_KEY = 2;
const LAST = 3;
/** Positions of keystream blocks in each message: the key of the tag, the block with the message's kind, the text. */
const [TAG_KEY, KIND, TEXT] = [0, 1, 2];

export type OpenedMessage = { readonly text: Uint8Array; readonly isLast: boolean };

/** Opens message after message in their order. Returns undefined if the key is wrong or a message was changed, left out or truncated. */
export function createSecretStream(key: Uint8Array, header: Uint8Array): (message: Uint8Array) => OpenedMessage | undefined {
  let subkey = hChaCha20(key, header.subarray(0, 16));
  let nonce = firstNonce(header.subarray(16, STREAM_HEADER_BYTES));
  return (message) => {
    if (message.length < MESSAGE_OVERHEAD_BYTES) return undefined;
    const sealed = message.subarray(1, message.length - MAC_BYTES);
    const mac = message.subarray(message.length - MAC_BYTES);
    const block = new Uint8Array(BLOCK_BYTES);
    block[0] = message[0] ?? 0;
    const opened = chacha20(subkey, nonce, block, undefined, KIND);
    const tag = opened[0] ?? 0;
    opened[0] = message[0] ?? 0;
    const macKey = chacha20(subkey, nonce, new Uint8Array(32), undefined, TAG_KEY);
    if (!equalBytes(poly1305(macInput(opened, sealed), macKey), mac)) return undefined;
    const text = chacha20(subkey, nonce, sealed, undefined, TEXT);
    nonce = nextNonce(nonce, mac);
    if ((tag & NEW_KEY) !== 0 || counterOf(nonce) === 0) ({ subkey, nonce } = changeKey(subkey, nonce));
    return { text, isLast: tag === LAST };
  };
}

/** A little-endian counter, which begins with 1, and the rest of the header. */
function firstNonce(rest: Uint8Array): Uint8Array {
  return Uint8Array.from([1, 0, 0, 0, ...rest]);
}

function counterOf(nonce: Uint8Array): number {
  return new DataView(nonce.buffer, nonce.byteOffset).getUint32(0, true);
}

function nextNonce(nonce: Uint8Array, mac: Uint8Array): Uint8Array {
  const next = nonce.map((byte, at) => (at < 4 ? byte : byte ^ (mac[at - 4] ?? 0)));
  new DataView(next.buffer).setUint32(0, (counterOf(nonce) + 1) >>> 0, true);
  return next;
}

function changeKey(key: Uint8Array, nonce: Uint8Array): { readonly subkey: Uint8Array; readonly nonce: Uint8Array } {
  const next = chacha20(key, nonce, Uint8Array.from([...key, ...nonce.subarray(4)]));
  return { subkey: next.subarray(0, 32), nonce: firstNonce(next.subarray(32)) };
}

/** Padded by the text's length modulo 16, not up to a multiple of 16: a mistake in libsodium that became the format. */
function macInput(block: Uint8Array, sealed: Uint8Array): Uint8Array {
  const input = new Uint8Array(BLOCK_BYTES + sealed.length + (sealed.length % 16) + 16);
  input.set(block);
  input.set(sealed, BLOCK_BYTES);
  new DataView(input.buffer).setUint32(input.length - 8, BLOCK_BYTES + sealed.length, true);
  return input;
}
