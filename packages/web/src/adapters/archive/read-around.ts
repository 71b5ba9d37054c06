/** Reads bytes of which some may be out of reach, such as a sealed piece that does not open. */
import type { ByteSource } from "./byte-source.ts";

const STEP_BYTES = 16_384;

/** Zeros are put in place of what cannot be read; the reader of the bytes notices by checksums or by their content. */
export async function readAround(source: ByteSource, from: number, length: number): Promise<Uint8Array> {
  const whole = await source.read(from, length);
  if (whole?.length === length) return whole;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += STEP_BYTES) {
    const wanted = Math.min(STEP_BYTES, length - at);
    const read = await source.read(from + at, wanted);
    if (read?.length === wanted) bytes.set(read, at);
  }
  return bytes;
}
