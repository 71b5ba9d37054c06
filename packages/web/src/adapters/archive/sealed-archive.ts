/** Payload of a sealed backup: 1 MiB pieces with random access; the last one proves completeness. encryption.md 3.5 (12). */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchiveProblem } from "@satchel/core/ports/transfer/archive.ts";
import { BACKUP_PIECE_BYTES, type PieceSealer, SEALED_PIECE_BYTES } from "@satchel/crypto/vault/backup-sealing.ts";
import type { ByteSink } from "./format/byte-sink.ts";
import type { ByteSource } from "./format/byte-source.ts";

const TAG_BYTES = SEALED_PIECE_BYTES - BACKUP_PIECE_BYTES;

export type SealedSink = ByteSink & { end(): Promise<Result<void, ArchiveProblem>> };

export function createSealedSink(sink: ByteSink, pieces: PieceSealer): SealedSink {
  const waiting = new Uint8Array(BACKUP_PIECE_BYTES);
  let [filled, at] = [0, 0];
  const seal = async (isLast: boolean): Promise<Result<void, ArchiveProblem>> => {
    const sealed = await pieces.seal(at, isLast, waiting.slice(0, filled));
    [filled, at] = [0, at + 1];
    return sink.write(sealed);
  };
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        // A full piece is sealed only when more bytes follow, because the last piece is sealed with a mark.
        const done = filled === BACKUP_PIECE_BYTES ? await seal(false) : ok(undefined);
        if (!done.ok) return done;
        const taken = bytes.subarray(from, from + BACKUP_PIECE_BYTES - filled);
        waiting.set(taken, filled);
        filled += taken.length;
        from += taken.length;
      }
      return ok(undefined);
    },
    end: () => seal(true),
  };
}

/**
 * `damaged`: the payload is truncated, or was not sealed with this key. `isCut`: the end is known to be missing or damaged; reads what is
 * left.
 */
export async function openSealedSource(source: ByteSource, pieces: PieceSealer, isCut = false): Promise<Result<ByteSource, "damaged">> {
  // In a truncated archive the final piece is incomplete, and no earlier piece is marked as the last.
  const wholePieces = Math.floor(source.sizeBytes / SEALED_PIECE_BYTES);
  const last = isCut ? wholePieces : Math.ceil(source.sizeBytes / SEALED_PIECE_BYTES) - 1;
  let held: { readonly at: number; readonly bytes: Uint8Array } | undefined;
  const piece = async (at: number): Promise<Uint8Array | undefined> => {
    if (held?.at === at) return held.bytes;
    const from = at * SEALED_PIECE_BYTES;
    const sealed = await source.read(from, Math.min(SEALED_PIECE_BYTES, source.sizeBytes - from));
    const opened = sealed && (await pieces.open(at, at === last, new Uint8Array(sealed)));
    if (!opened?.ok) return undefined;
    held = { at, bytes: opened.value };
    return opened.value;
  };
  if (isCut ? wholePieces === 0 : last < 0 || (await piece(last)) === undefined) return failed("damaged");
  const sizeBytes = isCut ? wholePieces * BACKUP_PIECE_BYTES : source.sizeBytes - (last + 1) * TAG_BYTES;
  return ok({
    sizeBytes,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, sizeBytes - offset)));
      for (let done = 0; done < bytes.length; ) {
        const at = Math.floor((offset + done) / BACKUP_PIECE_BYTES);
        const opened = await piece(at);
        if (opened === undefined) return undefined;
        const from = offset + done - at * BACKUP_PIECE_BYTES;
        const part = opened.subarray(from, from + bytes.length - done);
        bytes.set(part, done);
        done += part.length;
      }
      return bytes;
    },
  });
}
