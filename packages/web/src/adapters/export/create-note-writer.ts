/** The one writer of each format, for the app and for `npm run convert`. */
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { SiteLabels } from "@satchel/core/transfer/export/html-site.ts";
import { createJsonWriter } from "@satchel/core/transfer/export/json-writer.ts";
import { createMarkdownWriter } from "@satchel/core/transfer/export/markdown-writer.ts";
import type { ExportSink, NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import { createSiteWriter } from "@satchel/core/transfer/export/site-writer.ts";

/** `name`: of what is written, where the format is one file; without its end. `labels`: of the pages of a site. */
export type WriterParts = { readonly name: string; readonly labels: SiteLabels };

export async function createNoteWriter(format: ExportFormat, sink: ExportSink, { name, labels }: WriterParts): Promise<NoteWriter> {
  switch (format) {
    case "markdown":
      return createMarkdownWriter(sink);
    case "html":
      return createSiteWriter(sink, labels);
    case "json":
      return createJsonWriter(sink, `${name}.json`);
  }
}
