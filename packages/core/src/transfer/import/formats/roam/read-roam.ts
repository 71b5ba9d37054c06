/** Reads Roam's JSON export: a list of pages, each an outline. */
import { EMPTY_NOTE, oneRemark, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, isFields, parseRecords, textIn } from "../../document/read-json.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { cutOffItem, lostItem, metadataItem, type SourceItem } from "../../model/source-item.ts";
import { createFileFinder, readMarkdownText } from "../markdown/markdown-note.ts";
import { indexBlocks, type RoamBlocks, toRoamPage } from "./roam-markdown.ts";

export const roamReader: ImportReader = {
  format: "roam",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    yield* readEach(files, (file) => readGraph(file, { tools, find }));
  },
};

type Source = { readonly tools: ImportTools; readonly find: (path: string) => ImportFile | undefined };

async function* readGraph(file: ImportFile, source: Source): AsyncGenerator<SourceItem> {
  const { value: graph, isCut } = parseRecords((await source.tools.text(file)).text);
  if (!Array.isArray(graph)) return yield lostItem(file, "damaged");
  const pages = graph.filter(isFields);
  const blocks = indexBlocks(pages);
  if (pages.length === 0) yield metadataItem(file);
  for (const [at, page] of pages.entries()) yield await toNote(page, { ...source, file, blocks, at });
  if (isCut) yield cutOffItem(file);
}

async function toNote(
  page: Fields,
  { tools, find, file, blocks, at }: Source & { readonly file: ImportFile; readonly blocks: RoamBlocks; readonly at: number },
): Promise<SourceItem> {
  const { markdown, properties } = toRoamPage(page, blocks);
  const read = await readMarkdownText(markdown, { path: file.path, tools, find });
  const uid = textIn(page, "uid");
  const title = toTitle(textIn(page, "title"), "Untitled");
  return {
    ...EMPTY_NOTE,
    key: `${file.path}#${uid ?? at + 1}`,
    path: file.path,
    title,
    tags: [...read.hashtags],
    createdMs: parseTime(page["create-time"]),
    modifiedMs: parseTime(page["edit-time"]) ?? file.modifiedMs,
    doc: read.doc,
    files: read.files,
    properties,
    usedPaths: [file.path, ...read.files.map(({ path }) => path)],
    names: [`title:${title}`, ...(uid === undefined ? [] : [`id:${uid}`])],
    remarks: [...read.remarks, ...(/\{\{|:hiccup/.test(markdown) ? [oneRemark("content-unreadable", "approximated")] : [])],
    ...(uid === undefined ? {} : { sourceId: uid }),
  };
}
