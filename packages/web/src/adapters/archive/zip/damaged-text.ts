/** Reads damaged packed text: continues behind a broken part in text packed by us (pack-text.ts), and stops there in foreign text. */
import type { ByteSource } from "../format/byte-source.ts";
import { joined } from "../format/zip-records.ts";
import { inflatePart } from "./inflate-part.ts";

export type PackedRange = { readonly isStored: boolean; readonly from: number; readonly to: number };

const WINDOW_BYTES = 1_048_576;
/** Maximum number of bytes held in memory for a file that has only one part. */
const MAX_PART_BYTES = 268_435_456;
/** Bytes that end each part: an empty stored block. RFC 1951, 3.2.4. */
const [ZERO, ONES] = [0x00, 0xff];
const MARK_BYTES = 4;
const LINE_END = Uint8Array.of(0x0a);

/** Replaces each broken part with a line end. Stops if `take` returns false. */
export async function readDamagedText(
  source: ByteSource,
  range: PackedRange,
  take: (bytes: Uint8Array) => boolean | Promise<boolean>,
): Promise<void> {
  for await (const part of range.isStored ? windowsOf(source, range) : partsOf(source, range)) {
    const pieces = range.isStored ? copied(part) : inflatePart(part);
    let next = pieces.next();
    for (; next.done !== true; next = pieces.next()) if (!(await take(next.value))) return;
    if (next.value !== true && !(await take(LINE_END))) return;
  }
}

function* copied(part: Uint8Array): Generator<Uint8Array, boolean> {
  yield part;
  return true;
}

async function* windowsOf(source: ByteSource, { from, to }: PackedRange): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += WINDOW_BYTES) {
    const wanted = Math.min(WINDOW_BYTES, to - at);
    yield new Uint8Array(await readAround(source, at, wanted));
  }
}

/** Yields the parts, each with its end mark. */
async function* partsOf(source: ByteSource, range: PackedRange): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const bytes of windowsOf(source, range)) {
    const tail = waiting.at(-1)?.subarray(-(MARK_BYTES - 1)) ?? new Uint8Array(0);
    const seam = joined([tail, bytes]);
    let begin = 0;
    for (const mark of marksIn(seam)) {
      const end = mark + MARK_BYTES - tail.length;
      yield joined([...waiting, bytes.subarray(begin, end)]);
      [waiting, waitingBytes, begin] = [[], 0, end];
    }
    waiting.push(bytes.subarray(begin));
    waitingBytes += bytes.length - begin;
    if (waitingBytes > MAX_PART_BYTES) return;
  }
  if (waitingBytes > 0) yield joined(waiting);
}

function* marksIn(bytes: Uint8Array): Generator<number> {
  for (let at = bytes.indexOf(ONES, 2); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(ONES, at + 1))
    if (bytes[at + 1] === ONES && bytes[at - 1] === ZERO && bytes[at - 2] === ZERO) yield at - 2;
}

const STEP_BYTES = 16_384;

/** Reads bytes and fills unreadable ones, such as a piece that does not open, with zeros; checksums reveal them to the caller. */
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
