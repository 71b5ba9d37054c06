/** The archive worker's API: writes a backup from what the page hands over, and reads one, verified to its end. Holds one open backup. */
import type { DamageKind } from "@satchel/core/model/backup/backup-damage.ts";
import { ATTACHMENTS_FOLDER, BACKUP_FILES } from "@satchel/core/model/backup/backup-format.ts";
import { READABLE_FOLDER } from "@satchel/core/model/backup/readable.ts";
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchiveReader } from "@satchel/core/ports/transfer/archive.ts";
import type {
  BackupContent,
  BackupFileProblem,
  BackupProblem,
  BackupTotals,
  VerifiedBackup,
} from "@satchel/core/ports/transfer/backup-archives.ts";
import { verifyBackup } from "@satchel/core/transfer/backup/read-backup-service.ts";
import { writeBackup } from "@satchel/core/transfer/backup/write-backup-service.ts";
import { createSha256 } from "@satchel/crypto/digests/stream-digests.ts";
import { lockBackup, type PieceSealer, unlockBackup } from "@satchel/crypto/vault/backup-sealing.ts";
import type { Calls } from "../workers/calls.ts";
import type { ArchiveApi, Opened, PageSide, WriteOrder } from "./archive-messages.ts";
import { ByteArena } from "./format/byte-arena.ts";
import type { ByteSink } from "./format/byte-sink.ts";
import { type ByteSource, createBlobSource } from "./format/byte-source.ts";
import type { StartPacking } from "./packing/pack-stream.ts";
import { createTextPacking } from "./packing/pack-text.ts";
import type { PagePacking } from "./packing/page-packing.ts";
import { createSealedSink, openSealedSource } from "./sealed-archive.ts";
import { openTemporaryFile, type TemporaryFile } from "./temporary-file.ts";
import { findBroken } from "./zip/check-zip.ts";
import { patched, salvageZip } from "./zip/salvage-zip.ts";
import { openZip, type ZipFileReader } from "./zip/zip-reader.ts";
import { createZipWriter } from "./zip/zip-writer.ts";

/** Usually enough for the records of one group. */
const ARENA_BYTES = 2_097_152;

export type ArchiveApiDeps = {
  readonly page: () => Calls<PageSide>;
  readonly loadZlib: () => Promise<BufferSource>;
  readonly startPacking: () => PagePacking;
};

export function createArchiveApi({ page, loadZlib, startPacking }: ArchiveApiDeps): ArchiveApi {
  let isStopped = false;
  let opened: VerifiedBackup | undefined;

  const onProgress = createReporter((done, total) => void page().onProgress(done, total, false));
  const onChecked = createReporter((done, total) => void page().onProgress(done, total, true));
  const verify = (
    archive: ArchiveReader,
    onRead: typeof onProgress,
    how: { readonly heldBytes?: number; readonly isRecovering?: boolean },
  ) => verifyBackup({ archive, createDigest: () => createSha256(), createDecoder, isStopped: () => isStopped, onRead, ...how });
  const open: ReadBackup = (archive, isRecovering) => verify(archive, onProgress, { isRecovering });

  /** Reads the written file back with the restore's own reader, and verifies every page by its checksum. */
  const check = async (source: ByteSource, totals: BackupTotals): Promise<Result<void, BackupProblem>> => {
    const zip = await openZip(source, isRestored);
    if (!zip.ok) return failed({ kind: "not-verified", path: "" });
    const verified = await verify(zip.value, (done, total) => onChecked(done / 2, total), { heldBytes: 0 });
    if (!verified.ok) return failed(verified.problem.kind === "stopped" ? verified.problem : { kind: "not-verified", path: "" });
    const { damage, noteCount, folders, attachments } = verified.value;
    const isAll = noteCount === totals.notes && folders.length === totals.folders && attachments.length === totals.attachments;
    if (damage.length > 0 || !isAll) return failed({ kind: "not-verified", path: damage[0]?.path ?? "" });
    const watch = { isStopped: () => isStopped, onRead: (done: number, total: number) => onChecked((done + total) / 2, total) };
    const broken = await findBroken(source, (path) => !isRestored(path), watch);
    if (isStopped) return failed({ kind: "stopped" });
    return broken === undefined ? ok(undefined) : failed({ kind: "not-verified", path: broken });
  };

  return {
    async write(order) {
      const packing = startPacking();
      const file = await openTemporaryFile(order.fileName);
      const written = await writeTo(file, order, {
        page: page(),
        packing,
        startText: createTextPacking(loadZlib),
        isStopped: () => isStopped,
        onProgress: ({ done, total }) => onProgress(done, total),
      });
      if (!written.ok) {
        await file.discard();
        return written;
      }
      const blob = await file.finish();
      const checked = await checkWritten(createBlobSource(blob), written.value, check);
      if (checked.ok) return ok({ file: blob, totals: written.value.totals });
      await file.discard();
      return checked;
    },
    async open(blob, password) {
      const found = await readAnyZip(createBlobSource(blob), open);
      if (found === undefined) return failed({ kind: "no-zip" });
      const { zip, verified } = found;
      if (verified.ok) opened = verified.value;
      if (verified.ok || verified.problem.kind !== "sealed" || password === undefined)
        return verified.ok ? ok(toOpened(verified.value)) : verified;
      const payload = await openPayload(zip, verified.problem.lock, password);
      if (!payload.ok) return payload;
      const unsealed = (await readAnyZip(payload.value, open))?.verified ?? failed({ kind: "damaged", path: BACKUP_FILES.payload });
      if (!unsealed.ok) return unsealed;
      opened = unsealed.value;
      return ok(toOpened(unsealed.value));
    },
    async eachNotes() {
      return opened === undefined ? failed({ kind: "stopped" }) : opened.eachNotes((notes) => page().takeNotes(notes));
    },
    async eachHistory() {
      return opened === undefined ? failed({ kind: "stopped" }) : opened.eachHistory((records) => page().takeHistory(records));
    },
    async readAttachment(attachment) {
      return opened === undefined ? failed({ kind: "stopped" }) : opened.readAttachment(attachment);
    },
    stop() {
      isStopped = true;
    },
  };
}

type Writing = {
  readonly page: Calls<PageSide>;
  readonly packing: PagePacking;
  readonly startText: StartPacking;
  readonly isStopped: () => boolean;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
};

/** `pieces` opens the payload again if it is sealed. */
type WrittenZip = { readonly totals: BackupTotals; readonly pieces?: PieceSealer };

async function writeTo(file: TemporaryFile, order: WriteOrder, writing: Writing): Promise<Result<WrittenZip, BackupProblem>> {
  const { password, nowMs } = order;
  if (password === undefined) {
    const plain = await writeZip(file, order, writing);
    return plain.ok ? ok({ totals: plain.value }) : plain;
  }
  const locked = await lockBackup(password);
  if (!locked.ok) return failed({ kind: locked.problem });
  const { pieces, lock } = locked.value;
  const outer = createZipWriter(file, nowMs);
  // The metadata comes before the payload, so that a truncated backup can still be opened.
  const metadataResult = await writeSealedMetadata(outer, order, lock);
  if (!metadataResult.ok) return metadataResult;
  const payload = await outer.openLarge(BACKUP_FILES.payload);
  const sealed = createSealedSink(payload, pieces);
  const inner = await writeZip(sealed, order, writing);
  if (!inner.ok) return inner;
  for (const end of [() => sealed.end(), () => payload.close(), () => outer.end()]) {
    const ended = await end();
    if (!ended.ok) return ended;
  }
  return ok({ totals: inner.value, pieces });
}

async function checkWritten(
  source: ByteSource,
  { totals, pieces }: WrittenZip,
  check: (source: ByteSource, totals: BackupTotals) => Promise<Result<void, BackupProblem>>,
): Promise<Result<void, BackupProblem>> {
  if (pieces === undefined) return check(source, totals);
  const outer = await openZip(source);
  const payload = outer.ok ? await readPayload(outer.value, pieces) : outer;
  if (!payload.ok) return failed({ kind: "not-verified", path: BACKUP_FILES.payload });
  return check(payload.value, totals);
}

type AnyZip = ArchiveReader & Partial<Pick<ZipFileReader, "stored">>;

type Verified = Result<VerifiedBackup, BackupFileProblem>;
type ReadZip = { readonly zip: AnyZip; readonly verified: Verified };

type ReadBackup = (zip: AnyZip, isRecovering: boolean) => Promise<Verified>;

/**
 * Reads a zip; if its directory is unreadable or incomplete, also tries the pages and the local headers. Returns undefined if it is not a
 * zip.
 */
async function readAnyZip(source: ByteSource, read: ReadBackup): Promise<ReadZip | undefined> {
  const zip = await openZip(source, isRestored);
  const listed = zip.ok ? { zip: zip.value, verified: await read(zip.value, false) } : undefined;
  if (listed !== undefined && !mayLackMore(listed)) return listed;
  const whole = await openZip(patched(source));
  const recovered = whole.ok ? { zip: whole.value, verified: await read(whole.value, true) } : undefined;
  const salvaged = await salvageZip(source);
  const looked = salvaged && { zip: salvaged, verified: await read(salvaged, true) };
  // The pages may have shown that a record was changed.
  const first = recovered !== undefined && countOf(recovered.verified) >= countOf(listed?.verified) ? recovered : listed;
  return looked !== undefined && isBetter(looked.verified, first?.verified) ? looked : first;
}

/** True if `one` has more notes than `other`, or as many with fewer of them recovered from pages. */
function isBetter(one: Verified, other: Verified | undefined): boolean {
  const [count, otherCount] = [countOf(one), countOf(other)];
  return count > otherCount || (count === otherCount && pageCountOf(one) < pageCountOf(other));
}

function pageCountOf(verified: Verified | undefined): number {
  return verified?.ok === true ? verified.value.damage.filter(({ kind }) => kind === "from-page").length : 0;
}

/** Only zips of ours are searched for more; foreign zips are not. */
function mayLackMore({ zip, verified }: ReadZip): boolean {
  if (verified.ok)
    return verified.value.damage.some(
      ({ kind, path }) => LACKING.has(kind) && !path.startsWith(ATTACHMENTS_FOLDER) && path !== BACKUP_FILES.history,
    );
  const isOurs = zip.files.length === 0 || zip.files.some(({ path }) => isRestored(path) || path.startsWith(READABLE_FOLDER));
  return isOurs && UNREAD.has(verified.problem.kind);
}

const LACKING: ReadonlySet<DamageKind> = new Set<DamageKind>(["file-missing", "file-damaged", "list-damaged"]);

const UNREAD: ReadonlySet<BackupFileProblem["kind"]> = new Set<BackupFileProblem["kind"]>(["damaged", "no-metadata", "too-large"]);

function countOf(verified: Verified | undefined): number {
  if (verified === undefined) return -2;
  if (verified.ok) return verified.value.noteCount + verified.value.folders.length + verified.value.attachments.length;
  return verified.problem.kind === "sealed" ? 0 : -1;
}

/** The unencrypted metadata gives no counts, so that the number of notes stays private. */
async function writeSealedMetadata(outer: ReturnType<typeof createZipWriter>, { nowMs }: WriteOrder, lock: unknown) {
  const timestamp = new Date(nowMs).toISOString();
  const totals = { totalNotes: 0, totalFolders: 0, totalAttachments: 0 };
  const file = await outer.open(BACKUP_FILES.metadata);
  const metadata = { version: BACKUP.version, timestamp, appName: BACKUP.appName, ...totals, lock };
  const written = await file.write(new TextEncoder().encode(JSON.stringify(metadata, null, 1)));
  return written.ok ? file.close() : written;
}

async function writeZip(
  sink: ByteSink,
  order: WriteOrder,
  { page, packing, startText, ...watch }: Writing,
): Promise<Result<BackupTotals, BackupProblem>> {
  const zip = createZipWriter(sink, order.nowMs, startText);
  const arena = new ByteArena(ARENA_BYTES);
  const written = await writeBackup({
    ...watch,
    content: {
      ...order,
      readNotes: startReading(order, page),
      ...(order.withHistory ? { readHistory: (ids: readonly string[]) => page.readHistory(ids) } : {}),
      attachments: {
        read: async (id) => piecesOf(await page.readAttachment(id)),
        async readSealed(id) {
          const sealed = await page.readSealed(id);
          const bytes = piecesOf(sealed?.bytes);
          return sealed && bytes && { sealedUnder: sealed.sealedUnder, bytes };
        },
      },
    },
    archive: zip,
    createDigest: () => createSha256(),
    encode(...texts) {
      for (const text of texts) arena.pushText(text);
      return arena.take();
    },
    packPages: (notes) => packing.pack(notes, { labels: order.labels, nowMs: order.nowMs }),
    labels: order.labels,
    nowMs: order.nowMs,
  });
  if (!written.ok) return written;
  const ended = await zip.end();
  return ended.ok ? written : ended;
}

/** The first group has already been read. */
function startReading({ noteGroups, first }: WriteOrder, page: Calls<PageSide>): BackupContent["readNotes"] {
  let waiting: WriteOrder["first"] | undefined = first;
  return async (ids) => {
    if (ids !== noteGroups[0] || waiting === undefined) return page.readNotes(ids);
    const read = waiting;
    waiting = undefined;
    return read;
  };
}

async function openPayload(zip: AnyZip, lock: unknown, password: string): Promise<Result<ByteSource, BackupFileProblem>> {
  const unlocked = await unlockBackup(password, lock);
  if (!unlocked.ok) return failed(unlocked.problem === "kdf-refused" ? { kind: "damaged" } : { kind: "wrong-password" });
  return readPayload(zip, unlocked.value);
}

/**
 * Reads the sealed payload in place. Earlier versions compressed it: such a payload is first unpacked to its own file. Sealed bytes do not
 * shrink, so the unpacked size is about the packed size.
 */
async function readPayload(zip: AnyZip, pieces: PieceSealer): Promise<Result<ByteSource, BackupFileProblem>> {
  const stored = await zip.stored?.(BACKUP_FILES.payload);
  if (stored !== undefined) {
    const whole = await openSealedSource(stored, pieces);
    const source = whole.ok ? whole : await openSealedSource(stored, pieces, true);
    return source.ok ? source : failed({ kind: "damaged", path: BACKUP_FILES.payload });
  }
  const file = await openTemporaryFile(BACKUP_FILES.payload);
  let problem: BackupFileProblem | undefined;
  const read = await zip.read(BACKUP_FILES.payload, async (bytes) => {
    const written = await file.write(new Uint8Array(bytes));
    if (!written.ok) problem = { kind: "too-large" };
    return written.ok;
  });
  if (problem !== undefined) return failed(problem);
  if (!read.ok && zip.isSalvaged !== true) return read;
  const source = await openSealedSource(createBlobSource(await file.finish()), pieces, zip.isSalvaged);
  return source.ok ? source : failed({ kind: "damaged", path: BACKUP_FILES.payload });
}

/** True for files that a restore reads. The readable pages are only for the user. */
function isRestored(path: string): boolean {
  return !path.startsWith(`${READABLE_FOLDER}/`);
}

function toOpened({ eachNotes: _, eachHistory: _history, readAttachment: _read, ...opened }: VerifiedBackup): Opened {
  return opened;
}

function piecesOf(bytes: Uint8Array | undefined): AsyncIterable<Uint8Array> | undefined {
  if (bytes === undefined) return undefined;
  return (async function* () {
    const step = 1_048_576;
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  })();
}

/** Decodes UTF-8 piece by piece. */
function createDecoder(isLenient = false): (bytes: Uint8Array, isLast: boolean) => string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: !isLenient });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      return undefined;
    }
  };
}

/** Limits progress reports to the steps that a progress bar can show. */
function createReporter(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let lastReported = -1;
  return (done, total) => {
    const hundredths = total === 0 ? 0 : Math.floor((done / total) * 100);
    if (hundredths === lastReported) return;
    lastReported = hundredths;
    report(done, total);
  };
}
