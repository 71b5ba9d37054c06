/**
 * Writes a backup from front to back, a group of notes at a time: the records first, then the attachments, the readable pages, and last
 * what the others add up to. Changes nothing. Spec B §3 "Backup metadata", issue 10.
 */
import { BACKUP } from "../limits.ts";
import type { Attachment } from "../notes/note.ts";
import type { ArchiveWriter, CreateDigest, PackedFile, PackPages } from "../ports/archive.ts";
import type { SealedFile } from "../ports/attachment-bytes.ts";
import { failed, ok, type Result } from "../result.ts";
import { isAlive, type NoteEntity } from "../sync/entity.ts";
import {
  ATTACHMENTS_FOLDER,
  BACKUP_FILES,
  type BackupAttachment,
  type BackupMetadata,
  type ManifestEntry,
  toBackupFolder,
  toBackupNote,
} from "./backup-format.ts";
import type { BackupContent, BackupProblem, BackupProgress, BackupTotals } from "./backup-service-types.ts";
import { jsonListHead, jsonListItem, jsonListTail } from "./json-list.ts";
import { type IndexedNote, indexPage, type PagedNote, READABLE_FOLDER, type ReadableWords } from "./readable.ts";
import { createNameGiver, safeName } from "./safe-name.ts";

export type WriteBackupDeps = {
  readonly content: BackupContent;
  readonly archive: ArchiveWriter;
  readonly createDigest: CreateDigest;
  readonly encode: (text: string) => Uint8Array;
  readonly packPages: PackPages;
  readonly words: ReadableWords;
  readonly nowMs: number;
  readonly isStopped: () => boolean;
  readonly onProgress: (progress: BackupProgress) => void;
};

const UNNAMED_TYPE = "application/octet-stream";

type Step<Value = void> = Promise<Result<Value, BackupProblem>>;

export async function writeBackup(deps: WriteBackupDeps): Step<BackupTotals> {
  return new BackupWriting(deps).run();
}

class BackupWriting {
  readonly #deps: WriteBackupDeps;
  readonly #manifest: ManifestEntry[] = [];
  readonly #wanted = new Map<string, Attachment>();
  readonly #hidden = new Map<string, Attachment>();
  readonly #paths = new Map<string, string>();
  readonly #missing: Attachment[] = [];
  readonly #totalNotes: number;
  #notes = 0;
  #done = 0;

  constructor(deps: WriteBackupDeps) {
    this.#deps = deps;
    this.#totalNotes = deps.content.noteGroups.reduce((sum, group) => sum + group.length, 0);
  }

  async run(): Step<BackupTotals> {
    const steps = [
      () => this.#writeNotes(),
      () => this.#writeList(BACKUP_FILES.folders, this.#deps.content.folders.map(toBackupFolder)),
      () => this.#writeAttachments(),
      () => this.#writeReadable(),
      () => this.#writeSensitive(),
      () => this.#writeJson(BACKUP_FILES.metadata, this.#metadata()),
      () => this.#writeJson(BACKUP_FILES.manifest, { files: this.#manifest }),
    ];
    for (const step of steps) {
      const done = await step();
      if (!done.ok) return done;
    }
    return ok(this.#totals());
  }

  #writeNotes(): Step {
    return this.#file(BACKUP_FILES.notes, async (write) => {
      const head = await write(jsonListHead());
      if (!head.ok) return head;
      const each = await this.#eachGroup(async (notes) => {
        const lines = notes.map((note, at) => jsonListItem(toBackupNote(note), this.#notes + at));
        this.#notes += notes.length;
        for (const note of notes) this.#want(note);
        return write(lines.join(""));
      });
      return each.ok ? write(jsonListTail()) : each;
    });
  }

  /** A sensitive note says no more of its files than their ids. */
  #want({ attachments, attIds, sealed }: NoteEntity): void {
    const named = sealed === undefined ? this.#wanted : this.#hidden;
    for (const attachment of attachments) named.set(attachment.id, attachment);
    // Untouched originals of pictures have an id and no name.
    for (const id of attIds) if (!named.has(id)) named.set(id, { id, fileName: id, mimeType: UNNAMED_TYPE, sizeBytes: 0 });
  }

  async #writeAttachments(): Step {
    const written: BackupAttachment[] = [];
    for (const attachment of [...this.#wanted.values(), ...this.#sealed()]) {
      const read = await this.#readFile(attachment.id);
      if (read === undefined) this.#missing.push(attachment);
      else {
        const { bytes, ...seal } = read;
        const path = `${ATTACHMENTS_FOLDER}${attachment.id}/${safeName(attachment.fileName, "file")}`;
        const sizeBytes = await this.#writeBytes(path, bytes);
        if (!sizeBytes.ok) return sizeBytes;
        this.#paths.set(attachment.id, path);
        written.push({ ...attachment, sizeBytes: sizeBytes.value, path, ...seal });
      }
      this.#step(1);
    }
    return this.#writeList(BACKUP_FILES.attachments, written);
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
    const done = await this.#rawFile(path, async (write) => {
      for await (const piece of bytes) {
        const written = this.#deps.isStopped() ? failed({ kind: "stopped" } as const) : await write(piece);
        if (!written.ok) return written;
        sizeBytes += piece.length;
      }
      return ok(undefined);
    });
    return done.ok ? ok(sizeBytes) : done;
  }

  /** While the pages of one group are written and packed, those of the group before go into the archive. */
  async #writeReadable(): Step {
    const { words, packPages } = this.#deps;
    const place = this.#placePages();
    const index: IndexedNote[] = [];
    let packing: Promise<readonly PackedFile[]> = Promise.resolve([]);
    const each = await this.#eachGroup(async (notes) => {
      const pages = notes.filter(({ sealed }) => sealed === undefined).map(place);
      for (const { title, folderName, path, lastModified } of pages)
        index.push({ title: title.trim() || words.untitled, folderName, path, lastModified });
      const before = await packing;
      packing = packPages(pages);
      return this.#addPacked(before);
    });
    const last = each.ok ? await this.#addPacked(await packing) : each;
    return last.ok ? this.#text(`${READABLE_FOLDER}/index.html`, indexPage(index, words)) : last;
  }

  async #addPacked(files: readonly PackedFile[]): Step {
    for (const file of files) {
      const added = await this.#deps.archive.add(file);
      if (!added.ok) return added;
      const { path, sha256, sizeBytes } = file;
      this.#manifest.push({ path, sha256, sizeBytes });
    }
    return ok(undefined);
  }

  #placePages(): (note: NoteEntity) => PagedNote {
    const give = createNameGiver();
    const folderOf = this.#folderNames(give);
    const { untitled } = this.#deps.words;
    return ({ title, content, mtime, folderId, attIds, attachments }) => {
      const { name, path: folderPath } = folderOf(folderId);
      const ids = [...attIds, ...attachments.map(({ id }) => id)];
      return {
        title,
        content,
        folderName: name,
        lastModified: mtime,
        path: give(folderPath, safeName(title.trim() || untitled, untitled), ".html"),
        files: new Map(ids.flatMap((id) => toPair(id, this.#paths.get(id)))),
      };
    };
  }

  #folderNames(give: ReturnType<typeof createNameGiver>) {
    const { content, words } = this.#deps;
    const place = (name: string) => ({ name, path: give(READABLE_FOLDER, safeName(name, words.untitled), "") });
    const none = place(words.noFolder);
    const byId = new Map(content.folders.map(({ folderId, name }) => [folderId, place(name)] as const));
    return (folderId: string | null) => (folderId === null ? none : (byId.get(folderId) ?? none));
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
    return { notes: this.#notes, folders: folders.length, attachments: this.#paths.size, missing: this.#missing };
  }

  /** Living notes only: one that was deleted meanwhile is left out. The next group is read while this one is packed. */
  async #eachGroup(take: (notes: readonly NoteEntity[]) => Step): Step {
    const { noteGroups, readNotes } = this.#deps.content;
    const readFrom = (at: number) => readNotes(noteGroups[at] ?? []);
    let reading = readFrom(0);
    for (const [at, ids] of noteGroups.entries()) {
      if (this.#deps.isStopped()) return failed({ kind: "stopped" });
      const read = await reading;
      if (!read.ok) return read;
      reading = readFrom(at + 1);
      const taken = await take(read.value.filter(isAlive));
      if (!taken.ok) return taken;
      this.#step(ids.length);
    }
    return ok(undefined);
  }

  #step(count: number): void {
    this.#done += count;
    this.#deps.onProgress({ done: this.#done, total: this.#totalNotes * 2 + this.#wanted.size + this.#hidden.size });
  }

  #writeList(path: string, items: readonly unknown[]): Step {
    return this.#text(path, `${jsonListHead()}${items.map(jsonListItem).join("")}${jsonListTail()}`);
  }

  #writeJson(path: string, value: unknown): Step {
    return this.#text(path, `${JSON.stringify(value, null, 1)}\n`);
  }

  #text(path: string, text: string): Step {
    return this.#file(path, (write) => write(text));
  }

  #file(path: string, fill: (write: (text: string) => Step) => Step): Step {
    return this.#rawFile(path, (write) => fill((text) => write(this.#deps.encode(text))));
  }

  /** Every file is in the manifest but the manifest. */
  async #rawFile(path: string, fill: (write: (bytes: Uint8Array) => Step) => Step): Step {
    const { archive, createDigest } = this.#deps;
    const digest = createDigest();
    let sizeBytes = 0;
    await archive.open(path);
    const filled = await fill((bytes) => {
      digest.update(bytes);
      sizeBytes += bytes.length;
      return archive.write(bytes);
    });
    if (!filled.ok) return filled;
    const closed = await archive.close();
    if (!closed.ok) return closed;
    this.#manifest.push({ path, sha256: digest.hex(), sizeBytes });
    return ok(undefined);
  }
}

function toPair(id: string, path: string | undefined): readonly (readonly [string, string])[] {
  return path === undefined ? [] : [[id, path]];
}
