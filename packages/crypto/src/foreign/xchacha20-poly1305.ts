/** XChaCha20-Poly1305, opening only, for other programs' backups: WebCrypto lacks it. draft-irtf-cfrg-xchacha-03, RFC 8439. */

/** Undefined: the key is wrong, or the bytes are not what they were. */
export function openXChaCha20Poly1305(
  key: Uint8Array,
  nonce: Uint8Array,
  { sealed, additional }: { readonly sealed: Uint8Array; readonly additional: Uint8Array },
): Uint8Array | undefined {
  if (key.length !== 32 || nonce.length !== 24 || sealed.length < TAG_BYTES) return undefined;
  const subkey = hChaCha20(key, nonce.subarray(0, 16));
  const inner = new Uint8Array(12);
  inner.set(nonce.subarray(16), 4);
  const text = sealed.subarray(0, sealed.length - TAG_BYTES);
  const tag = poly1305(chaChaBlock(subkey, inner, 0).subarray(0, 32), macInput(additional, text));
  return isSame(tag, sealed.subarray(sealed.length - TAG_BYTES)) ? xorStream({ key: subkey, nonce: inner, counter: 1 }, text) : undefined;
}

const TAG_BYTES = 16;
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

function rounds(state: Uint32Array): void {
  for (let round = 0; round < 10; round += 1) {
    quarter(state, [0, 4, 8, 12]);
    quarter(state, [1, 5, 9, 13]);
    quarter(state, [2, 6, 10, 14]);
    quarter(state, [3, 7, 11, 15]);
    quarter(state, [0, 5, 10, 15]);
    quarter(state, [1, 6, 11, 12]);
    quarter(state, [2, 7, 8, 13]);
    quarter(state, [3, 4, 9, 14]);
  }
}

function quarter(state: Uint32Array, [a, b, c, d]: readonly [number, number, number, number]): void {
  step(state, [a, b, d], 16);
  step(state, [c, d, b], 12);
  step(state, [a, b, d], 8);
  step(state, [c, d, b], 7);
}

function step(state: Uint32Array, [to, from, turned]: readonly [number, number, number], bits: number): void {
  const sum = ((state[to] ?? 0) + (state[from] ?? 0)) >>> 0;
  state[to] = sum;
  const mixed = (state[turned] ?? 0) ^ sum;
  state[turned] = ((mixed << bits) | (mixed >>> (32 - bits))) >>> 0;
}

function initialState(key: Uint8Array, tail: readonly number[]): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, key.length);
  const words = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4, true));
  return Uint32Array.from([...CONSTANTS, ...words, ...tail]);
}

function wordsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}

function bytesOf(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of words.entries()) view.setUint32(at * 4, word, true);
  return bytes;
}

export function hChaCha20(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const state = initialState(key, wordsOf(nonce));
  rounds(state);
  return bytesOf(Uint32Array.from([...state.subarray(0, 4), ...state.subarray(12, 16)]));
}

function chaChaBlock(key: Uint8Array, nonce: Uint8Array, counter: number): Uint8Array {
  const start = initialState(key, [counter, ...wordsOf(nonce)]);
  const state = start.slice();
  rounds(state);
  for (const [at, word] of start.entries()) state[at] = ((state[at] ?? 0) + word) >>> 0;
  return bytesOf(state);
}

/** `counter`: of its first block. */
export type ChaChaStream = { readonly key: Uint8Array; readonly nonce: Uint8Array; readonly counter: number };

export function xorStream({ key, nonce, counter }: ChaChaStream, text: Uint8Array): Uint8Array {
  const opened = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 64) {
    const block = chaChaBlock(key, nonce, counter + at / 64);
    for (let within = 0; within < 64 && at + within < text.length; within += 1)
      opened[at + within] = (text[at + within] ?? 0) ^ (block[within] ?? 0);
  }
  return opened;
}

/** Both parts filled up to whole blocks, then their lengths. */
function macInput(additional: Uint8Array, text: Uint8Array): Uint8Array {
  const filled = (length: number): number => Math.ceil(length / 16) * 16;
  const input = new Uint8Array(filled(additional.length) + filled(text.length) + 16);
  input.set(additional);
  input.set(text, filled(additional.length));
  const view = new DataView(input.buffer);
  view.setUint32(input.length - 16, additional.length, true);
  view.setUint32(input.length - 8, text.length, true);
  return input;
}

const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

export function poly1305(key: Uint8Array, message: Uint8Array): Uint8Array {
  const factor = toNumber(key.subarray(0, 16)) & CLAMP;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const block = message.subarray(at, at + 16);
    sum = ((sum + toNumber(block) + (1n << BigInt(8 * block.length))) * factor) % PRIME;
  }
  const tag = sum + toNumber(key.subarray(16, 32));
  return Uint8Array.from({ length: TAG_BYTES }, (_, at) => Number((tag >> BigInt(8 * at)) & 0xffn));
}

function toNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(bytes[at] ?? 0);
  return value;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}
