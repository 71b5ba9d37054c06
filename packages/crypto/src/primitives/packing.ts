/** Compresses JSON and unpacks it again, up to a bound. encryption.md 3.3. */
import { Gunzip, gunzipSync, gzipSync } from "fflate";
import { type Bytes, concat, parseUtf8, toBytes, utf8 } from "./bytes.ts";
import { type Outcome, ok, refused } from "./outcome.ts";

export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Deflate expands at most about a thousandfold, so a piece of this size exceeds the bound by at most 16 MiB. */
const PIECE_BYTES = 16 * 1024;
/**
 * Records up to this size are unpacked in one step, three times as fast. A wrong length in the trailer then costs no memory and at most a
 * second.
 */
const AT_ONCE_BYTES = 256 * 1024;
const TRAILER_BYTES = 8;

export function packJson(value: unknown): Outcome<Bytes, "too-large"> {
  const bytes = utf8(JSON.stringify(value));
  // The time in the header is fixed, so that equal records have equal bytes.
  return bytes.length > MAX_UNPACKED_BYTES ? refused("too-large") : ok(toBytes(gzipSync(bytes, { mtime: 0 })));
}

export function unpackJson(packed: Bytes, maxBytes = MAX_UNPACKED_BYTES): Outcome<unknown, "damaged"> {
  const bytes = gunzip(packed, maxBytes);
  if (!bytes.ok) return bytes;
  const text = parseUtf8(bytes.value);
  return text === undefined ? refused("damaged") : parseJson(text);
}

/** Like `unpackJson`, but uses the platform's decompression for large records if there is one, which is several times as fast. */
export async function unpackLargeJson(packed: Bytes, maxBytes = MAX_UNPACKED_BYTES): Promise<Outcome<unknown, "damaged">> {
  if (packed.length <= AT_ONCE_BYTES || typeof DecompressionStream === "undefined") return unpackJson(packed, maxBytes);
  const promised = promisedBytes(packed);
  const bytes = promised > maxBytes ? undefined : await gunzipNatively(packed, promised).catch(() => undefined);
  const text = bytes && parseUtf8(bytes);
  return text === undefined ? refused("damaged") : parseJson(text);
}

export function parseJson(text: string): Outcome<unknown, "damaged"> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return refused("damaged");
  }
}

/** The trailer states the unpacked length. It is only a hint and is verified. */
function gunzip(packed: Bytes, maxBytes: number): Outcome<Bytes, "damaged"> {
  if (packed.length <= TRAILER_BYTES) return refused("damaged");
  const promised = promisedBytes(packed);
  if (promised > maxBytes) return refused("damaged");
  try {
    const unpacked = packed.length > AT_ONCE_BYTES ? gunzipPieces(packed, maxBytes) : gunzipAtOnce(packed, promised);
    return unpacked?.length === promised ? ok(unpacked) : refused("damaged");
  } catch {
    return refused("damaged");
  }
}

function promisedBytes(packed: Bytes): number {
  return new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true);
}

async function gunzipNatively(packed: Bytes, promised: number): Promise<Bytes | undefined> {
  const unpacked = new Uint8Array(promised);
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let at = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (at + piece.value.length > promised) {
      await reader.cancel();
      return undefined;
    }
    unpacked.set(piece.value, at);
    at += piece.value.length;
  }
  return at === promised ? unpacked : undefined;
}

/** Allocates one byte more than promised: if that byte is used, the data is longer. Anything beyond is not stored. */
function gunzipAtOnce(packed: Bytes, promised: number): Bytes {
  return toBytes(gunzipSync(packed, { out: new Uint8Array(promised + 1) }));
}

function gunzipPieces(packed: Bytes, maxBytes: number): Bytes | undefined {
  const pieces: Uint8Array[] = [];
  let unpackedBytes = 0;
  const stream = new Gunzip((piece) => {
    unpackedBytes += piece.length;
    pieces.push(piece);
  });
  for (let start = 0; start < packed.length; start += PIECE_BYTES) {
    const end = start + PIECE_BYTES;
    stream.push(packed.subarray(start, end), end >= packed.length);
    if (unpackedBytes > maxBytes) return undefined;
  }
  return concat(...pieces);
}
