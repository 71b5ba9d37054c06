/** JSON to compressed bytes and back, never unpacking more than a bound. encryption.md 3.3. */
import { Gunzip, gzipSync } from "fflate";
import { type Bytes, concat, parseUtf8, toBytes, utf8 } from "./bytes.ts";
import { type Outcome, ok, refused } from "./outcome.ts";

export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Deflate expands at most about a thousandfold: a piece of this size cannot overshoot the bound by more than 16 MiB. */
const PIECE_BYTES = 16 * 1024;

export function packJson(value: unknown): Outcome<Bytes, "too-large"> {
  const bytes = utf8(JSON.stringify(value));
  // A fixed time in the header: equal records give equal bytes.
  return bytes.length > MAX_UNPACKED_BYTES ? refused("too-large") : ok(toBytes(gzipSync(bytes, { mtime: 0 })));
}

export function unpackJson(packed: Bytes, maxBytes = MAX_UNPACKED_BYTES): Outcome<unknown, "damaged"> {
  const bytes = gunzip(packed, maxBytes);
  if (!bytes.ok) return bytes;
  const text = parseUtf8(bytes.value);
  return text === undefined ? refused("damaged") : parseJson(text);
}

export function parseJson(text: string): Outcome<unknown, "damaged"> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return refused("damaged");
  }
}

function gunzip(packed: Bytes, maxBytes: number): Outcome<Bytes, "damaged"> {
  const pieces: Uint8Array[] = [];
  let unpackedBytes = 0;
  let isComplete = false;
  const stream = new Gunzip((piece, final) => {
    unpackedBytes += piece.length;
    pieces.push(piece);
    isComplete = final;
  });
  try {
    for (let start = 0; start < packed.length && unpackedBytes <= maxBytes; start += PIECE_BYTES) {
      const end = start + PIECE_BYTES;
      stream.push(packed.subarray(start, end), end >= packed.length);
    }
  } catch {
    return refused("damaged");
  }
  return isComplete && unpackedBytes <= maxBytes ? ok(concat(...pieces)) : refused("damaged");
}
