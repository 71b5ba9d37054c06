/** Converts in two passes with one note in memory: first reads all notes for links and paths, then writes. */
import { createHash } from "node:crypto";
import type { ReadChoices } from "@satchel/core/ports/transfer/import-sources.ts";
import type { NoteWriter } from "@satchel/core/transfer/export/note-writer.ts";
import { createReportCounter, type ReportItem, type ReportSum } from "@satchel/core/transfer/import/import-report.ts";
import type { ImportFile, ImportTools } from "@satchel/core/transfer/import/model/import-source.ts";
import { lostItem, type SourceItem, type SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import { readSource } from "@satchel/core/transfer/import/read-source.ts";
import { createNoteIndex, resolveLinks } from "@satchel/core/transfer/import/resolve-links.ts";
import { createImportTools } from "../adapters/import/import-tools.ts";
import { createKeptNotes } from "../adapters/import/kept-notes.ts";
import { type ChosenBlob, openSource } from "../adapters/import/open-source.ts";
import { createDiskSpool } from "./node-source.node.ts";

export type ConvertResult = { readonly items: readonly ReportItem[]; readonly sum: ReportSum };

export type ConvertOptions = ReadChoices & {
  readonly password?: string;
  /** Files that could not be opened. */
  readonly failures?: readonly SourceOther[];
  readonly onNote?: (count: number) => void;
};

/** Limits up to which the first pass keeps notes in memory. */
const KEPT = { chars: 32_000_000, bytes: 16_777_216 } as const;

export async function convertSources(chosen: readonly ChosenBlob[], writer: NoteWriter, options: ConvertOptions): Promise<ConvertResult> {
  const archives = createDiskSpool();
  const spool = createDiskSpool();
  try {
    const opened = await openSource(chosen, archives);
    const sources = { files: opened.files, failures: [...(options.failures ?? []), ...opened.failures], options };
    const index = createNoteIndex();
    const kept = createKeptNotes(KEPT);
    for await (const item of readAll(sources, await createImportTools(kept.spool))) {
      if (item.kind === "other") {
        kept.addOther(item);
        continue;
      }
      index.add(item);
      writer.plan(item);
      kept.add(item, JSON.stringify(item.doc));
    }
    const items = kept.items() ?? readAll(sources, await createImportTools(spool));
    const result = await writeAll(items, { writer, index, sources });
    await writer.close();
    return result;
  } finally {
    archives.close();
    spool.close();
  }
}

type Sources = { readonly files: readonly ImportFile[]; readonly failures: readonly SourceOther[]; readonly options: ConvertOptions };

async function* readAll({ files, failures, options }: Sources, tools: ImportTools): AsyncGenerator<SourceItem> {
  yield* failures;
  try {
    yield* readSource(files, tools, options);
  } catch (error) {
    // A bug of ours, with whatever the source contains: the rest of the source is lost, and the report says so.
    yield { ...lostItem({ path: `(${error instanceof Error ? error.message.slice(0, 200) : "error"})` }, "cut-off"), usedPaths: [] };
  }
}

type Target = { readonly writer: NoteWriter; readonly index: ReturnType<typeof createNoteIndex>; readonly sources: Sources };

async function writeAll(
  source: Iterable<SourceItem> | AsyncIterable<SourceItem>,
  { writer, index, sources }: Target,
): Promise<ConvertResult> {
  const counter = createReportCounter(sources.files.map(({ path }) => path));
  const items: ReportItem[] = [];
  for await (const item of source) {
    if (item.kind === "other") {
      items.push(counter.addOther(item));
      continue;
    }
    const { doc, links, remarks } = resolveLinks(item, index);
    const { output, text } = await writer.write({ ...item, doc });
    items.push(
      counter.addNote(item, links, { linkRemarks: remarks, more: { output, sha256: createHash("sha256").update(text).digest("hex") } }),
    );
    for (const file of item.files) file.release?.();
    sources.options.onNote?.(items.length);
  }
  return { items, sum: counter.sum() };
}
