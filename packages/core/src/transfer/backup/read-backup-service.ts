/**
 * Validates a whole backup before anything is restored: its owner, the integrity of its files, the shape of its records. Lists and leaves
 * out damaged or foreign items. Spec B §5 "Backup file", decision 0011. Changes nothing.
 */

import type { BackupDamage, DamageKind } from "../../model/backup/backup-damage.ts";
import {
  ATTACHMENTS_FOLDER,
  BACKUP_FILES,
  type BackupAttachment,
  type BackupMetadata,
  type BackupNote,
  type ListedAttachment,
  type ManifestEntry,
  parseArchivedNote,
  parseBackupAttachment,
  parseBackupFolder,
  parseManifestEntry,
  parseMetadata,
} from "../../model/backup/backup-format.ts";
import type { HistoryRecord } from "../../model/backup/backup-history.ts";
import { INDEX_FILES, READABLE_FOLDER } from "../../model/backup/readable.ts";
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import { fileSealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { BACKUP, IMAGE } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { ArchivedFile, ArchiveReader, CreateDigest } from "../../ports/transfer/archive.ts";
import type { BackupFileProblem, VerifiedBackup } from "../../ports/transfer/backup-archives.ts";
import { isPlainPath, locateAttachments, trusted } from "./find-attachments.ts";
import { createGatherer } from "./group-by-size.ts";
import { parseHistoryRecord, unpackedChars } from "./history-records.ts";
import { createJsonListReader } from "./json-list.ts";
import { toLocalSensitive } from "./local-sealed-notes-service.ts";
import { NoteRecovery, type TakenPage } from "./pages/note-recovery.ts";
import { type ParsedPage, parsePage, toNote } from "./pages/parse-page.ts";

export type ReadBackupDeps = {
  readonly archive: ArchiveReader;
  readonly createDigest: CreateDigest;
  /**
   * Returns a streaming UTF-8 decoder. It returns undefined for invalid UTF-8; a lenient decoder inserts replacement characters instead.
   */
  readonly createDecoder: (isLenient?: boolean) => (bytes: Uint8Array, isLast: boolean) => string | undefined;
  readonly isStopped: () => boolean;
  readonly onRead: (doneBytes: number, totalBytes: number) => void;
  /** A `notes.json` up to this size is kept in memory instead of read again. */
  readonly heldBytes?: number;
  /** Continues reading damaged lists after a broken record, and restores notes that they lack from readable pages. */
  readonly isRecovering?: boolean;
};

type Step<Value = void> = Promise<Result<Value, BackupFileProblem>>;
/** Result of reading a file to its end. */
type FileState = "whole" | "missing" | "damaged";
type Parse<Item> = (value: unknown) => Item | undefined;
type TakeItems<Item> = (items: readonly Item[]) => Promise<boolean>;

const DAMAGED = { kind: "damaged" } as const;
const STOPPED = { kind: "stopped" } as const;
/** Maximum length of a seal's header. */
const HEAD_BYTES = 128;
/** Maximum attachment size: the largest untouched original plus the padding of the folder's and the vault's seals. */
const MAX_FILE_BYTES = Math.ceil(IMAGE.maxBytes * 1.25) + 65_536;

export function verifyBackup(deps: ReadBackupDeps): Step<VerifiedBackup> {
  return new BackupReading(deps).verify();
}

class BackupReading {
  readonly #deps: ReadBackupDeps;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #damage: BackupDamage[];
  #expected: ReadonlyMap<string, ManifestEntry> = new Map();
  /** Validated notes, kept if they fit into `heldBytes`. */
  readonly #held: (readonly BackupNote[])[] = [];
  readonly #recovery: NoteRecovery | undefined;
  #files: ReadonlyMap<string, ListedAttachment> = new Map();
  #folderIds: ReadonlyMap<string, string> = new Map();
  #readBytes = 0;
  #totalBytes = 0;

  constructor(deps: ReadBackupDeps) {
    this.#deps = deps;
    this.#recovery = deps.isRecovering === true ? new NoteRecovery() : undefined;
    const { files, damage = [] } = deps.archive;
    this.#sizes = new Map(files.filter(({ path }) => isPlainPath(path)).map(({ path, sizeBytes }) => [path, sizeBytes]));
    const refused = files.filter(({ path }) => !isPlainPath(path)).map(({ path }) => ({ kind: "file-refused" as const, path }));
    this.#damage = [...damage, ...refused, ...duplicateDamage(files)];
  }

  async verify(): Step<VerifiedBackup> {
    const metadata = await this.#readMetadata();
    if (!metadata.ok) return metadata;
    const manifest = await this.#readManifest();
    if (!manifest.ok) return manifest;
    const folders = await this.#readRecords(BACKUP_FILES.folders, parseBackupFolder, metadata.value.totalFolders);
    if (!folders.ok) return folders;
    const listed = await this.#readRecords(BACKUP_FILES.attachments, parseBackupAttachment, metadata.value.totalAttachments);
    if (!listed.ok) return listed;
    const sensitive = await this.#readSensitive();
    if (!sensitive.ok) return sensitive;
    this.#files = new Map(listed.value.map((file) => [file.id, file]));
    this.#folderIds = new Map(folders.value.map(({ id, name }) => [name, id]));
    const notes = await this.#checkNotes(metadata.value.totalNotes);
    if (!notes.ok) return notes;
    const isListed = !this.#damage.some(({ kind, path }) => kind === "list-damaged" && path === BACKUP_FILES.attachments);
    const attachments = await this.#checkAttachments(isListed ? listed.value : trusted(listed.value), notes.value.files);
    if (!attachments.ok) return attachments;
    const history = await this.#checkHistory();
    if (!history.ok) return history;
    const isEmpty = notes.value.count + folders.value.length + attachments.value.length === 0;
    if (isEmpty && this.#damage.length > 0) return failed({ ...DAMAGED, path: this.#damage[0]?.path ?? "" });
    return ok({
      metadata: metadata.value,
      noteCount: notes.value.count,
      folders: folders.value,
      attachments: attachments.value,
      sensitive: sensitive.value,
      hasSealedNotes: notes.value.hasSealed,
      damage: this.#damage,
      eachNotes: async (take) => {
        const listed = await (this.#holdsNotes() ? this.#eachHeld(take) : this.#eachNotesAgain(take));
        return listed.ok ? this.#eachRecovered(take) : listed;
      },
      readAttachment: ({ path, sizeBytes }) => this.#readWhole(path, sizeBytes),
      hasHistory: history.value,
      eachHistory: async (take) => {
        const read = await this.#eachHistory(take);
        return read.ok ? ok(undefined) : read;
      },
    });
  }

  /** Without metadata the owner is unknown, unless the archive's end is missing: Satchel writes metadata last. */
  async #readMetadata(): Step<BackupMetadata> {
    const isCut = this.#deps.archive.isSalvaged === true && this.#sizes.has(BACKUP_FILES.notes);
    const json = await this.#readJson(BACKUP_FILES.metadata);
    if (json.kind === "missing" && !isCut) return failed({ kind: "no-metadata" });
    if (json.kind === "too-large") return failed({ kind: "too-large" });
    if (json.kind !== "read") return this.#sizes.has(BACKUP_FILES.notes) ? ok(this.#missingMetadata(json.kind)) : failed(DAMAGED);
    const metadata = parseMetadata(json.value);
    const { appName, version } = (json.value ?? {}) as { readonly appName?: unknown; readonly version?: unknown };
    if (appName !== BACKUP.appName) return failed({ kind: "not-ours", appName: typeof appName === "string" ? appName : "" });
    if (typeof version === "string" && version !== BACKUP.version) return failed({ kind: "other-version", version });
    if (metadata === undefined) return failed({ ...DAMAGED, path: BACKUP_FILES.metadata });
    return metadata.lock === undefined ? ok(metadata) : failed({ kind: "sealed", lock: metadata.lock });
  }

  #missingMetadata(state: "missing" | "damaged"): BackupMetadata {
    this.#recordDamage(state === "missing" ? "file-missing" : "file-damaged", BACKUP_FILES.metadata);
    return { version: BACKUP.version, timestamp: "", appName: BACKUP.appName };
  }

  /** Backups in the spec's layout have no manifest; then only the archive's checksums protect them. */
  async #readManifest(): Step {
    const json = await this.#readJson(BACKUP_FILES.manifest);
    if (json.kind === "too-large") return failed({ kind: "too-large" });
    const { files } = (json.kind === "read" ? (json.value ?? {}) : {}) as { readonly files?: unknown };
    const entries = Array.isArray(files) ? files.flatMap((file) => parseManifestEntry(file) ?? []) : [];
    if (json.kind === "damaged" || (json.kind === "read" && entries.length !== (Array.isArray(files) ? files.length : -1)))
      this.#recordDamage("file-damaged", BACKUP_FILES.manifest);
    this.#expected = new Map(entries.map((entry) => [entry.path, entry]));
    for (const [path, sizeBytes] of this.#sizes) this.#totalBytes += isRestored(path) ? sizeBytes : 0;
    return ok(undefined);
  }

  async #readSensitive(): Step<readonly unknown[]> {
    if (!this.#sizes.has(BACKUP_FILES.sensitive)) return ok([]);
    const json = await this.#readJson(BACKUP_FILES.sensitive);
    if (this.#deps.isStopped()) return failed(STOPPED);
    const state = await this.#readChecked(BACKUP_FILES.sensitive, async () => true);
    if (!state.ok) return state;
    const list = json.kind === "read" && Array.isArray(json.value) ? json.value : undefined;
    // A changed key opens nothing, so a damaged list of keys is ignored.
    if (list === undefined || state.value !== "whole") this.#recordDamage("file-damaged", BACKUP_FILES.sensitive);
    return ok(state.value === "whole" && list !== undefined ? list.flatMap(toLocalSensitive) : []);
  }

  async #readRecords<Item extends { readonly id: string }>(
    path: string,
    parse: Parse<Item>,
    declaredCount: number | undefined,
  ): Step<readonly Item[]> {
    const items: Item[] = [];
    const read = await this.#eachRecord(path, parse, {
      take: async (group) => {
        for (const item of group) items.push(item);
        return true;
      },
    });
    if (!read.ok) return read;
    this.#recordListDamage(path, read.value, { declaredCount, found: items.length });
    return ok(items);
  }

  async #checkNotes(declaredCount: number | undefined): Step<NotesFound> {
    const files = new Map<string, ListedAttachment>();
    let [count, hasSealed] = [0, false];
    const read = await this.#eachNotes(async (notes) => {
      for (const note of notes) {
        this.#recovery?.found(note);
        hasSealed ||= note.sealed !== undefined;
        for (const attachment of note.attachments) files.set(attachment.id, attachment);
      }
      count += notes.length;
      if (this.#holdsNotes()) this.#held.push(notes);
      return true;
    });
    if (!read.ok) return read;
    if (this.#recovery === undefined || read.value.state === "whole") {
      this.#recordListDamage(BACKUP_FILES.notes, read.value, { declaredCount, found: count });
      return ok({ count, hasSealed, files });
    }
    const recovered = await this.#recover(this.#recovery, files);
    if (!recovered.ok) return recovered;
    const all = count - this.#recovery.replacedCount + this.#recovery.taken.length;
    this.#damageOfNotes(read.value, recovered.value, { declaredCount, found: all });
    return ok({ count: all, hasSealed, files });
  }

  /** Returns the notes that could not be recovered. Adds the attachments of recovered notes to `files`. */
  async #recover(recovery: NoteRecovery, files: Map<string, ListedAttachment>): Step<readonly TakenPage[]> {
    for (const path of this.#sizes.keys()) {
      if (!isPage(path)) continue;
      const page = await this.#readPage(path);
      if (!page.ok) return page;
      const note = page.value && this.#noteOf(page.value, path);
      if (page.value === undefined || note === undefined) recovery.broken(path);
      else recovery.page(path, page.value);
      for (const attachment of note?.attachments ?? []) if (!files.has(attachment.id)) files.set(attachment.id, attachment);
    }
    return ok(recovery.finish(this.#deps.archive.isSalvaged !== true));
  }

  /** Returns undefined if the page cannot be read. */
  async #readPage(path: string): Step<ParsedPage | undefined> {
    const sizeBytes = this.#sizes.get(path) ?? 0;
    const read = sizeBytes > BACKUP.maxRecordChars ? ok(undefined) : await this.#readWhole(path, sizeBytes);
    if (!read.ok && read.problem.kind === "stopped") return failed(STOPPED);
    const html = read.ok && read.value !== undefined ? this.#deps.createDecoder()(read.value, true) : undefined;
    return ok(html === undefined ? undefined : parsePage(html, (id) => this.#files.get(id)));
  }

  #noteOf(page: ParsedPage, path: string): BackupNote | undefined {
    return toNote(page, path, (name) => this.#folderIds.get(name) ?? null);
  }

  async #eachRecovered(take: TakeItems<BackupNote>): Step {
    const gather = createGatherer<BackupNote>(({ content }) => content.length);
    for (const { path } of this.#recovery?.taken ?? []) {
      const page = await this.#readPage(path);
      if (!page.ok) return page;
      const note = page.value && this.#noteOf(page.value, path);
      const full = note && gather.add(note);
      if (full !== undefined && !(await take(full))) return failed(STOPPED);
    }
    const rest = gather.rest();
    return rest.length === 0 || (await take(rest)) ? ok(undefined) : failed(STOPPED);
  }

  #damageOfNotes(
    { state, damage }: ListRead,
    lost: readonly TakenPage[],
    { declaredCount, found }: { readonly declaredCount: number | undefined; readonly found: number },
  ): void {
    const path = BACKUP_FILES.notes;
    this.#recordDamage(state === "missing" ? "file-missing" : "list-damaged", path);
    for (const page of (this.#recovery?.taken ?? []).slice(0, BACKUP.damageListed)) this.#recordDamage("from-page", page.path, page.name);
    for (const page of lost.slice(0, BACKUP.damageListed)) this.#recordDamage("note-lost", page.path, page.name);
    const missing = (declaredCount ?? found + lost.length) - found - lost.length;
    // Broken records that pages have restored are not damage, unless as many notes are missing.
    if (missing > 0) this.#damage.push(...damage.slice(0, missing));
    if (declaredCount !== undefined && (missing < 0 || missing > damage.length))
      this.#damage.push({ kind: "other-count", path, expected: declaredCount, found });
  }

  /** Reports damaged records individually; otherwise reports the state of the file and the difference in counts. */
  #recordListDamage(
    path: string,
    { state, damage }: ListRead,
    { declaredCount, found }: { readonly declaredCount: number | undefined; readonly found: number },
  ): void {
    this.#damage.push(...damage);
    if (state === "missing" && declaredCount !== 0) this.#recordDamage("file-missing", path);
    else if (state === "damaged") this.#recordDamage("list-damaged", path);
    if (state !== "missing" && declaredCount !== undefined && declaredCount !== found + damage.length)
      this.#damage.push({ kind: "other-count", path, expected: declaredCount, found });
  }

  /** Reads every attachment to its end. Files without a record are named by their path. */
  async #checkAttachments(
    listed: readonly ListedAttachment[],
    named: ReadonlyMap<string, ListedAttachment>,
  ): Step<readonly BackupAttachment[]> {
    const located = locateAttachments(listed, named, this.#sizes);
    for (const { id, fileName } of located.missing) this.#recordDamage("file-missing", `${ATTACHMENTS_FOLDER}${id}`, fileName);
    const sound: BackupAttachment[] = [];
    for (const attachment of located.found) {
      const { path, fileName } = attachment;
      if (attachment.sizeBytes > MAX_FILE_BYTES) {
        this.#recordDamage("file-too-large", path, fileName);
        continue;
      }
      const head = new Uint8Array(HEAD_BYTES);
      let headBytes = 0;
      const read = await this.#readChecked(path, async (bytes) => {
        const part = bytes.subarray(0, HEAD_BYTES - headBytes);
        head.set(part, headBytes);
        headBytes += part.length;
        return true;
      });
      if (!read.ok) return read;
      if (read.value !== "whole") this.#recordDamage("file-damaged", path, fileName);
      else sound.push(attachment.isUnlisted ? withSeal(attachment, head.subarray(0, headBytes)) : toRecord(attachment));
    }
    return ok(sound);
  }

  /** Unreadable history is reported and does not affect the rest of the backup. */
  async #checkHistory(): Step<boolean> {
    const path = BACKUP_FILES.history;
    if (!this.#sizes.has(path) && !this.#expected.has(path)) return ok(false);
    const read = await this.#eachHistory(async () => true);
    if (!read.ok) return read;
    const { state, damage } = read.value;
    this.#damage.push(...damage);
    if (state !== "whole") this.#recordDamage(state === "missing" ? "file-missing" : "list-damaged", path);
    return ok(state !== "missing");
  }

  #eachHistory(take: TakeItems<HistoryRecord>): Step<ListRead> {
    return this.#eachRecord(BACKUP_FILES.history, parseHistoryRecord, { take, charsOf: unpackedChars });
  }

  #eachNotes(take: TakeItems<BackupNote>): Step<ListRead> {
    return this.#eachRecord(BACKUP_FILES.notes, parseArchivedNote, {
      take,
      charsOf: ({ content, sealed = "" }) => content.length + sealed.length,
    });
  }

  /** Skips the records that the validation rejected. */
  async #eachNotesAgain(take: TakeItems<BackupNote>): Step {
    const read = await this.#eachNotes((notes) => take(this.#kept(notes)));
    return read.ok ? ok(undefined) : read;
  }

  #kept(notes: readonly BackupNote[]): readonly BackupNote[] {
    return (this.#recovery?.replacedCount ?? 0) === 0 ? notes : notes.filter(({ id }) => this.#recovery?.isReplaced(id) !== true);
  }

  #holdsNotes(): boolean {
    return (this.#sizes.get(BACKUP_FILES.notes) ?? 0) <= (this.#deps.heldBytes ?? BACKUP.heldNotesMaxBytes);
  }

  async #eachHeld(take: TakeItems<BackupNote>): Step {
    for (const notes of this.#held) if (this.#deps.isStopped() || !(await take(this.#kept(notes)))) return failed(STOPPED);
    return ok(undefined);
  }

  async #eachRecord<Item extends { readonly id: string }>(
    path: string,
    parse: Parse<Item>,
    { take, charsOf = () => 0 }: { readonly take: TakeItems<Item>; readonly charsOf?: (item: Item) => number },
  ): Step<ListRead> {
    const sorting = new RecordSorting(path, parse);
    const list = createJsonListReader(BACKUP.maxRecordChars);
    const isDamaged = await this.#isDamaged(path);
    const decode = this.#deps.createDecoder(isDamaged);
    const gather = createGatherer(charsOf);
    let isText = true;
    // Reads the next group while the current one is processed.
    let taking = Promise.resolve(true);
    const takeNext = async (group: readonly Item[]): Promise<boolean> => {
      if (!(await taking)) return false;
      taking = take(group);
      return true;
    };
    const takeText = async (text: string): Promise<boolean> => {
      for (const value of list.push(text)) {
        const item = sorting.sort(value);
        const full = item && gather.add(item);
        if (full !== undefined && !(await takeNext(full))) return false;
      }
      return true;
    };
    const decoded = (bytes: Uint8Array, isLast: boolean): string => {
      const text = isText ? decode(bytes, isLast) : "";
      isText &&= text !== undefined;
      return text ?? "";
    };
    const read = await this.#readList(path, isDamaged, (bytes) => takeText(decoded(bytes, false)));
    const isTaken = await taking;
    if (!read.ok || !isTaken) return read.ok ? failed(STOPPED) : read;
    if (!(await takeText(decoded(new Uint8Array(0), true)))) return failed(STOPPED);
    if (!(await takeNext(gather.rest())) || !(await taking)) return failed(STOPPED);
    const isWhole = read.value === "whole" && isText && (list.isWhole() || (list.brokenCount() === 0 && sorting.isFull));
    const state = read.value === "missing" ? "missing" : isWhole ? "whole" : "damaged";
    return ok({ state, damage: sorting.damage });
  }

  /** Reads the list again if it is being recovered, because a damaged list is read differently. */
  async #isDamaged(path: string): Promise<boolean> {
    if (this.#recovery === undefined || this.#deps.archive.readDamaged === undefined) return false;
    const state = await this.#readChecked(path, async () => true);
    return state.ok && state.value === "damaged";
  }

  async #readList(path: string, isDamaged: boolean, take: (bytes: Uint8Array) => Promise<boolean>): Step<FileState> {
    const { archive, isStopped } = this.#deps;
    if (!isDamaged || archive.readDamaged === undefined) return this.#readChecked(path, take);
    let isEnded = false;
    await archive.readDamaged(path, async (bytes) => {
      isEnded = isStopped() || !(await take(bytes));
      return !isEnded;
    });
    return isEnded ? failed(STOPPED) : ok("damaged");
  }

  /** Reads a small file whole. */
  async #readJson(
    path: string,
  ): Promise<{ readonly kind: "missing" | "damaged" | "too-large" } | { readonly kind: "read"; readonly value: unknown }> {
    const sizeBytes = this.#sizes.get(path);
    if (sizeBytes === undefined) return { kind: "missing" };
    if (sizeBytes > BACKUP.maxSmallFileBytes) return { kind: "too-large" };
    const decode = this.#deps.createDecoder();
    let text: string | undefined = "";
    const read = await this.#deps.archive.read(path, (bytes) => {
      const piece = decode(bytes, false);
      text = piece === undefined || text === undefined ? undefined : text + piece;
      return text !== undefined;
    });
    const rest = decode(new Uint8Array(0), true);
    const value = read.ok && text !== undefined && rest !== undefined ? parseJson(text + rest) : undefined;
    return value === undefined ? { kind: "damaged" } : { kind: "read", value };
  }

  async #readWhole(path: string, sizeBytes: number): Step<Uint8Array> {
    const whole = new Uint8Array(sizeBytes);
    let at = 0;
    const read = await this.#readChecked(path, async (bytes) => {
      whole.set(bytes, at);
      at += bytes.length;
      return true;
    });
    if (!read.ok) return read;
    return read.value === "whole" ? ok(whole) : failed({ ...DAMAGED, path });
  }

  /** Compares every byte with the manifest, or with the archive's checksum if there is no manifest. Stops when `take` returns false. */
  async #readChecked(path: string, take: (bytes: Uint8Array) => Promise<boolean>): Step<FileState> {
    if (!this.#sizes.has(path)) return ok("missing");
    const digest = this.#deps.createDigest();
    let isEnded = false;
    const read = await this.#deps.archive.read(path, async (bytes) => {
      if (this.#deps.isStopped()) return false;
      await digest.update(bytes);
      this.#readBytes += bytes.length;
      this.#deps.onRead(Math.min(this.#readBytes, this.#totalBytes), this.#totalBytes);
      isEnded = !(await take(bytes));
      return !isEnded;
    });
    if (isEnded || this.#deps.isStopped()) return failed(STOPPED);
    if (!read.ok) return ok("damaged");
    const sum = await digest.hex();
    const expected = this.#expected.get(path);
    return ok(expected === undefined || sum === expected.sha256 ? "whole" : "damaged");
  }

  #recordDamage(kind: Exclude<DamageKind, "other-count">, path: string, name?: string): void {
    this.#damage.push(name === undefined ? { kind, path } : { kind, path, name });
  }
}

/** If two files have the same path, the later one counts, as for unpackers. */
function duplicateDamage(files: readonly ArchivedFile[]): readonly BackupDamage[] {
  const [seen, found] = [new Set<string>(), new Set<string>()];
  for (const { path } of files) (seen.has(path) ? found : seen).add(path);
  return [...found].slice(0, BACKUP.damageListed).map((path) => ({ kind: "duplicate-file", path }));
}

type NotesFound = { readonly count: number; readonly hasSealed: boolean; readonly files: ReadonlyMap<string, ListedAttachment> };
/** State of a list's file, and its invalid records. */
type ListRead = { readonly state: FileState; readonly damage: readonly BackupDamage[] };

/** Accepts each id once and rejects invalid records. */
class RecordSorting<Item extends { readonly id: string }> {
  readonly #path: string;
  readonly #parse: Parse<Item>;
  readonly #ids = new Set<string>();
  readonly damage: BackupDamage[] = [];

  constructor(path: string, parse: Parse<Item>) {
    this.#path = path;
    this.#parse = parse;
  }

  get isFull(): boolean {
    return this.#ids.size >= BACKUP.maxRecords;
  }

  sort(value: unknown): Item | undefined {
    const item = this.#parse(value);
    if (item !== undefined && !this.#ids.has(item.id) && !this.isFull) {
      this.#ids.add(item.id);
      return item;
    }
    const kind = item === undefined ? unreadableKind(this.#path, value) : this.isFull ? "too-many" : "duplicate-record";
    if (this.damage.length < BACKUP.damageListed) this.damage.push({ kind, path: this.#path, ...nameOf(value) });
    return undefined;
  }
}

function unreadableKind(path: string, value: unknown): DamageKind & ("versions-unreadable" | "note-without-id" | "record-unreadable") {
  if (path === BACKUP_FILES.history) return "versions-unreadable";
  return path === BACKUP_FILES.notes && hasNoId(value) ? "note-without-id" : "record-unreadable";
}

/** A record without an id cannot be saved. Spec B §5 "Note save without noteId". */
function hasNoId(value: unknown): boolean {
  const { id, noteId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (id ?? noteId ?? "") === "";
}

/** Name by which the user may recognize a record. */
function nameOf(value: unknown): { readonly name?: string } {
  const { title = titleOfVersions(value), name, fileName, id } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const found = [title, name, fileName, id].find((text) => typeof text === "string" && text.trim() !== "");
  return typeof found === "string" ? { name: [...found.slice(0, 200)].slice(0, 80).join("") } : {};
}

/** Title of the note that a record of the history belongs to. */
function titleOfVersions(value: unknown): unknown {
  const { run } = (value ?? {}) as { readonly run?: { readonly first?: { readonly title?: unknown } } | null };
  return run?.first?.title;
}

function withSeal(
  { isUnlisted: _, ...attachment }: BackupAttachment & { readonly isUnlisted: boolean },
  head: Uint8Array,
): BackupAttachment {
  const sealedUnder = fileSealedUnder(head);
  return sealedUnder === undefined ? attachment : { ...attachment, sealedUnder };
}

function toRecord({ isUnlisted: _, ...attachment }: BackupAttachment & { readonly isUnlisted: boolean }): BackupAttachment {
  return attachment;
}

function isPage(path: string): boolean {
  return (
    path.startsWith(`${READABLE_FOLDER}/`) && path.endsWith(".html") && !INDEX_FILES.some((name) => path === `${READABLE_FOLDER}/${name}`)
  );
}

function isRestored(path: string): boolean {
  return path === BACKUP_FILES.notes || path === BACKUP_FILES.history || path.startsWith(ATTACHMENTS_FOLDER);
}
