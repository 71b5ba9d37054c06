/** BlobStore on an S3-compatible store. The bucket's lifecycle rule removes parts of abandoned uploads (docs/deployment.md). */

import { DiskFull, type MaybePromise } from "../../result.ts";
import { type BlobOutcome, type BlobStore, type ByteRange, checkKey } from "../blob-store.ts";
import { createS3Client, type S3Client, type S3Options } from "./s3-client.ts";
import { chain, lengthOf, type Piece, parsePiece, toPieceKey } from "./s3-pieces.ts";

/** S3 requires at least 5 MiB for all parts except the last. */
const PART_BYTES = 8 * 1024 * 1024;
const AT_ONCE_MAX_BYTES = 1024 * 1024;
/** More than the smallest pieces of the largest upload. */
const MAX_PIECES = 100_000;
const BLOBS = "blobs";
const STAGED = "staged";

export function openS3BlobStore(options: S3Options): BlobStore {
  const s3 = createS3Client(options);
  const put: BlobStore["put"] = (key, source) => orDiskFull(() => putBlob(s3, blobKey(key), source));
  return {
    put,
    read: (key, range) => readBlob(s3, blobKey(key), range),
    remove: (key) => s3.remove(blobKey(key)),
    append: (key, offset, source) => orDiskFull(() => append(s3, stagedFolder(key), { offset, source })),
    stagedBytes: async (key) => lengthOf(chain(await piecesOf(s3, stagedFolder(key)))),
    readStaged: (key) => readPieces(s3, stagedFolder(key)),
    finish: async (key, as) => {
      if ((await put(as, readPieces(s3, stagedFolder(key)))).kind === "disk-full") throw new DiskFull();
    },
    discard: (key) => discard(s3, stagedFolder(key)),
    check: s3.check,
    olderThan: (at) => walkOlder(s3, at),
  };
}

function blobKey(key: string): string {
  return `${BLOBS}/${checkKey(key)}`;
}

function stagedFolder(key: string): string {
  return `${STAGED}/${checkKey(key)}`;
}

async function orDiskFull(store: () => Promise<number>): Promise<BlobOutcome> {
  try {
    return { kind: "stored", bytes: await store() };
  } catch (error) {
    if (error instanceof DiskFull) return { kind: "disk-full" };
    throw error;
  }
}

async function putBlob(s3: S3Client, key: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const parts = inParts(source);
  const first = await parts.next();
  if (first.done === true || first.value.length < PART_BYTES) {
    const bytes = first.done === true ? new Uint8Array() : first.value;
    await s3.put(key, bytes);
    return bytes.length;
  }
  return await putParts(s3, key, { first: first.value, rest: parts });
}

async function putParts(
  s3: S3Client,
  key: string,
  { first, rest }: { readonly first: Uint8Array; readonly rest: AsyncIterable<Uint8Array> },
): Promise<number> {
  const upload = await s3.startParts(key);
  try {
    let bytes = first.length;
    await upload.add(first);
    for await (const part of rest) {
      await upload.add(part);
      bytes += part.length;
    }
    await upload.complete();
    return bytes;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

/** Yields parts of exactly `PART_BYTES`, the last one shorter. If the source fails, `onBroken` receives the incomplete part. */
async function* inParts(
  source: AsyncIterable<Uint8Array>,
  onBroken: (bytes: Uint8Array) => Promise<void> = async () => undefined,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  const take = () => {
    const part = Buffer.concat(held);
    held = [];
    bytes = 0;
    return part;
  };
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + PART_BYTES - bytes);
        // Copied, because the sender of the chunk may reuse its memory.
        held.push(piece.slice());
        bytes += piece.length;
        at += piece.length;
        if (bytes === PART_BYTES) yield take();
      }
    }
  } catch (error) {
    if (bytes > 0) await onBroken(take());
    throw error;
  }
  if (bytes > 0) yield take();
}

function readBlob(s3: S3Client, key: string, range: ByteRange): MaybePromise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  return range.end - range.start < AT_ONCE_MAX_BYTES ? readPart(s3, key, range) : s3.get(key, range.start, range.end);
}

async function readPart(s3: S3Client, key: string, { start, end }: ByteRange): Promise<Uint8Array | undefined> {
  const stream = await s3.get(key, start, end);
  if (stream === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function piecesOf(s3: S3Client, folder: string): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  for await (const { key } of s3.list(`${folder}/`)) {
    const piece = parsePiece(key);
    if (piece !== undefined) pieces.push(piece);
    if (pieces.length > MAX_PIECES) throw new Error("the object store listed more pieces than an upload has");
  }
  return pieces;
}

async function append(
  s3: S3Client,
  folder: string,
  { offset, source }: { readonly offset: number; readonly source: AsyncIterable<Uint8Array> },
): Promise<number> {
  await dropBehind(s3, folder, offset);
  let at = offset;
  const keep = async (bytes: Uint8Array) => {
    await s3.put(toPieceKey(folder, at, bytes.length), bytes);
    at += bytes.length;
  };
  // If the source fails, the incomplete part is kept as well.
  for await (const part of inParts(source, keep)) await keep(part);
  return at;
}

async function dropBehind(s3: S3Client, folder: string, offset: number): Promise<void> {
  const pieces = (await piecesOf(s3, folder)).filter(({ end }) => end > offset);
  for (const { key, start } of pieces) {
    const head = start < offset ? await readPart(s3, key, { start: 0, end: offset - start - 1 }) : undefined;
    if (head !== undefined) await s3.put(toPieceKey(folder, start, head.length), head);
    await s3.remove(key);
  }
}

async function* readPieces(s3: S3Client, folder: string): AsyncGenerator<Uint8Array> {
  for (const { piece, from, to } of chain(await piecesOf(s3, folder))) {
    const found = await readBlob(s3, piece.key, { start: from, end: to - 1 });
    if (found === undefined) throw new Error("a piece of an upload is gone");
    if (found instanceof Uint8Array) yield found;
    else yield* found;
  }
}

/** Removes from the end, so that a crash leaves pieces without a gap. */
async function discard(s3: S3Client, folder: string): Promise<void> {
  for (const { key } of [...(await piecesOf(s3, folder))].reverse()) await s3.remove(key);
}

async function* walkOlder(s3: S3Client, at: number): AsyncGenerator<{ readonly key: string; readonly isStaged: boolean }> {
  for await (const { key, modifiedAt } of s3.list(`${BLOBS}/`)) if (modifiedAt < at) yield { key: nameOf(key), isStaged: false };
  const youngest = new Map<string, number>();
  for await (const { key, modifiedAt } of s3.list(`${STAGED}/`))
    youngest.set(nameOf(key), Math.max(modifiedAt, youngest.get(nameOf(key)) ?? 0));
  for (const [key, modifiedAt] of youngest) if (modifiedAt < at) yield { key, isStaged: true };
}

function nameOf(key: string): string {
  return key.split("/")[1] ?? "";
}
