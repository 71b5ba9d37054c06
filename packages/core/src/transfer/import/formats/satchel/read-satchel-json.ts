/** Reads Satchel's JSON export, with the folder of its files beside it. */
import { readStoredHtml } from "../../../../document/html/read-stored-html.ts";
import { isText, type StoredElement, type StoredMark, type StoredNode } from "../../../../document/html/stored-doc.ts";
import { NOTE_ADDRESS } from "../../../../document/html/stored-html.ts";
import { soundUnknownFields } from "../../../../model/entities/parsing/parse-entity.ts";
import { NOTE_WORDS, stableId } from "../../../exchange/to-stored-note.ts";
import { carriedFields, type NoteFile } from "../../../exchange/transfer-note.ts";
import { EMPTY_NOTE, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, fieldsIn, isFields, listIn, parseRecords, textIn } from "../../document/read-json.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { toRefHref } from "../../model/link-refs.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { cutOffItem, lostItem, metadataItem, type Remark, type SourceItem, type SourceNote } from "../../model/source-item.ts";
import { createFileFinder, fileOrNothing } from "../markdown/markdown-note.ts";
import { withIds } from "./read-satchel.ts";

export const satchelJsonReader: ImportReader = {
  format: "satchel-json",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    yield* readEach(files, (file) => readNotes(file, { tools, find }));
  },
};

type Source = { readonly tools: ImportTools; find(path: string): ImportFile | undefined };

async function* readNotes(file: ImportFile, source: Source): AsyncGenerator<SourceItem> {
  const { value, isCut } = parseRecords((await source.tools.text(file)).text);
  if (!isFields(value)) return yield lostItem(file, "damaged");
  const list = listIn(value, "notes");
  const titles = new Map(list.filter(isFields).map((note) => [stableId(textIn(note, "id") ?? ""), textIn(note, "title") ?? ""] as const));
  for (const [at, note] of list.entries()) {
    const key = `${file.path}#${at + 1}`;
    if (isFields(note) && typeof note.html === "string") yield await toNote(note, { file, key, titles, ...source });
    else yield lostItem(file, "damaged", key);
  }
  if (list.length === 0) yield metadataItem(file);
  if (isCut) yield cutOffItem(file);
}

type Found = Source & { readonly file: ImportFile; readonly key: string; readonly titles: ReadonlyMap<string, string> };

async function toNote(note: Fields, { file, key, titles, tools, find }: Found): Promise<SourceNote> {
  const files: NoteFile[] = [];
  const ids = new Map<string, string>();
  const remarks: Remark[] = [];
  for (const attachment of fieldsIn(note, "attachments")) {
    const name = textIn(attachment, "name") ?? "file";
    const path = `${file.path.replace(/\.json$/i, "")}-files/${textIn(attachment, "path") ?? ""}`;
    const found = find(path);
    const read = found === undefined ? undefined : await fileOrNothing(found, tools);
    if (read === undefined) remarks.push({ kind: "attachment-missing", status: "lost", count: 1, detail: name });
    else
      ids.set(
        (textIn(attachment, "sha256") ?? "").slice(0, 22),
        `file-${files.push({ ...read, name, mimeType: textIn(attachment, "type") ?? read.mimeType }) - 1}`,
      );
  }
  const doc = readStoredHtml(String(note.html).replace(/<a data-note-id="(?=[^"<>]*"[^<>]*>(?!<\/a>))/g, `<a href="${NOTE_WORDS}`));
  const title = toTitle(textIn(note, "title"), "");
  const id = textIn(note, "id") ?? key;
  return {
    ...EMPTY_NOTE,
    key,
    path: file.path,
    title,
    folder: (textIn(note, "folder") ?? "").split("/").filter((part) => part !== ""),
    tags: listIn(note, "tags").filter((tag) => typeof tag === "string"),
    createdMs: parseTime(note.created),
    modifiedMs: parseTime(note.modified),
    isPinned: note.pinned === true,
    isArchived: note.archived === true,
    isTrashed: note.trashed === true,
    doc: { ...doc, content: doc.content.map((block) => withWords(withIds(block, ids, titles)) as StoredElement) },
    files,
    properties: propertiesOf(note.properties),
    usedPaths: [file.path, ...files.map(({ path }) => path)],
    names: [`id:${stableId(id)}`, `title:${title}`],
    remarks,
    sourceId: id,
    ...(isFields(note.fields)
      ? carriedFields({ ...soundUnknownFields(note.fields), isTemplate: note.fields.isTemplate, day: note.fields.day })
      : {}),
  };
}

/** Restores the words of a link to a note. */
function withWords(node: StoredNode): StoredNode {
  if (!isText(node)) return node.content === undefined ? node : { ...node, content: node.content.map(withWords) };
  return { ...node, marks: node.marks.map(toNoteLink) };
}

function toNoteLink(mark: StoredMark): StoredMark {
  const href = String(mark.attrs.href ?? "");
  if (mark.type !== "link" || !href.startsWith(NOTE_WORDS)) return mark;
  const id = href.slice(NOTE_WORDS.length);
  return { ...mark, attrs: { ...mark.attrs, href: toRefHref({ names: [`id:${id}`], href: `${NOTE_ADDRESS}${id}` }) } };
}

function propertiesOf(value: unknown): readonly (readonly [string, string])[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : []));
}
