/** Reads Simplenote's `notes.json`: active and trashed notes, as text or Markdown. */
import { EMPTY_NOTE, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, fieldsIn, isFields, listIn, parseRecords, textIn } from "../../document/read-json.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { cutOffItem, lostItem, metadataItem, type SourceItem } from "../../model/source-item.ts";
import { folderOf } from "../../model/source-path.ts";
import { readMarkdownText } from "../markdown/markdown-note.ts";

export const simplenoteReader: ImportReader = {
  format: "simplenote",
  async *read({ files, byPath }, tools) {
    const contents = new Set<string>();
    yield* readEach(files, async function* (file) {
      const { value, isCut } = parseRecords((await tools.text(file)).text);
      if (!isFields(value)) return yield lostItem(file, "damaged");
      yield* readNotes(file, value, tools);
      if (isCut) yield cutOffItem(file);
      for (const { content } of LISTS.flatMap(([name]) => fieldsIn(value, name))) contents.add(comparable(String(content)));
    });
    const texts = [...byPath.values()].filter((file) => files.some((list) => isBeside(file, list)));
    yield* readEach(texts, async function* (file) {
      if (contents.has(comparable((await tools.text(file)).text))) yield metadataItem(file);
    });
  },
};

/** True for the texts beside `source/notes.json`, in which Simplenote repeats the notes. */
function isBeside(file: ImportFile, list: ImportFile): boolean {
  const folder = folderOf(list.path).slice(0, -1).join("/");
  return /(?:^|\/)source\/notes\.json$/.test(list.path) && file.path.endsWith(".txt") && file.path.startsWith(folder);
}

/** Removes what differs between a note and its text file: line ends, spaces around, and the line of tags. */
function comparable(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n\nTags:\n {2}[^\n]*\s*$/, "")
    .trim();
}

const LISTS = [
  ["activeNotes", false],
  ["trashedNotes", true],
] as const;

async function* readNotes(file: ImportFile, fields: Fields, tools: ImportTools): AsyncGenerator<SourceItem> {
  let count = 0;
  for (const [name, isTrashed] of LISTS) {
    for (const note of listIn(fields, name)) {
      count += 1;
      yield isFields(note) ? await toNote(file, note, { tools, isTrashed, at: count }) : lostItem(file, "damaged", `${file.path}#${count}`);
    }
  }
  if (count === 0) yield metadataItem(file);
}

async function toNote(
  file: ImportFile,
  fields: Fields,
  { tools, isTrashed, at }: { readonly tools: ImportTools; readonly isTrashed: boolean; readonly at: number },
): Promise<SourceItem> {
  const content = (textIn(fields, "content") ?? "").replace(/\r\n?/g, "\n");
  const [first = "", ...rest] = content.split("\n");
  const title = toTitle(first.replace(/^#+\s+/, ""), "Untitled");
  const body = title.length < first.trim().length - 4 ? content : rest.join("\n").replace(/^\n+/, "");
  const read = await readMarkdownText(body, { path: file.path, tools, find: () => undefined, target: (href) => ownTarget(href) });
  const id = textIn(fields, "id");
  return {
    ...EMPTY_NOTE,
    key: `${file.path}#${at}`,
    path: file.path,
    title,
    tags: [...new Set(listIn(fields, "tags").filter((tag): tag is string => typeof tag === "string"))],
    createdMs: parseTime(fields.creationDate),
    modifiedMs: parseTime(fields.lastModified),
    isPinned: fields.pinned === true,
    isTrashed,
    doc: withoutTitleHeading(read.doc, title),
    files: read.files,
    usedPaths: [file.path],
    names: [`title:${title}`, ...(id === undefined ? [] : [`id:${id}`])],
    remarks: read.remarks,
    ...(id === undefined ? {} : { sourceId: id }),
  };
}

function ownTarget(href: string) {
  const id = /^simplenote:\/\/note\/([\w-]+)/.exec(href)?.[1];
  return id === undefined ? undefined : ({ kind: "note", names: [`id:${id}`] } as const);
}
