/** Opens a source's files, including nested archives. Rejects hostile files and reports each (source-files.ts). */
import { type DamageKind, type ImportFile, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";
import { lostItem, type SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import { baseName, extensionOf, isAttachmentPath, toSafePath } from "@satchel/core/transfer/import/model/source-path.ts";
import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { type ArchiveEntry, localEntries } from "./local-entries.ts";
import { type BlobReads, blobFile, createBlobReads, zippedFile } from "./source-files.ts";
import type { Spool } from "./spool.ts";

export type ChosenBlob = { readonly path: string; readonly blob: Blob; readonly modifiedMs: number | undefined };

export type OpenedSource = { readonly files: readonly ImportFile[]; readonly failures: readonly SourceOther[] };

const ZIP_LIMITS = {
  files: 500_000,
  depth: 3,
  /** Text shrinks to a twentieth, rarely to a fiftieth; a zip bomb to a thousandth. */
  ratio: 200,
  /** Below this size no file is a zip bomb, at any ratio. */
  alwaysBytes: 10_485_760,
  totalRatio: 100,
  totalBytes: 1_073_741_824,
} as const;

const ARCHIVES: ReadonlySet<string> = new Set(["zip", "textpack", "bear2bk", "bearbk", "nnbackupz"]);
// Names are checked below, so that a rejected file is reported without ending the reading of the others.
const OPTIONS = { useWebWorkers: false, filenameValidation: "tolerant" } as const;

export async function openSource(chosen: readonly ChosenBlob[], spool: Spool): Promise<OpenedSource> {
  const opened: Opened = { files: [], failures: [], taken: new Map(), spool, read: createBlobReads() };
  const isSingle = chosen.length === 1;
  const prefixes = new Set<string>();
  for (const { path, blob, modifiedMs } of chosen) {
    const safe = toSafePath(path);
    if (safe === undefined) addFailure(opened, path, { kind: "path-refused" });
    else if (!isArchive(safe)) addFile(opened, blobFile(safe, blob, { modifiedMs, read: opened.read }));
    else await openArchive(opened, blob, { path: safe, prefix: prefixFor(safe, isSingle, prefixes), depth: 1 });
  }
  return opened;
}

type Opened = {
  files: ImportFile[];
  readonly failures: SourceOther[];
  /** Paths, and how often each was used. */
  readonly taken: Map<string, number>;
  readonly spool: Spool;
  readonly read: BlobReads;
};
type Archive = { readonly path: string; readonly prefix: string; readonly depth: number };
/** Byte range of a file within its archive. */
type Span = { readonly file: ImportFile; readonly from: number; readonly to: number };

/** Each archive becomes a folder, unless it is the only file. A second archive of the same name gets a number. */
function prefixFor(path: string, isSingle: boolean, taken: Set<string>): string {
  const name = isSingle ? "" : path.replace(/\.[^./]+$/, "");
  let prefix = isSingle ? "" : `${name}/`;
  for (let at = 2; taken.has(prefix); at += 1) prefix = `${name} (${at})/`;
  taken.add(prefix);
  return prefix;
}

function addFailure(
  opened: Opened,
  path: string,
  { kind, key = path }: { readonly kind: DamageKind | "cut-off"; readonly key?: string },
): void {
  opened.failures.push({ ...lostItem({ path }, kind, key), usedPaths: [] });
}

/** A zip may hold two files with the same path: both are kept, the second under a numbered path. */
function addFile(opened: Opened, file: ImportFile): ImportFile {
  let [path, at] = [file.path, opened.taken.get(file.path) ?? 0];
  for (at += 1; opened.taken.has(path); at += 1) path = file.path.replace(/(\.[^./]*)?$/, ` (${at})$1`);
  opened.taken.set(file.path, at - 1).set(path, 1);
  const added = path === file.path ? file : { ...file, path };
  opened.files.push(added);
  return added;
}

async function openArchive(opened: Opened, blob: Blob, archive: Archive): Promise<void> {
  if (archive.depth > ZIP_LIMITS.depth) return addFailure(opened, archive.path, { kind: "nested-too-deep" });
  const count = await takeEntries(opened, { blob, archive, entries: directoryEntries(blob) });
  if (count > 0) return;
  // Without the directory at its end, a cut-off archive still has a header before each file.
  const found = await takeEntries(opened, { blob, archive, entries: localEntries({ blob, read: opened.read }) });
  addFailure(opened, archive.path, found === 0 ? { kind: "damaged" } : { kind: "cut-off", key: `${archive.path}#end` });
}

async function* directoryEntries(blob: Blob): AsyncGenerator<ArchiveEntry> {
  for await (const entry of new ZipReader(new BlobReader(blob), OPTIONS).getEntriesGenerator()) {
    if (entry.directory) continue;
    const { crc32 = 0, lastModDate, compressionMethod, ...fields } = entry;
    const time = lastModDate?.getTime();
    yield { ...fields, crc32, isStored: compressionMethod === 0, modifiedMs: Number.isFinite(time) ? time : undefined };
  }
}

type Taken = { readonly blob: Blob; readonly archive: Archive; readonly entries: AsyncIterable<ArchiveEntry> };

/** Returns the number of entries, including the rejected ones. */
async function takeEntries(opened: Opened, { blob, archive, entries }: Taken): Promise<number> {
  let [count, totalBytes] = [0, 0];
  const spans: Span[] = [];
  try {
    for await (const entry of entries) {
      count += 1;
      if (count > ZIP_LIMITS.files) {
        addFailure(opened, archive.path, { kind: "too-many-files" });
        break;
      }
      const isBeyond = totalBytes + entry.uncompressedSize > ZIP_LIMITS.totalBytes + blob.size * ZIP_LIMITS.totalRatio;
      const problem = problemOf(entry) ?? (isBeyond ? "unpacks-too-large" : undefined);
      if (problem !== undefined) {
        addFailure(opened, `${archive.prefix}${entry.filename}`, { kind: problem, key: `${archive.path}!${entry.filename}` });
        continue;
      }
      // A rejected entry is not unpacked and does not count towards the size limit; the other entries are imported.
      totalBytes += entry.uncompressedSize;
      const file = zippedFile(`${archive.prefix}${toSafePath(entry.filename) ?? ""}`, { blob, read: opened.read }, entry);
      if (isArchive(file.path)) await openInner(opened, file, archive.depth + 1);
      else spans.push({ file: addFile(opened, file), from: entry.offset, to: entry.offset + entry.compressedSize });
    }
  } catch {
    if (count > 0) addFailure(opened, archive.path, { kind: "damaged" });
  }
  refuseOverlaps(opened, spans);
  return count;
}

/** Rejects files that share the same bytes: a zip bomb, or damage. */
function refuseOverlaps(opened: Opened, spans: readonly Span[]): void {
  const refused = new Set<ImportFile>();
  let end = 0;
  for (const { file, from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < end) refused.add(file);
    end = Math.max(end, to);
  }
  if (refused.size === 0) return;
  opened.files = opened.files.filter((file) => !refused.has(file));
  for (const { path } of refused) addFailure(opened, path, { kind: "damaged" });
}

function problemOf(entry: ArchiveEntry): DamageKind | undefined {
  if (entry.encrypted) return "encrypted";
  if (toSafePath(entry.filename) === undefined) return "path-refused";
  const isBomb = entry.uncompressedSize > ZIP_LIMITS.alwaysBytes && entry.uncompressedSize > entry.compressedSize * ZIP_LIMITS.ratio;
  return isBomb ? "unpacks-too-large" : undefined;
}

async function openInner(opened: Opened, file: ImportFile, depth: number): Promise<void> {
  try {
    const kept = opened.spool.open();
    for await (const bytes of file.bytes()) kept.write(bytes);
    await openArchive(opened, await kept.finish(), { path: file.path, prefix: innerPrefix(file.path), depth });
  } catch (error) {
    addFailure(opened, file.path, { kind: error instanceof SourceFailure ? error.kind : "damaged" });
  }
}

/** Archives among the attachments of notes stay attachments. */
function isArchive(path: string): boolean {
  return ARCHIVES.has(extensionOf(path)) && !isAttachmentPath(path) && !/(?:^|\/)(?:assets|attachments|resources|files)\//i.test(path);
}

/** Notion splits its export into archives that form one folder. */
function innerPrefix(path: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return /^(?:Export-)?[\w-]*Part-\d+\.zip$/i.test(baseName(path)) ? folder : `${path.replace(/\.[^./]+$/, "")}/`;
}
