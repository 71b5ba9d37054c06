/**
 * Memory for backing up and verifying a library with a gigabyte of attachments: the archive worker's own code, over a file, in this
 * process. In the browser the file is in the origin's private file system.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBackupNote } from "@satchel/core/model/backup/backup-format.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { groupBySize } from "@satchel/core/transfer/backup/group-by-size.ts";
import { verifyBackup } from "@satchel/core/transfer/backup/read-backup-service.ts";
import { writeBackup } from "@satchel/core/transfer/backup/write-backup-service.ts";
import { createPagePacking } from "@satchel/web/adapters/archive/packing/page-packing.ts";
import { loadZlib } from "@satchel/web/adapters/archive/testing/load-zlib.node.ts";
import { openZip } from "@satchel/web/adapters/archive/zip/zip-reader.ts";
import { createZipWriter } from "@satchel/web/adapters/archive/zip/zip-writer.ts";
import type { Figure } from "../src/figure.ts";
import { createChance, makeCorpus } from "../sync/corpus.ts";
import { idOf } from "../sync/fill.ts";

const FILE_BYTES = 10_485_760;
const PIECE_BYTES = 1_048_576;
const MEGABYTE = 1_048_576;
const LABELS = {
  heading: "Notes",
  untitled: "Untitled Note",
  noFolder: "All Notes",
  lastModified: "last modified",
  backToIndex: "All notes",
};

export async function benchBackupMemory(quick: boolean): Promise<Figure[]> {
  const files = quick ? 10 : 103;
  const folder = mkdtempSync(join(tmpdir(), "bench-backup-"));
  const file = await open(join(folder, "backup.zip"), "w+");
  try {
    const watch = watchMemory();
    const bytes = await write(file, files);
    const written = watch.peakMb();
    await verify(file, bytes);
    const name = (what: string) => `${what} ${Math.round((files * FILE_BYTES) / MEGABYTE)} MB of attachments: memory beyond the start`;
    const figure = { area: "backup", unit: "MB", better: "lower" as const };
    return [
      { ...figure, name: name("back up"), value: written },
      { ...figure, name: name("back up and check"), value: watch.stop() },
    ];
  } finally {
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(file: FileHandle, files: number): Promise<number> {
  let at = 0;
  const zip = createZipWriter(
    {
      async write(bytes) {
        await file.write(bytes, 0, bytes.length, at);
        at += bytes.length;
        return { ok: true, value: undefined };
      },
    },
    Date.UTC(2026, 0, 1),
  );
  const packing = createPagePacking(loadZlib);
  const notes = new Map(makeCorpus(files).map((note) => [idOf(note.number), toBackupNote(toNote(note))]));
  const groups = groupBySize([...notes.keys()], () => 0);
  const encoder = new TextEncoder();
  const readNotes = async (ids: readonly string[]) => ({ ok: true, value: ids.flatMap((id) => notes.get(id) ?? []) }) as const;
  const attachments = {
    read: async (id: string) => attachmentOf(Number(id.slice("file-".length))),
    readSealed: async () => undefined,
  };
  value(
    await writeBackup({
      content: { noteGroups: groups, folders: [], sensitive: [], readNotes, attachments },
      archive: zip,
      createDigest,
      encode: (...texts) => encoder.encode(texts.join("")),
      packPages: (group) => packing.pack(group, { labels: LABELS, nowMs: Date.UTC(2026, 0, 1) }),
      labels: LABELS,
      nowMs: Date.UTC(2026, 0, 1),
      isStopped: () => false,
      onProgress: () => undefined,
    }),
  );
  value(await zip.end());
  return at;
}

async function verify(file: FileHandle, sizeBytes: number): Promise<void> {
  const source = {
    sizeBytes,
    async read(offset: number, length: number) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    },
  };
  const createDecoder = () => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return (bytes: Uint8Array, isLast: boolean) => decoder.decode(bytes, { stream: !isLast });
  };
  const archive = value(await openZip(source));
  value(await verifyBackup({ archive, createDigest, createDecoder, isStopped: () => false, onRead: () => undefined }));
}

function createDigest() {
  const hash = createHash("sha256");
  return { update: async (bytes: Uint8Array) => void hash.update(bytes), hex: async () => hash.digest("hex") };
}

function toNote({ number, title, html, writtenAt }: ReturnType<typeof makeCorpus>[number]): NoteEntity {
  const file = { id: `file-${number}`, fileName: `File ${number}.bin`, mimeType: "application/octet-stream", sizeBytes: FILE_BYTES };
  const times = { createdAt: writtenAt, mtime: writtenAt, vv: { benchd: number + 1 }, alive: { benchd: number + 1 } };
  const fields = { folderId: null, isEncrypted: false, attachments: [file], attIds: [file.id] };
  return { kind: "note", id: idOf(number), title, content: html, ...times, ...fields };
}

/** Bytes that hardly compress, like those of images. */
async function* attachmentOf(number: number): AsyncGenerator<Uint8Array> {
  const next = createChance(number + 1);
  for (let at = 0; at < FILE_BYTES; at += PIECE_BYTES) {
    const piece = new Uint32Array(PIECE_BYTES / 4);
    for (let index = 0; index < piece.length; index += 1) piece[index] = next() * 0xffff_ffff;
    yield new Uint8Array(piece.buffer);
  }
}

function watchMemory() {
  const start = process.memoryUsage.rss();
  let peak = start;
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  const peakMb = (): number => (peak - start) / MEGABYTE;
  return {
    peakMb,
    stop() {
      clearInterval(timer);
      look();
      return peakMb();
    },
  };
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
