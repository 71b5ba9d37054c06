/** Targets of an export in the browser: a zip, or the one file of a single note. */
import type { Result } from "@satchel/core/model/result.ts";
import type { ArchiveFile, ArchiveProblem } from "@satchel/core/ports/transfer/archive.ts";
import type { ExportProblem } from "@satchel/core/ports/transfer/note-exports.ts";
import type { ExportSink, SinkFile } from "@satchel/core/transfer/export/note-writer.ts";
import type { ByteSink } from "../archive/format/byte-sink.ts";
import type { ZipWriter } from "../archive/zip/zip-writer.ts";

/** Ends an export; caught by the function that started it. */
export class ExportFailure extends Error {
  readonly problem: ExportProblem;
  constructor(problem: ExportProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const encoder = new TextEncoder();

function bytesOf(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof piece === "string" ? encoder.encode(piece) : (piece as Uint8Array<ArrayBuffer>);
}

export function unwrap(result: Result<void, ArchiveProblem>): void {
  if (!result.ok) throw new ExportFailure(result.problem);
}

export function createZipSink(zip: ZipWriter): ExportSink {
  return {
    async text(path, text) {
      const file = await zip.openText(path);
      unwrap(await file.write(bytesOf(text)));
      unwrap(await file.close());
    },
    async bytes(path, bytes) {
      const file = await zip.open(path);
      for await (const piece of bytes) unwrap(await file.write(piece));
      unwrap(await file.close());
    },
    open(path) {
      let opening: Promise<ArchiveFile> | undefined;
      const opened = (): Promise<ArchiveFile> => {
        opening ??= zip.openText(path);
        return opening;
      };
      return {
        async write(piece) {
          unwrap(await (await opened()).write(bytesOf(piece)));
        },
        async close() {
          unwrap(await (await opened()).close());
        },
      };
    },
  };
}

/** Sink for formats that are one file; ignores the path. */
export function createFileSink(file: ByteSink): ExportSink {
  const open = (): SinkFile => ({
    async write(piece) {
      unwrap(await file.write(bytesOf(piece)));
    },
    close: async () => undefined,
  });
  return {
    open,
    text: (_path, text) => open().write(text),
    async bytes(_path, bytes) {
      for await (const piece of bytes) await open().write(piece);
    },
  };
}

export type CollectedFile = { readonly path: string; readonly pieces: Uint8Array<ArrayBuffer>[] };

/** Collects the files of a single note in memory. */
export function createCollectingSink(): ExportSink & { readonly files: readonly CollectedFile[] } {
  const files: CollectedFile[] = [];
  const open = (path: string): SinkFile => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    files.push({ path, pieces });
    return { write: async (piece) => void pieces.push(bytesOf(piece)), close: async () => undefined };
  };
  return {
    files,
    open,
    text: (path, text) => open(path).write(text),
    async bytes(path, bytes) {
      const file = open(path);
      for await (const piece of bytes) await file.write(piece);
    },
  };
}
