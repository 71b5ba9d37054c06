/** The export worker's API: requests notes from the page, a group at a time, and writes them into one file to download. */
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ExportedNote, ExportProblem } from "@satchel/core/ports/transfer/note-exports.ts";
import { decodeBase64 } from "@satchel/core/transfer/exchange/base64.ts";
import type { NoteFile } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { createLossCounter } from "@satchel/core/transfer/export/export-losses.ts";
import type { ExportSummary } from "@satchel/core/transfer/export/export-service-types.ts";
import type { ExportSink, NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import { exportedFolder, toTransferNote } from "@satchel/core/transfer/export/to-transfer-note.ts";
import { vaultName } from "@satchel/core/transfer/export/vault/vault-names.ts";
import { sha256Hex } from "@satchel/crypto/digests/stream-digests.ts";
import { createTextPacking } from "../archive/packing/pack-text.ts";
import { openTemporaryFile, type TemporaryFile } from "../archive/temporary-file.ts";
import { createZipWriter } from "../archive/zip/zip-writer.ts";
import type { Calls } from "../workers/calls.ts";
import { createNoteWriter } from "./create-note-writer.ts";
import type { ExportApi, ExportPage, LabeledOrder, WrittenFile } from "./export-messages.ts";
import { createCollectingSink, createFileSink, createZipSink, ExportFailure, unwrap } from "./export-sinks.ts";

export type ExportApiDeps = {
  readonly page: () => Calls<ExportPage>;
  readonly loadZlib: () => Promise<BufferSource>;
  readonly now: () => number;
};

const GROUP = 50;
const REPORTS = 200;

export function createExportApi(deps: ExportApiDeps): ExportApi {
  let isStopped = false;
  return {
    async write(order) {
      try {
        return ok(await writeExport(order, { ...deps, isStopped: () => isStopped }));
      } catch (error) {
        return failed(problemOf(error));
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

function problemOf(error: unknown): ExportProblem {
  if (error instanceof ExportFailure) return error.problem;
  return { kind: "export-broken", detail: error instanceof Error ? error.message.slice(0, 300) : "the worker stopped" };
}

type Order = LabeledOrder;
type Writing = ExportApiDeps & { readonly isStopped: () => boolean };

async function writeExport(order: Order, writing: Writing): Promise<WrittenFile> {
  const name = vaultName(order.name, "Notes");
  const end = endOfOne(order);
  if (end !== undefined) {
    const file = await openTemporaryFile(name + end);
    return finishFile(file, name + end, () => writeNotes(order, name, { ...writing, sink: createFileSink(file) }));
  }
  if (order.notes.length !== 1) return writeZip(name, writing, (sink) => writeNotes(order, name, { ...writing, sink }));
  const collected = createCollectingSink();
  const summary = await writeNotes(order, name, { ...writing, sink: collected });
  const [only, second] = collected.files;
  if (only === undefined || second !== undefined) return writeZip(name, writing, (sink) => copyFiles(collected.files, sink, summary));
  return { file: new Blob(only.pieces), fileName: only.path.slice(only.path.lastIndexOf("/") + 1), summary };
}

/** File extension if the result is one file: a single notebook, or everything in Joplin's format. */
function endOfOne({ format, notes }: Order): string | undefined {
  if (format === "jex") return ".jex";
  const isOneFolder = new Set(notes.map(({ folderName }) => folderName)).size <= 1;
  return format === "enex" && isOneFolder ? ".enex" : undefined;
}

async function copyFiles(
  files: ReturnType<typeof createCollectingSink>["files"],
  sink: ExportSink,
  summary: ExportSummary,
): Promise<ExportSummary> {
  for (const { path, pieces } of files) {
    await sink.bytes(
      path,
      (async function* () {
        yield* pieces;
      })(),
    );
  }
  return summary;
}

async function writeZip(
  name: string,
  { loadZlib, now }: Writing,
  write: (sink: ExportSink) => Promise<ExportSummary>,
): Promise<WrittenFile> {
  const fileName = `${name}.zip`;
  const file = await openTemporaryFile(fileName);
  const zip = createZipWriter(file, now(), createTextPacking(loadZlib));
  return finishFile(file, fileName, async () => {
    const summary = await write(createZipSink(zip));
    unwrap(await zip.end());
    return summary;
  });
}

async function finishFile(file: TemporaryFile, fileName: string, write: () => Promise<ExportSummary>): Promise<WrittenFile> {
  try {
    const summary = await write();
    return { file: await file.finish(), fileName, summary };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function writeNotes(order: Order, name: string, writing: Writing & { readonly sink: ExportSink }): Promise<ExportSummary> {
  const writer = await createNoteWriter(order.format, writing.sink, {
    name,
    labels: order.labels,
    packing: createTextPacking(writing.loadZlib),
  });
  const losses = createLossCounter(order.format);
  const ids = new Set(order.notes.map(({ id }) => id));
  const tally = { notes: 0, files: 0, missing: [] as string[] };
  for (const { id, title, folderName } of order.notes) writer.plan({ key: id, title, folder: exportedFolder(folderName) });
  let done = 0;
  for await (const group of readGroups(order, writing)) {
    for (const note of group) {
      if (writing.isStopped()) throw new ExportFailure({ kind: "stopped" });
      await writeNote(note, { writer, losses, tally, page: writing.page(), isExported: (id) => ids.has(id) });
      done += 1;
      if (done % Math.max(1, Math.floor(order.notes.length / REPORTS)) === 0) void writing.page().onProgress(done);
    }
  }
  await writer.close();
  return { ...tally, losses: losses.all(), unread: order.notes.length - tally.notes };
}

/** Reads the next group while one is written. */
async function* readGroups({ notes }: Order, { page }: Writing): AsyncGenerator<readonly ExportedNote[]> {
  const read = (from: number) => page().readNotes(notes.slice(from, from + GROUP).map(({ id }) => id));
  let next = notes.length === 0 ? undefined : read(0);
  for (let at = GROUP; next !== undefined; at += GROUP) {
    const group = await next;
    if (!group.ok) throw new ExportFailure(group.problem);
    next = at < notes.length ? read(at) : undefined;
    yield group.value;
  }
}

type NoteTarget = {
  readonly writer: NoteWriter;
  readonly losses: ReturnType<typeof createLossCounter>;
  readonly tally: { notes: number; files: number; missing: string[] };
  readonly page: Calls<ExportPage>;
  readonly isExported: (noteId: string) => boolean;
};

async function writeNote(exported: ExportedNote, { writer, losses, tally, page, isExported }: NoteTarget): Promise<void> {
  const { note, missing } = await toTransferNote(exported, {
    async attachment({ id, name, mimeType }) {
      const bytes = await page.readFile({ id, isSensitive: exported.isSensitive });
      return bytes === undefined ? undefined : fileOf(bytes, name, mimeType);
    },
    inline: ({ base64, mimeType, name }) => fileOf(decodeBase64().write(base64), name, mimeType),
  });
  losses.add(note, isExported);
  await writer.write(note);
  tally.notes += 1;
  tally.files += note.files.length;
  tally.missing.push(...missing);
}

async function fileOf(bytes: Uint8Array, name: string, mimeType: string): Promise<NoteFile> {
  return {
    name,
    mimeType,
    path: name,
    sizeBytes: bytes.length,
    sha256: await sha256Hex(bytes),
    async *bytes() {
      yield bytes;
    },
  };
}
