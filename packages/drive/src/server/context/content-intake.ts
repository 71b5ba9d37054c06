/**
 * Stores a request body as a durable blob with checksums, within the account's quota, until a commit refers to the blob. Otherwise the blob
 * is removed.
 */
import { createHash } from "node:crypto";
import type { Content } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import { BodyProblem } from "../http/multipart-reader.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { dropBlobs } from "./commit-plan.ts";
import { type Call, newKey } from "./context.ts";
import type { Reservation } from "./quota-gate.ts";

export const EMPTY_CONTENT: Content = {
  blobKey: "empty-content",
  bytes: 0,
  md5: createHash("md5").digest("hex"),
  sha1: createHash("sha1").digest("hex"),
  sha256: createHash("sha256").digest("hex"),
};

export type Intake = {
  readonly source: AsyncIterable<Uint8Array>;
  /** Announced number of bytes; 0 if unknown. */
  readonly announced: number;
  /** Bytes that this content replaces. */
  readonly credit: number;
};

/** Reserves the space until the content is committed or dropped, however the upload ends. */
export async function takeIn<Value>(
  call: Call,
  { source, announced, credit }: Intake,
  commit: (content: Content) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const reservation = await call.server.quota.reserve(call.identity.accountId, announced, credit);
  if (reservation === undefined) return refused(refusals.storageFull());
  try {
    const stored = await storeContent(call, source, reservation);
    if (!stored.ok) return stored;
    const counted = await commit(stored.value);
    if (!counted.ok) await dropBlobs(call, [stored.value.blobKey]);
    return counted;
  } finally {
    reservation.release();
  }
}

async function storeContent(call: Call, source: AsyncIterable<Uint8Array>, reservation: Reservation): Promise<Result<Content, Refusal>> {
  const { server } = call;
  const meter = createMeter((bytes) => {
    if (bytes > server.limits.uploadBytes) throw new BodyProblem(refusals.tooLarge());
    if (!reservation.grow(bytes)) throw new BodyProblem(refusals.storageFull());
  });
  const blobKey = newKey(server);
  const outcome = await putBlob(call, blobKey, meter.measure(source));
  return outcome.ok ? ok(meter.toContent(blobKey)) : outcome;
}

async function putBlob(call: Call, blobKey: string, source: AsyncIterable<Uint8Array>): Promise<Result<undefined, Refusal>> {
  try {
    const outcome = await call.server.blobs.put(blobKey, source);
    return outcome.kind === "stored" ? ok(undefined) : refused(refusals.diskFull());
  } catch (error) {
    if (error instanceof BodyProblem) return refused(error.refusal);
    throw error;
  }
}

/** Bytes hashed at a time. If more bytes arrive at once, other requests run between the pieces. */
const PIECE_BYTES = 1024 * 1024;

/** Computes checksums and length of a stream. `check` receives the running length and may throw. */
export function createMeter(check: (bytes: number) => void): {
  measure(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  toContent(blobKey: string): Content;
} {
  const hashes = { md5: createHash("md5"), sha1: createHash("sha1"), sha256: createHash("sha256") };
  let bytes = 0;
  return {
    measure: async function* (source) {
      for await (const chunk of source) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          bytes += piece.length;
          check(bytes);
          for (const hash of Object.values(hashes)) hash.update(piece);
          yield piece;
        }
      }
    },
    toContent: (blobKey) => ({
      blobKey,
      bytes,
      md5: hashes.md5.digest("hex"),
      sha1: hashes.sha1.digest("hex"),
      sha256: hashes.sha256.digest("hex"),
    }),
  };
}
