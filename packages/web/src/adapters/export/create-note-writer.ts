/** The writer of each format, for the app and for `npm run convert`. */

import { ok } from "@satchel/core/model/result.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { createDocxWriter, type PackDocx } from "@satchel/core/transfer/export/formats/docx/docx-writer.ts";
import { createEnexWriter } from "@satchel/core/transfer/export/formats/enex/enex-writer.ts";
import { createJexWriter } from "@satchel/core/transfer/export/formats/jex/jex-writer.ts";
import { createJsonWriter } from "@satchel/core/transfer/export/formats/json/json-writer.ts";
import type { SiteLabels } from "@satchel/core/transfer/export/formats/site/html-site.ts";
import { createSiteWriter } from "@satchel/core/transfer/export/formats/site/site-writer.ts";
import { createMarkdownWriter } from "@satchel/core/transfer/export/formats/vault-note.ts";
import type { ExportSink, NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import { createStreamDigests } from "@satchel/crypto/digests/stream-digests.ts";

import { type StartPacking, startPacking } from "../archive/packing/pack-stream.ts";
import { createZipWriter } from "../archive/zip/zip-writer.ts";
import { createZipSink, unwrap } from "./export-sinks.ts";

/**
 * `name`: file name without extension, for formats that are one file. `labels`: of a site's pages. `packing`: for documents; the browser's
 * own if omitted.
 */
export type WriterParts = { readonly name: string; readonly labels: SiteLabels; readonly packing?: StartPacking };

export async function createNoteWriter(
  format: ExportFormat,
  sink: ExportSink,
  { name, labels, packing = startPacking }: WriterParts,
): Promise<NoteWriter> {
  switch (format) {
    case "markdown":
      return createMarkdownWriter(sink);
    case "html":
      return createSiteWriter(sink, labels);
    case "enex":
      return createEnexWriter(sink, { name, md5: createMd5(await createStreamDigests()) });
    case "jex":
      return createJexWriter(sink, { name: `${name}.jex`, encode });
    case "docx":
      return createDocxWriter(sink, packDocx(packing));
    case "json":
      return createJsonWriter(sink, `${name}.json`);
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function createMd5({ md5 }: Awaited<ReturnType<typeof createStreamDigests>>) {
  return async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    md5.start();
    for await (const piece of bytes) md5.update(piece);
    return md5.hex();
  };
}

/** Packs in memory, because a document is one note. */
const packDocx =
  (packing: StartPacking): PackDocx =>
  async (files) => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const zip = createZipWriter({ write: async (bytes) => ok(void pieces.push(bytes)) }, DOCX_TIME_MS, packing);
    const sink = createZipSink(zip);
    for (const { path, bytes } of files) await (typeof bytes === "string" ? sink.text(path, bytes) : sink.bytes(path, bytes));
    unwrap(await zip.end());
    return piecesOf(pieces);
  };

/** A constant time, so that the same note gives the same bytes; the document itself holds the time of the last change. */
const DOCX_TIME_MS = Date.UTC(2020, 0, 1);

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
