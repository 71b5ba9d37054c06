/**
 * Writes a backup one group of notes at a time. Folders and note records come first, since a truncated file is read from its front; then
 * pages, attachments, the pages that need them, and the totals. Changes nothing. Spec B §3 "Backup metadata", decision 0011.
 */
import { isEntityId } from "@satchel/contract/ids.ts";
import { imageTypeOf } from "../../document/images/image-format.ts";
import {
  ATTACHMENTS_FOLDER,
  BACKUP_FILES,
  type BackupAttachment,
  type BackupMetadata,
  type BackupNote,
  manifestLines,
  toBackupFolder,
} from "../../model/backup/backup-format.ts";
import type { ReadableLabels, TextFile } from "../../model/backup/readable.ts";
import type { Attachment } from "../../model/entities/note.ts";
import { BACKUP } from "../../model/limits/limits.ts";
import { readAhead } from "../../model/long-tasks.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { ArchiveFile, ArchiveProblem, ArchiveWriter, CreateDigest, PackPages } from "../../ports/transfer/archive.ts";
import type { SealedFile } from "../../ports/transfer/attachment-bytes.ts";
import type { BackupContent, BackupProblem, BackupProgress, BackupTotals } from "../../ports/transfer/backup-archives.ts";
import { filesOfRecord } from "./history-records.ts";
import { jsonListHead, jsonListItem, jsonListTail } from "./json-list.ts";
import { safeName } from "./pages/safe-name.ts";
import { createPageWriting, type PageWriting } from "./pages/write-pages-service.ts";

export type WriteBackupDeps = {
  readonly content: BackupContent;
  readonly archive: ArchiveWriter;
  readonly createDigest: CreateDigest;
  /** Concatenates the texts as UTF-8. */
  readonly encode: (...texts: readonly string[]) => Uint8Array;
  readonly packPages: PackPages;
  readonly labels: ReadableLabels;
  readonly nowMs: number;
  readonly isStopped: () => boolean;
  readonly onProgress: (progress: BackupProgress) => void;
};

const UNNAMED_TYPE = "application/octet-stream";

type Step<Value = void> = Promise<Result<Value, BackupProblem>>;

export async function writeBackup(deps: WriteBackupDeps): Step<BackupTotals> {
  return new BackupWriting(deps, await deps.archive.openText(BACKUP_FILES.manifest)).run();
}

class BackupWriting {
  readonly #deps: WriteBackupDeps;
  readonly #manifest: Manifest;
  /** Manifest entry of the previous file; the next file is written in the meantime. */
  #summing: Promise<Result<void, ArchiveProblem>> = Promise.resolve(ok(undefined));
  readonly #wanted = new Map<string, Attachment>();
  readonly #hidden = new Map<string, Attachment>();
  readonly #taken = new Set<string>();
  readonly #written = new Map<string, BackupAttachment>();
  readonly #missing: Attachment[] = [];
  /** Ids of notes with attachments, in groups. Their pages are written after the attachments, whose paths they contain. */
  readonly #withFiles: (readonly string[])[] = [];
  readonly #totalNotes: number;
  #notes = 0;
  #done = 0;

  constructor(deps: WriteBackupDeps, manifest: ArchiveFile) {
    this.#deps = deps;
    this.#manifest = new Manifest(manifest, deps.encode);
    this.#totalNotes = deps.content.noteGroups.reduce((sum, group) => sum + group.length, 0);
  }

  async run(): Step<BackupTotals> {
    const pages = this.#startPages();
    const steps = [
      () => this.#writeList(BACKUP_FILES.folders, this.#deps.content.folders.map(toBackupFolder)),
      () => this.#writeSensitive(),
      () => this.#writeNotes(pages),
      () => this.#writeHistory(),
      () => this.#writeAttachments(),
      () => this.#writePagesWithFiles(pages),
      () => this.#texts(pages.index()),
      () => this.#writeList(BACKUP_FILES.attachments, [...this.#written.values()]),
      () => this.#writeJson(BACKUP_FILES.metadata, this.#metadata()),
      () => this.#summing,
      () => this.#manifest.end(),
    ];
    for (const step of steps) {
      const done = await step();
      if (!done.ok) return done;
    }
    return ok(this.#totals());
  }

  #startPages(): PageWriting {
    const { archive, content, packPages, labels } = this.#deps;
    return createPageWriting({
      archive,
      packPages,
      note: ({ count, manifest }) => (count === 0 ? Promise.resolve(ok(undefined)) : this.#manifest.add(manifest)),
      labels,
      folders: content.folders,
      linkTitles: content.linkTitles ?? new Map(),
      fileOf: (id) => this.#written.get(id),
    });
  }

  /** Writes records and pages from one read: pages are packed elsewhere while records are packed here. */
  async #writeNotes(pages: PageWriting): Step {
    const { archive, content, encode } = this.#deps;
    return this.#fill(BACKUP_FILES.notes, await archive.openInPlace(BACKUP_FILES.notes), async (write) => {
      const head = await write(encode(jsonListHead()));
      if (!head.ok) return head;
      const each = await this.#eachGroup(content.noteGroups, async (notes) => {
        const withFiles = notes.filter(hasFiles);
        if (withFiles.length > 0) this.#withFiles.push(withFiles.map(({ id }) => id));
        pages.begin(withFiles.length === 0 ? notes : notes.filter((note) => !hasFiles(note)));
        const records = await write(this.#records(notes));
        const added = records.ok ? await pages.addBegun(1) : records;
        this.#step(notes.length);
        return added;
      });
      const last = each.ok ? await pages.addBegun(0) : each;
      return last.ok ? write(encode(jsonListTail())) : last;
    });
  }

  /** Runs before the attachments, since former versions refer to some of them too. */
  async #writeHistory(): Step {
    const { archive, content, encode, isStopped } = this.#deps;
    const { readHistory, noteGroups } = content;
    if (readHistory === undefined) return ok(undefined);
    return this.#fill(BACKUP_FILES.history, await archive.openText(BACKUP_FILES.history), async (write) => {
      const head = await write(encode(jsonListHead()));
      if (!head.ok) return head;
      let at = 0;
      for await (const [, read] of readAhead(noteGroups, (ids) => readHistory(ids))) {
        if (isStopped()) return failed({ kind: "stopped" });
        if (!read.ok) return read;
        for (const record of read.value) {
          for (const files of filesOfRecord(record)) this.#want(files);
          const written = await write(encode(jsonListItem(record, at)));
          if (!written.ok) return written;
          at += 1;
        }
      }
      return write(encode(jsonListTail()));
    });
  }

  async #writePagesWithFiles(pages: PageWriting): Step {
    const each = await this.#eachGroup(this.#withFiles, async (notes) => {
      pages.begin(notes);
      return pages.addBegun(1);
    });
    return each.ok ? pages.addBegun(0) : each;
  }

  #records(notes: readonly BackupNote[]): Uint8Array {
    const lines = notes.map((note, at) => jsonListItem(note, this.#notes + at));
    this.#notes += notes.length;
    for (const note of notes) this.#want(note);
    return this.#deps.encode(...lines);
  }

  /** A sensitive note reveals only the ids of its files. */
  #want({ attachments, attIds, sealed }: Pick<BackupNote, "attachments" | "attIds" | "sealed">): void {
    const named = sealed === undefined ? this.#wanted : this.#hidden;
    // No file exists under an invalid id.
    for (const attachment of attachments) if (isEntityId(attachment.id)) named.set(attachment.id, attachment);
    // Untouched originals have an id but no name.
    for (const id of attIds)
      if (isEntityId(id) && !named.has(id)) named.set(id, { id, fileName: id, mimeType: UNNAMED_TYPE, sizeBytes: 0 });
  }

  async #writeAttachments(): Step {
    for (const attachment of [...this.#wanted.values(), ...this.#sealed()]) {
      if (this.#taken.has(attachment.id)) continue;
      this.#taken.add(attachment.id);
      const read = await this.#readFile(attachment.id);
      if (read === undefined) this.#missing.push(attachment);
      else {
        const { bytes, ...seal } = read;
        const [head, whole] = await peek(bytes);
        const named = isUnnamed(attachment) ? withImageName(attachment, head) : attachment;
        const path = `${ATTACHMENTS_FOLDER}${attachment.id}/${safeName(named.fileName, "file")}`;
        const sizeBytes = await this.#writeBytes(path, whole);
        if (!sizeBytes.ok) return sizeBytes;
        this.#written.set(attachment.id, { ...named, sizeBytes: sizeBytes.value, path, ...seal });
      }
      this.#step(1);
    }
    return ok(undefined);
  }

  #sealed(): readonly Attachment[] {
    return [...this.#hidden.values()].filter(({ id }) => !this.#wanted.has(id));
  }

  async #readFile(id: string): Promise<SealedFile | { readonly bytes: SealedFile["bytes"] } | undefined> {
    const { attachments } = this.#deps.content;
    if (!this.#wanted.has(id)) return attachments.readSealed(id);
    const bytes = await attachments.read(id);
    return bytes && { bytes };
  }

  async #writeBytes(path: string, bytes: AsyncIterable<Uint8Array>): Step<number> {
    let sizeBytes = 0;
    const done = await this.#fill(path, await this.#deps.archive.open(path), async (write) => {
      for await (const piece of bytes) {
        const written = this.#deps.isStopped() ? failed({ kind: "stopped" } as const) : await write(piece);
        if (!written.ok) return written;
        sizeBytes += piece.length;
      }
      return ok(undefined);
    });
    return done.ok ? ok(sizeBytes) : done;
  }

  #writeSensitive(): Step {
    const { sensitive } = this.#deps.content;
    return sensitive.length === 0 ? Promise.resolve(ok(undefined)) : this.#writeJson(BACKUP_FILES.sensitive, sensitive);
  }

  #metadata(): BackupMetadata {
    const { notes, folders, attachments } = this.#totals();
    const timestamp = new Date(this.#deps.nowMs).toISOString();
    const totals = { totalNotes: notes, totalFolders: folders, totalAttachments: attachments };
    return { version: BACKUP.version, timestamp, appName: BACKUP.appName, ...totals };
  }

  #totals(): BackupTotals {
    const { folders } = this.#deps.content;
    return { notes: this.#notes, folders: folders.length, attachments: this.#written.size, missing: this.#missing };
  }

  async #eachGroup(groups: BackupContent["noteGroups"], take: (notes: readonly BackupNote[]) => Step): Step {
    for await (const [, read] of readAhead(groups, (ids) => this.#deps.content.readNotes(ids))) {
      if (this.#deps.isStopped()) return failed({ kind: "stopped" });
      const taken = read.ok ? await take(read.value) : read;
      if (!taken.ok) return taken;
    }
    return ok(undefined);
  }

  #step(count: number): void {
    this.#done += count;
    this.#deps.onProgress({ done: this.#done, total: this.#totalNotes + this.#wanted.size + this.#hidden.size });
  }

  #writeList(path: string, items: readonly unknown[]): Step {
    return this.#text(path, `${jsonListHead()}${items.map(jsonListItem).join("")}${jsonListTail()}`);
  }

  #writeJson(path: string, value: unknown): Step {
    return this.#text(path, `${JSON.stringify(value, null, 1)}\n`);
  }

  async #texts(files: readonly TextFile[]): Step {
    for (const { path, text } of files) {
      const written = await this.#text(path, text);
      if (!written.ok) return written;
    }
    return ok(undefined);
  }

  async #text(path: string, text: string): Step {
    return this.#fill(path, await this.#deps.archive.openText(path), (write) => write(this.#deps.encode(text)));
  }

  /** The manifest lists every file except itself. */
  async #fill(path: string, file: ArchiveFile, fill: (write: (bytes: Uint8Array) => Step) => Step): Step {
    const digest = this.#deps.createDigest();
    let sizeBytes = 0;
    const filled = await fill(async (bytes) => {
      await digest.update(bytes);
      sizeBytes += bytes.length;
      return file.write(bytes);
    });
    if (!filled.ok) return filled;
    const closed = await file.close();
    if (!closed.ok) return closed;
    const before = this.#summing;
    this.#summing = digest.hex().then((sha256) => this.#manifest.add(this.#deps.encode(manifestLines([{ path, sha256, sizeBytes }]))));
    return before;
  }
}

function isUnnamed({ id, fileName }: Attachment): boolean {
  return fileName === id;
}

function withImageName(attachment: Attachment, head: Uint8Array): Attachment {
  const type = imageTypeOf(head);
  return type === undefined ? attachment : { ...attachment, fileName: `original${type.extension}`, mimeType: type.mimeType };
}

const HEAD_BYTES = 16;

/** Returns the first bytes of a stream, and the whole stream. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<readonly [Uint8Array, AsyncIterable<Uint8Array>]> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  const head: number[] = [];
  let isEnded = false;
  while (head.length < HEAD_BYTES && !isEnded) {
    const { done, value } = await pieces.next();
    isEnded = done === true;
    if (done === true) break;
    first.push(value);
    head.push(...value.subarray(0, HEAD_BYTES));
  }
  return [Uint8Array.from(head), all()];
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    if (!isEnded) for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  }
}

function hasFiles({ attachments, attIds, sealed }: BackupNote): boolean {
  return sealed === undefined && attachments.length + attIds.length > 0;
}

/** Writes the manifest while files are added, because a library has two files per note. */
class Manifest {
  readonly #file: ArchiveFile;
  readonly #encode: WriteBackupDeps["encode"];
  #isBegun = false;

  constructor(file: ArchiveFile, encode: WriteBackupDeps["encode"]) {
    this.#file = file;
    this.#encode = encode;
  }

  /** Adds one or more lines. The next call may start before this one resolves. */
  add(lines: Uint8Array): Promise<Result<void, ArchiveProblem>> {
    const before = this.#encode(this.#isBegun ? ",\n" : '{"files":[\n');
    this.#isBegun = true;
    const bytes = new Uint8Array(before.length + lines.length);
    bytes.set(before);
    bytes.set(lines, before.length);
    return this.#file.write(bytes);
  }

  /** At least one file has been added by now, since every backup has metadata. */
  async end(): Step {
    const last = await this.#file.write(this.#encode("\n]}\n"));
    return last.ok ? this.#file.close() : last;
  }
}
