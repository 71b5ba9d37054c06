/**
 * A chosen file or folder as the files of a source: archives are opened, those inside of them too, and what a hostile archive would do is refused
 * with a line of its own. zip.js refuses overlapping entries and sizes that are not what the directory says.
 */
import { type DamageKind, type ImportFile, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";
import { lostItem, type SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import { baseName, extensionOf, toSafePath } from "@satchel/core/transfer/import/model/source-path.ts";
import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { blobFile } from "./blob-file.ts";
import type { Spool } from "./spool.ts";

export type ChosenBlob = { readonly path: string; readonly blob: Blob; readonly modifiedMs: number | undefined };

export type OpenedSource = { readonly files: readonly ImportFile[]; readonly failures: readonly SourceOther[] };

const ZIP_LIMITS = {
  files: 500_000,
  depth: 3,
  /** Text shrinks to a twentieth, seldom to a fiftieth; a bomb to a thousandth. */
  ratio: 200,
  /** Below this no file is a bomb, whatever it was packed to. */
  alwaysBytes: 10_485_760,
  totalRatio: 100,
  totalBytes: 1_073_741_824,
} as const;

const ARCHIVES: ReadonlySet<string> = new Set(["zip", "textpack", "bear2bk", "bearbk", "nnbackupz"]);
// Names are looked at here: one that is refused has a line, and does not end the reading of the others.
const OPTIONS = {
  useWebWorkers: false,
  useCompressionStream: true,
  checkSignature: true,
  checkOverlappingEntry: true,
  filenameValidation: "tolerant",
} as const;

export async function openSource(chosen: readonly ChosenBlob[], spool: Spool): Promise<OpenedSource> {
  const opened: Opened = { files: [], failures: [], taken: new Set(), spool };
  const isSingle = chosen.length === 1;
  const prefixes = new Set<string>();
  for (const { path, blob, modifiedMs } of chosen) {
    const safe = toSafePath(path);
    if (safe === undefined) addFailure(opened, path, "path-refused");
    else if (!ARCHIVES.has(extensionOf(safe))) addFile(opened, blobFile(safe, blob, modifiedMs));
    else await openArchive(opened, blob, { path: safe, prefix: prefixFor(safe, isSingle, prefixes), depth: 1 });
  }
  return opened;
}

type Opened = { readonly files: ImportFile[]; readonly failures: SourceOther[]; readonly taken: Set<string>; readonly spool: Spool };
type Archive = { readonly path: string; readonly prefix: string; readonly depth: number };

/** An archive is a folder, unless it is all there is; a second one of the same name is another. */
function prefixFor(path: string, isSingle: boolean, taken: Set<string>): string {
  const name = isSingle ? "" : path.replace(/\.[^./]+$/, "");
  let prefix = isSingle ? "" : `${name}/`;
  for (let at = 2; taken.has(prefix); at += 1) prefix = `${name} (${at})/`;
  taken.add(prefix);
  return prefix;
}

function addFailure(opened: Opened, path: string, kind: DamageKind, key = path): void {
  opened.failures.push({ ...lostItem({ path }, kind, key), usedPaths: [] });
}

/** Two files may have the same path in a zip: both are kept. */
function addFile(opened: Opened, file: ImportFile): void {
  let path = file.path;
  for (let at = 2; opened.taken.has(path); at += 1) path = file.path.replace(/(\.[^./]*)?$/, ` (${at})$1`);
  opened.taken.add(path);
  opened.files.push(path === file.path ? file : { ...file, path });
}

async function openArchive(opened: Opened, blob: Blob, archive: Archive): Promise<void> {
  if (archive.depth > ZIP_LIMITS.depth) return addFailure(opened, archive.path, "nested-too-deep");
  let [count, totalBytes] = [0, 0];
  try {
    for await (const entry of new ZipReader(new BlobReader(blob), OPTIONS).getEntriesGenerator()) {
      if (entry.directory) continue;
      count += 1;
      if (count > ZIP_LIMITS.files) return addFailure(opened, archive.path, "too-many-files");
      const isBeyond = totalBytes + entry.uncompressedSize > ZIP_LIMITS.totalBytes + blob.size * ZIP_LIMITS.totalRatio;
      const problem = problemOf(entry) ?? (isBeyond ? "unpacks-too-large" : undefined);
      if (problem !== undefined) {
        addFailure(opened, `${archive.prefix}${entry.filename}`, problem, `${archive.path}!${entry.filename}`);
        continue;
      }
      // What is refused is not unpacked: notes beside it are none the less for it.
      totalBytes += entry.uncompressedSize;
      await openEntry(opened, entry, archive);
    }
    if (count === 0) addFailure(opened, archive.path, "damaged");
  } catch {
    addFailure(opened, archive.path, "damaged");
  }
}

function problemOf(entry: FileEntry): DamageKind | undefined {
  if (entry.encrypted) return "encrypted";
  if (toSafePath(entry.filename) === undefined) return "path-refused";
  const isBomb = entry.uncompressedSize > ZIP_LIMITS.alwaysBytes && entry.uncompressedSize > entry.compressedSize * ZIP_LIMITS.ratio;
  return isBomb ? "unpacks-too-large" : undefined;
}

async function openEntry(opened: Opened, entry: FileEntry, archive: Archive): Promise<void> {
  const path = `${archive.prefix}${toSafePath(entry.filename) ?? ""}`;
  const file = entryFile(path, entry);
  if (!ARCHIVES.has(extensionOf(path)) || !isInner(path)) return addFile(opened, file);
  try {
    const kept = opened.spool.open();
    for await (const bytes of file.bytes()) kept.write(bytes);
    const inner = await kept.finish();
    if (inner.size !== file.sizeBytes) throw new SourceFailure("damaged");
    await openArchive(opened, inner, { path, prefix: innerPrefix(path), depth: archive.depth + 1 });
  } catch (error) {
    addFailure(opened, path, error instanceof SourceFailure ? error.kind : "damaged");
  }
}

/** Archives among the attachments of notes are attachments. */
function isInner(path: string): boolean {
  return !/(?:^|\/)(?:assets|attachments|resources|_resources|files)\//i.test(path);
}

/** Notion packs its export into parts that are one. */
function innerPrefix(path: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return /^(?:Export-)?[\w-]*Part-\d+\.zip$/i.test(baseName(path)) ? folder : `${path.replace(/\.[^./]+$/, "")}/`;
}

function entryFile(path: string, entry: FileEntry): ImportFile {
  const time = entry.lastModDate?.getTime();
  return {
    path,
    sizeBytes: entry.uncompressedSize,
    modifiedMs: Number.isFinite(time) ? time : undefined,
    async *bytes(from = 0, to = entry.uncompressedSize) {
      let at = 0;
      for await (const piece of unpack(entry)) {
        const [start, end] = [Math.max(0, from - at), Math.min(piece.length, to - at)];
        at += piece.length;
        if (end > start) yield piece.subarray(start, end);
        if (at >= to) return;
      }
    },
  };
}

async function* unpack(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const reader = pipe.readable.getReader();
  let failure: unknown;
  const writing = entry.getData(pipe.writable, OPTIONS).catch((error: unknown) => {
    failure = error;
    return pipe.writable.abort(error).catch(() => undefined);
  });
  let seenBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      seenBytes += value.length;
      if (seenBytes > entry.uncompressedSize) throw new SourceFailure("unpacks-too-large");
      yield value;
    }
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure("damaged");
  } finally {
    await reader.cancel().catch(() => undefined);
    await writing;
  }
  if (failure !== undefined) throw new SourceFailure("damaged");
}
