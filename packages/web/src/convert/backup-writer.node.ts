/** Writes a conversion's notes as one of our backups. Keeps notes on disk until all are known, then writes them like any backup. */
import { closeSync, createReadStream, createWriteStream, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupFolder, BackupNote } from "@satchel/core/model/backup/backup-format.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { ok } from "@satchel/core/model/result.ts";
import { writeBackup } from "@satchel/core/transfer/backup/write-backup-service.ts";
import { folderNameOf, toBackupFoldersOf, toImportedRecord } from "@satchel/core/transfer/exchange/to-backup-note.ts";
import type { TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { storedAddresses } from "@satchel/core/transfer/export/formats/json/json-writer.ts";
import type { NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import { createSha256 } from "@satchel/crypto/digests/stream-digests.ts";
import { createTextPacking } from "../adapters/archive/packing/pack-text.ts";
import { createPagePacking } from "../adapters/archive/packing/page-packing.ts";
import { createZipWriter } from "../adapters/archive/zip/zip-writer.ts";
import { backupPageText } from "../text/transfer/backup-page.ts";

type KeptNote = { readonly id: string; readonly from: number; readonly length: number };

export function createBackupWriter(out: string, nowMs: number): NoteWriter {
  const folder = mkdtempSync(join(tmpdir(), "satchel-backup-"));
  const titles = new Map<string, string>();
  const folders = new Map<string, BackupFolder>();
  const records = openSync(join(folder, "notes"), "w+");
  const kept: KeptNote[] = [];
  let at = 0;
  return {
    plan: ({ key, title }) => void titles.set(key, title),
    async write(note) {
      const record = toRecord(note, { titles, folders, nowMs });
      await keepFiles(folder, note);
      const bytes = Buffer.from(JSON.stringify(record));
      writeSync(records, bytes);
      kept.push({ id: record.id, from: at, length: bytes.length });
      at += bytes.length;
      return { output: `notes.json#${record.id}`, text: record.content };
    },
    async close() {
      try {
        await writeZip(out, nowMs, { kept, folders: [...folders.values()], read: (note) => readKept(records, note), folder });
      } finally {
        closeSync(records);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

type Made = { readonly titles: ReadonlyMap<string, string>; readonly folders: Map<string, BackupFolder>; readonly nowMs: number };

function toRecord(note: TransferNote, { titles, folders, nowMs }: Made): BackupNote {
  const name = folderNameOf(note);
  const chain = name === undefined ? [] : toBackupFoldersOf(name, folders.size, nowMs);
  for (const folder of chain) if (!folders.has(folder.id)) folders.set(folder.id, folder);
  const folderId = chain.at(-1)?.id ?? null;
  return toImportedRecord(note, folderId, { ...storedAddresses(titles), nowMs }).note;
}

async function keepFiles(folder: string, note: TransferNote): Promise<void> {
  for (const file of note.files) await pipeline(Readable.from(file.bytes()), createWriteStream(filePath(folder, file.sha256.slice(0, 22))));
}

function filePath(folder: string, id: string): string {
  return join(folder, `file-${id}`);
}

function readKept(file: number, { from, length }: KeptNote): BackupNote {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, from);
  return JSON.parse(bytes.toString("utf8")) as BackupNote;
}

type Library = {
  readonly kept: readonly KeptNote[];
  readonly folders: readonly BackupFolder[];
  readonly read: (note: KeptNote) => BackupNote;
  readonly folder: string;
};

async function writeZip(out: string, nowMs: number, { kept, folders, read, folder }: Library): Promise<void> {
  mkdirSync(dirname(out), { recursive: true });
  const file = openSync(out, "w");
  try {
    const sink = { write: async (bytes: Uint8Array) => ok(void writeSync(file, bytes)) };
    const zip = createZipWriter(sink, nowMs, createTextPacking(loadZlib));
    const packing = createPagePacking(loadZlib);
    const byId = new Map(kept.map((note) => [note.id, note] as const));
    const encoder = new TextEncoder();
    const written = await writeBackup({
      content: {
        noteGroups: toGroups(kept),
        folders: folders.map(({ id, ...rest }): Folder => ({ folderId: id, ...rest })),
        sensitive: [],
        readNotes: async (ids) => ok(ids.flatMap((id) => (byId.has(id) ? [read(byId.get(id) as KeptNote)] : []))),
        attachments: { read: async (id) => createReadStream(filePath(folder, id)), readSealed: async () => undefined },
      },
      archive: zip,
      createDigest: () => createSha256(),
      encode: (...texts) => encoder.encode(texts.join("")),
      packPages: (notes) => packing.pack(notes, { labels: backupPageText, nowMs }),
      labels: backupPageText,
      nowMs,
      isStopped: () => false,
      onProgress: () => undefined,
    });
    const ended = written.ok ? await zip.end() : written;
    if (!ended.ok) throw new Error(`the backup could not be written: ${ended.problem.kind}`);
  } finally {
    closeSync(file);
  }
}

function toGroups(kept: readonly KeptNote[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const { id, length } of kept) {
    const last = groups.at(-1);
    if (last === undefined || last.length >= BACKUP.groupSize || chars + length > BACKUP.groupChars) {
      groups.push([id]);
      chars = length;
    } else {
      last.push(id);
      chars += length;
    }
  }
  return groups;
}

function loadZlib(): Promise<BufferSource> {
  return readFile(createRequire(import.meta.url).resolve("@zip.js/zip.js/dist/zip-module.wasm"));
}
