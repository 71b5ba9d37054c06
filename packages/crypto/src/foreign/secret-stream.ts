/** Opens libsodium's secretstream, for other programs' backups. https://doc.libsodium.org/secret-key_cryptography/secretstream */
import { hChaCha20, isSame, poly1305, xorStream } from "./xchacha20-poly1305.ts";

/** What each message is longer than its text. */
export const MESSAGE_OVERHEAD_BYTES = 17;
export const STREAM_HEADER_BYTES = 24;

const MAC_BYTES = 16;
const BLOCK_BYTES = 64;
const NEW_KEY = 2;
const LAST = 3;

export type OpenedMessage = { readonly text: Uint8Array; readonly isLast: boolean };

/** Opens one message after the other; undefined: the key is wrong, or the bytes are not what they were. */
export function createSecretStream(key: Uint8Array, header: Uint8Array): (message: Uint8Array) => OpenedMessage | undefined {
  let subkey = hChaCha20(key, header.subarray(0, 16));
  let nonce = firstNonce(header.subarray(16, STREAM_HEADER_BYTES));
  return (message) => {
    if (message.length < MESSAGE_OVERHEAD_BYTES) return undefined;
    const sealed = message.subarray(1, message.length - MAC_BYTES);
    const mac = message.subarray(message.length - MAC_BYTES);
    const block = new Uint8Array(BLOCK_BYTES);
    block[0] = message[0] ?? 0;
    const opened = xorStream({ key: subkey, nonce, counter: 1 }, block);
    const tag = opened[0] ?? 0;
    opened[0] = message[0] ?? 0;
    const macKey = xorStream({ key: subkey, nonce, counter: 0 }, new Uint8Array(32));
    if (!isSame(poly1305(macKey, macInput(opened, sealed)), mac)) return undefined;
    const text = xorStream({ key: subkey, nonce, counter: 2 }, sealed);
    nonce = nextNonce(nonce, mac);
    if ((tag & NEW_KEY) !== 0 || counterOf(nonce) === 0) ({ subkey, nonce } = changeKey(subkey, nonce));
    return { text, isLast: tag === LAST };
  };
}

/** A counter that begins with 1, and the rest of the header. */
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
  const next = xorStream({ key, nonce, counter: 0 }, Uint8Array.from([...key, ...nonce.subarray(4)]));
  return { subkey: next.subarray(0, 32), nonce: firstNonce(next.subarray(32)) };
}

/** Filled up by as much as the text is longer than whole blocks: a mistake of libsodium's that became the format. */
function macInput(block: Uint8Array, sealed: Uint8Array): Uint8Array {
  const input = new Uint8Array(BLOCK_BYTES + sealed.length + (sealed.length % 16) + 16);
  input.set(block);
  input.set(sealed, BLOCK_BYTES);
  new DataView(input.buffer).setUint32(input.length - 8, BLOCK_BYTES + sealed.length, true);
  return input;
}
