/** Hides lengths: four bytes of length, the content, and zeros up to the Padmé size. encryption.md 3.3. */
import type { Bytes } from "./bytes.ts";
import { type Outcome, ok, refused } from "./outcome.ts";

const LENGTH_BYTES = 4;
const MIN_PADDED_BYTES = 256;

/** Padmé keeps only the top bits of a length, so that sizes fall into classes at most 12 % apart. */
export function paddedSize(size: number): number {
  if (size <= MIN_PADDED_BYTES) return MIN_PADDED_BYTES;
  const exponent = Math.floor(Math.log2(size));
  const significantBits = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** (exponent - significantBits);
  return Math.ceil(size / step) * step;
}

export function pad(content: Uint8Array): Bytes {
  const padded = new Uint8Array(paddedSize(LENGTH_BYTES + content.length));
  new DataView(padded.buffer).setUint32(0, content.length);
  padded.set(content, LENGTH_BYTES);
  return padded;
}

export function unpad(padded: Bytes): Outcome<Bytes, "damaged"> {
  if (padded.length < MIN_PADDED_BYTES) return refused("damaged");
  const length = new DataView(padded.buffer, padded.byteOffset).getUint32(0);
  if (padded.length !== paddedSize(LENGTH_BYTES + length)) return refused("damaged");
  const isZero = padded.subarray(LENGTH_BYTES + length).every((byte) => byte === 0);
  return isZero ? ok(padded.slice(LENGTH_BYTES, LENGTH_BYTES + length)) : refused("damaged");
}
