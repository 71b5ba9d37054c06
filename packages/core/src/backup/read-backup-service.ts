/**
 * Reads a backup to its end before anything of it is believed: whose it is, that every file is whole, that every record is one, that no id
 * stands twice. Spec B §5 "Backup file", issue 10. Changes nothing.
 */
import { BACKUP } from "../limits.ts";
import type { ArchiveReader, CreateDigest } from "../ports/archive.ts";
import { failed, ok, type Result } from "../result.ts";
import {
  ATTACHMENTS_FOLDER,
  BACKUP_FILES,
  type BackupAttachment,
  type BackupMetadata,
  type BackupNote,
  type ManifestEntry,
  parseBackupAttachment,
  parseBackupFolder,
  parseBackupNote,
  parseManifestEntry,
  parseMetadata,
} from "./backup-format.ts";
import type { BackupFileProblem, VerifiedBackup } from "./backup-service-types.ts";
import { createGatherer } from "./group-by-size.ts";
import { createJsonListReader } from "./json-list.ts";

export type ReadBackupDeps = {
  readonly archive: ArchiveReader;
  readonly createDigest: CreateDigest;
  /** UTF-8, in pieces; throws away nothing between them. Undefined: no UTF-8. */
  readonly createDecoder: () => (bytes: Uint8Array, isLast: boolean) => string | undefined;
  readonly isStopped: () => boolean;
  readonly onRead: (doneBytes: number, totalBytes: number) => void;
  /** The notes of a `notes.json` that is no larger are not read twice. */
  readonly heldBytes?: number;
};

type Step<Value = void> = Promise<Result<Value, BackupFileProblem>>;

const DAMAGED = { kind: "damaged" } as const;

export function verifyBackup(deps: ReadBackupDeps): Step<VerifiedBackup> {
  return new BackupReading(deps).verify();
}

class BackupReading {
  readonly #deps: ReadBackupDeps;
  readonly #sizes: ReadonlyMap<string, number>;
  #expected: ReadonlyMap<string, ManifestEntry> = new Map();
  /** The notes as they were checked, if they are few. */
  readonly #held: (readonly BackupNote[])[] = [];
  #readBytes = 0;
  #totalBytes = 0;

  constructor(deps: ReadBackupDeps) {
    this.#deps = deps;
    this.#sizes = new Map(deps.archive.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  }

  async verify(): Step<VerifiedBackup> {
    const { files } = this.#deps.archive;
    if (this.#sizes.size !== files.length || !files.every(({ path }) => isPlainPath(path))) return failed(DAMAGED);
    const metadata = await this.#readMetadata();
    if (!metadata.ok) return metadata;
    const manifest = await this.#readManifest();
    if (!manifest.ok) return manifest;
    const folders = await this.#readRecords(BACKUP_FILES.folders, parseBackupFolder);
    if (!folders.ok) return folders;
    const attachments = await this.#readRecords(BACKUP_FILES.attachments, parseBackupAttachment);
    if (!attachments.ok) return attachments;
    const sensitive = await this.#readSensitive();
    if (!sensitive.ok) return sensitive;
    const notes = await this.#checkNotes();
    if (!notes.ok) return notes;
    const bytes = await this.#checkAttachments(attachments.value);
    if (!bytes.ok) return bytes;
    const { totalNotes, totalFolders, totalAttachments } = metadata.value;
    const found = [notes.value.count, folders.value.length, attachments.value.length];
    if ([totalNotes, totalFolders, totalAttachments].some((total, at) => total !== found[at])) return failed(DAMAGED);
    return ok({
      metadata: metadata.value,
      folders: folders.value,
      attachments: attachments.value,
      sensitive: sensitive.value,
      hasSealedNotes: notes.value.hasSealed,
      eachNotes: (take) => (this.#holdsNotes() ? this.#eachHeld(take) : this.#eachNotes(take)),
      readAttachment: ({ path, sizeBytes }) => this.#readWhole(path, sizeBytes),
    });
  }

  async #readMetadata(): Step<BackupMetadata> {
    if (!this.#sizes.has(BACKUP_FILES.metadata)) return failed({ kind: "no-metadata" });
    const json = await this.#readJson(BACKUP_FILES.metadata);
    if (!json.ok) return json;
    const metadata = parseMetadata(json.value);
    const { appName, version } = (json.value ?? {}) as { readonly appName?: unknown; readonly version?: unknown };
    if (typeof appName === "string" && appName !== BACKUP.appName) return failed({ kind: "not-ours", appName });
    if (typeof version === "string" && version !== BACKUP.version) return failed({ kind: "other-version", version });
    if (metadata === undefined) return failed({ kind: "damaged", path: BACKUP_FILES.metadata });
    return metadata.lock === undefined ? ok(metadata) : failed({ kind: "sealed", lock: metadata.lock });
  }

  async #readManifest(): Step {
    const json = await this.#readJson(BACKUP_FILES.manifest);
    if (!json.ok) return json;
    const { files } = (json.value ?? {}) as { readonly files?: unknown };
    const entries = Array.isArray(files) ? files.map(parseManifestEntry) : [undefined];
    const whole = entries.filter((entry) => entry !== undefined);
    if (whole.length !== entries.length) return failed({ kind: "damaged", path: BACKUP_FILES.manifest });
    this.#expected = new Map(whole.map((entry) => [entry.path, entry]));
    this.#totalBytes = whole.reduce((sum, { path, sizeBytes }) => sum + (isRestored(path) ? sizeBytes : 0), 0);
    return ok(undefined);
  }

  async #readSensitive(): Step<readonly unknown[]> {
    if (!this.#sizes.has(BACKUP_FILES.sensitive)) return ok([]);
    const text = await this.#readText(BACKUP_FILES.sensitive);
    const value = text.ok ? parseJson(text.value) : undefined;
    if (!text.ok) return text;
    return Array.isArray(value) ? ok(value) : failed({ kind: "damaged", path: BACKUP_FILES.sensitive });
  }

  async #readRecords<Item extends { readonly id: string }>(
    path: string,
    parse: (value: unknown) => Item | undefined,
  ): Step<readonly Item[]> {
    const items: Item[] = [];
    const read = await this.#eachRecord(path, parse, async (group) => {
      for (const item of group) items.push(item);
      return true;
    });
    if (!read.ok) return read;
    return new Set(items.map(({ id }) => id)).size === items.length ? ok(items) : failed({ kind: "damaged", path });
  }

  async #checkNotes(): Step<{ readonly count: number; readonly hasSealed: boolean }> {
    const ids = new Set<string>();
    let [count, hasSealed] = [0, false];
    const read = await this.#eachNotes(async (notes) => {
      for (const note of notes) {
        ids.add(note.id);
        hasSealed ||= note.sealed !== undefined;
      }
      count += notes.length;
      if (this.#holdsNotes()) this.#held.push(notes);
      return true;
    });
    if (!read.ok) return read;
    return ids.size === count ? ok({ count, hasSealed }) : failed({ kind: "damaged", path: BACKUP_FILES.notes });
  }

  async #checkAttachments(attachments: readonly BackupAttachment[]): Step {
    for (const { path, sizeBytes } of attachments) {
      if (this.#expected.get(path)?.sizeBytes !== sizeBytes) return failed({ kind: "damaged", path });
      const read = await this.#readChecked(path, async () => true);
      if (!read.ok) return read;
    }
    return ok(undefined);
  }

  #eachNotes(take: (notes: readonly BackupNote[]) => Promise<boolean>): Step {
    return this.#eachRecord(BACKUP_FILES.notes, parseBackupNote, take, ({ content, sealed = "" }) => content.length + sealed.length);
  }

  #holdsNotes(): boolean {
    return (this.#sizes.get(BACKUP_FILES.notes) ?? 0) <= (this.#deps.heldBytes ?? BACKUP.heldNotesMaxBytes);
  }

  async #eachHeld(take: (notes: readonly BackupNote[]) => Promise<boolean>): Step {
    for (const notes of this.#held) if (this.#deps.isStopped() || !(await take(notes))) return failed({ kind: "stopped" });
    return ok(undefined);
  }

  async #eachRecord<Item>(
    path: string,
    parse: (value: unknown) => Item | undefined,
    take: (items: readonly Item[]) => Promise<boolean>,
    charsOf: (item: Item) => number = () => 0,
  ): Step {
    const list = createJsonListReader(BACKUP.maxRecordChars);
    const decode = this.#deps.createDecoder();
    const gather = createGatherer(charsOf);
    let [count, isSound] = [0, true];
    // While one group is taken, the next is read.
    let taking = Promise.resolve(true);
    const takeNext = async (group: readonly Item[]): Promise<boolean> => {
      if (!(await taking)) return false;
      taking = take(group);
      return true;
    };
    const takeText = async (text: string | undefined): Promise<boolean> => {
      if (text === undefined) return false;
      for (const value of list.push(text)) {
        const item = parse(value);
        count += 1;
        if (item === undefined || count > BACKUP.maxRecords) return false;
        const full = gather.add(item);
        if (full !== undefined && !(await takeNext(full))) return false;
      }
      return !list.isBroken();
    };
    const read = await this.#readChecked(path, async (bytes) => {
      isSound = await takeText(decode(bytes, false));
      return isSound;
    });
    const isTaken = await taking;
    if (!read.ok) return read;
    const ended = isTaken && isSound && (await takeText(decode(new Uint8Array(0), true))) && list.isWhole();
    if (!ended) return failed(this.#deps.isStopped() || !isTaken ? { kind: "stopped" } : { kind: "damaged", path });
    return (await takeNext(gather.rest())) && (await taking) ? ok(undefined) : failed({ kind: "stopped" });
  }

  async #readJson(path: string): Step<unknown> {
    const text = await this.#readSmall(path);
    if (!text.ok) return text;
    const value = parseJson(text.value);
    return value === undefined ? failed({ kind: "damaged", path }) : ok(value);
  }

  /** Metadata and manifest: what they say of the others cannot be said of themselves. */
  async #readSmall(path: string): Step<string> {
    const sizeBytes = this.#sizes.get(path);
    if (sizeBytes === undefined) return failed({ kind: "damaged", path });
    if (sizeBytes > BACKUP.maxSmallFileBytes) return failed({ kind: "too-large" });
    const decode = this.#deps.createDecoder();
    let text: string | undefined = "";
    const read = await this.#deps.archive.read(path, (bytes) => {
      const piece = decode(bytes, false);
      text = piece === undefined || text === undefined ? undefined : text + piece;
      return text !== undefined;
    });
    const rest = decode(new Uint8Array(0), true);
    if (!read.ok) return read;
    return text === undefined || rest === undefined ? failed({ kind: "damaged", path }) : ok(text + rest);
  }

  async #readText(path: string): Step<string> {
    const checked = await this.#readChecked(path, async () => true);
    return checked.ok ? this.#readSmall(path) : checked;
  }

  async #readWhole(path: string, sizeBytes: number): Step<Uint8Array> {
    const whole = new Uint8Array(sizeBytes);
    let at = 0;
    const read = await this.#readChecked(path, async (bytes) => {
      whole.set(bytes, at);
      at += bytes.length;
      return true;
    });
    return read.ok ? ok(whole) : read;
  }

  /** Every byte is what the manifest says. A `take` that answers false ends it early, and nothing is said of the rest. */
  async #readChecked(path: string, take: (bytes: Uint8Array) => Promise<boolean>): Step {
    const expected = this.#expected.get(path);
    if (expected === undefined || this.#sizes.get(path) !== expected.sizeBytes) return failed({ kind: "damaged", path });
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
    if (!read.ok) return read;
    if (this.#deps.isStopped()) return failed({ kind: "stopped" });
    return isEnded || (await digest.hex()) === expected.sha256 ? ok(undefined) : failed({ kind: "damaged", path });
  }
}

function isRestored(path: string): boolean {
  return path === BACKUP_FILES.notes || path.startsWith(ATTACHMENTS_FOLDER);
}

/** Nothing is unpacked to a path, yet an archive that tries to climb out of its folder is none of ours. */
function isPlainPath(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\\") && !path.split("/").some((part) => part === "" || part === "." || part === "..");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
