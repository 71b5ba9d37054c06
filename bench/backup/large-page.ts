/**
 * Runs in a browser's page: the product's worker backs up and reads gigabytes of attachments, which are generated on demand. Called from
 * outside.
 */
import type { BackupNote } from "@satchel/core/model/backup/backup-format.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { BackupContent } from "@satchel/core/ports/transfer/backup-archives.ts";
import { createArchives } from "@satchel/web/adapters/archive/create-archives.ts";

export type LargeOrder = { readonly files: number; readonly fileBytes: number; readonly password: string | undefined };
export type MeasuredLarge = { readonly bytes: number; readonly backupMs: number; readonly openMs: number; readonly readMs: number };

const PIECE_BYTES = 1_048_576;
/** Opening reads all attachments; every tenth is compared with the original. */
const EVERY = 10;
const NOW_MS = Date.UTC(2026, 0, 1);
const LABELS = {
  heading: "Notes",
  untitled: "Untitled Note",
  noFolder: "All Notes",
  lastModified: "last modified",
  backToIndex: "All notes",
};
const WATCH = { onProgress: () => undefined, stop: { isStopped: false, onStop: () => undefined } };

async function measureLargeBackup({ files, fileBytes, password }: LargeOrder): Promise<MeasuredLarge> {
  let saved = new Blob();
  const archives = createArchives({
    saveBlob: (_name, blob) => {
      saved = blob;
    },
  });
  const order = { fileName: "large.zip", nowMs: NOW_MS, labels: LABELS, password };
  const [written, backupMs] = await timed(() => archives.write(contentOf(files, fileBytes), order, WATCH));
  value(written).save();
  const [opening, openMs] = await timed(() => archives.open(new File([saved], "large.zip"), password, WATCH));
  const opened = value(opening);
  if (opened.damage.length > 0 || opened.attachments.length !== files) throw new Error(JSON.stringify(opened.damage));
  const [, readMs] = await timed(async () => {
    for (const attachment of opened.attachments.filter((_, at) => at % EVERY === 0 || at === files - 1)) {
      const bytes = value(await opened.readAttachment(attachment));
      if (!isSame(bytes, numberOf(attachment.id), fileBytes)) throw new Error(`${attachment.id} is not what was written`);
    }
  });
  opened.close();
  return { bytes: saved.size, backupMs, openMs, readMs };
}

function contentOf(files: number, fileBytes: number): BackupContent {
  const ids = Array.from({ length: files }, (_, at) => `note-${at}`);
  return {
    noteGroups: [ids],
    folders: [],
    sensitive: [],
    readNotes: async (wanted) => ({ ok: true, value: wanted.map((id) => toNote(id, fileBytes)) }),
    attachments: { read: async (id) => pieces(numberOf(id), fileBytes), readSealed: async () => undefined },
  };
}

function toNote(id: string, sizeBytes: number): BackupNote {
  const attachment = { id: `file-${numberOf(id)}`, fileName: "original.jpg", mimeType: "image/jpeg", sizeBytes };
  const times = { createdAt: NOW_MS, lastModified: NOW_MS };
  return {
    id,
    title: id,
    content: "<p></p>",
    folderId: null,
    isEncrypted: false,
    attachments: [attachment],
    attIds: [attachment.id],
    ...times,
  };
}

/** Bytes that hardly compress, like those of images. */
async function* pieces(number: number, fileBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < fileBytes; at += PIECE_BYTES) yield pieceOf(number, at, Math.min(PIECE_BYTES, fileBytes - at));
}

const NOISE = new Uint8Array(PIECE_BYTES);
for (let at = 0; at < PIECE_BYTES; at += 65_536) crypto.getRandomValues(NOISE.subarray(at, at + 65_536));

/** The same noise, preceded by the number of the file and the piece. */
function pieceOf(number: number, at: number, length: number): Uint8Array {
  const piece = NOISE.slice(0, length);
  new DataView(piece.buffer).setFloat64(0, number * 1e6 + at / PIECE_BYTES);
  return piece;
}

function isSame(bytes: Uint8Array, number: number, fileBytes: number): boolean {
  for (let at = 0; at < fileBytes; at += PIECE_BYTES) {
    const expected = pieceOf(number, at, Math.min(PIECE_BYTES, fileBytes - at));
    if (!expected.every((byte, index) => byte === bytes[at + index])) return false;
  }
  return bytes.length === fileBytes;
}

function numberOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

async function timed<Returned>(run: () => Promise<Returned>): Promise<readonly [Returned, number]> {
  const began = performance.now();
  const answer = await run();
  return [answer, performance.now() - began];
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

Object.assign(globalThis, { measureLargeBackup });
