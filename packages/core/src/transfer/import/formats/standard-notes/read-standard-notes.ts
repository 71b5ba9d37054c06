/** Reads Standard Notes' backups, decrypted or encrypted with a password, with the notes of all its editors. */

import { addToList } from "../../document/add-to-list.ts";
import { type FilledDraft, fillDraft } from "../../document/draft-files.ts";
import { readForeignHtml } from "../../document/foreign-document.ts";
import { codeBlock, EMPTY_NOTE, oneRemark, plainDoc, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, fieldsIn, isFields, parseRecords, textIn } from "../../document/read-json.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { cutOffItem, lostItem, metadataItem, type SourceItem } from "../../model/source-item.ts";
import { folderOf } from "../../model/source-path.ts";
import { readMarkdownText } from "../markdown/markdown-note.ts";
import { lexicalToHtml } from "./lexical-html.ts";

export const standardNotesReader: ImportReader = {
  format: "standard-notes",
  async *read({ files, byPath }, tools, { password }) {
    const copies = new Set<string>();
    yield* readEach(files, async function* (file) {
      if (copies.has(file.path)) return;
      const { value: backup, isCut } = parseRecords((await tools.text(file)).text);
      yield* readBackup(file, backup, { tools, password });
      if (isCut) yield cutOffItem(file);
      for (const copy of copiesOf(file, backup, byPath)) {
        copies.add(copy.path);
        yield metadataItem(copy);
      }
    });
  },
};

/** Finds the files beside a backup in which Standard Notes repeats its items: `Items/<type>/<title>-<start of the id>.txt`. */
function copiesOf(file: ImportFile, backup: unknown, byPath: ReadonlyMap<string, ImportFile>): readonly ImportFile[] {
  const starts = new Set((isFields(backup) ? fieldsIn(backup, "items") : []).map((item) => textIn(item, "uuid")?.split("-")[0]));
  const folder = [...folderOf(file.path), "Items", ""].join("/");
  return [...byPath.values()].filter(({ path }) => path.startsWith(folder) && starts.has(/-([0-9a-z]+)\.\w+$/i.exec(path)?.[1]));
}

async function* readBackup(
  file: ImportFile,
  value: unknown,
  { tools, password }: { readonly tools: ImportTools; readonly password: string | undefined },
): AsyncGenerator<SourceItem> {
  const isSealed = isFields(value) && fieldsIn(value, "items").some((item) => typeof item.content === "string");
  const opened = isSealed && password !== undefined ? await tools.openStandardNotes?.(value, password) : value;
  if (!isFields(opened)) return yield lostItem(file, isSealed ? "encrypted" : "damaged");
  const items = fieldsIn(opened, "items");
  const tags = tagsByNote(items);
  let count = 0;
  for (const [at, item] of items.entries()) {
    const kind = textIn(item, "content_type") ?? "";
    const key = `${file.path}#${at + 1}`;
    if (kind === "SN|File") yield { ...lostItem(file, "unsupported", key), name: nameOf(item) };
    if (kind !== "Note") continue;
    count += 1;
    yield isFields(item.content)
      ? await toNote(key, item, { file, tools, tags })
      : { ...lostItem(file, "encrypted", key), name: nameOf(item) };
  }
  if (count === 0) yield metadataItem(file);
}

function nameOf(item: Fields): string {
  return (
    (isFields(item.content) ? (textIn(item.content, "name") ?? textIn(item.content, "title")) : undefined) ?? textIn(item, "uuid") ?? ""
  );
}

type Source = { readonly file: ImportFile; readonly tools: ImportTools; readonly tags: ReadonlyMap<string, readonly string[]> };

async function toNote(key: string, item: Fields, { file, tools, tags }: Source): Promise<SourceItem> {
  const content = item.content as Fields;
  const id = textIn(item, "uuid") ?? key;
  const title = toTitle(textIn(content, "title"), "Untitled");
  const read = await readText(textIn(content, "text") ?? "", content, { file, tools });
  const own = isFields(content.appData) && isFields(content.appData["org.standardnotes.sn"]) ? content.appData["org.standardnotes.sn"] : {};
  return {
    ...EMPTY_NOTE,
    key,
    path: file.path,
    title,
    tags: tags.get(id) ?? [],
    createdMs: parseTime(item.created_at),
    modifiedMs: parseTime(own.client_updated_at) ?? parseTime(item.updated_at),
    isPinned: own.pinned === true,
    isArchived: own.archived === true,
    isTrashed: content.trashed === true,
    doc: withoutTitleHeading(read.doc, title),
    files: read.files,
    usedPaths: [file.path],
    names: [`id:${id}`, `title:${title}`],
    remarks: read.remarks,
    sourceId: id,
  };
}

async function readText(
  text: string,
  content: Fields,
  { file, tools }: { readonly file: ImportFile; readonly tools: ImportTools },
): Promise<FilledDraft> {
  const kind = textIn(content, "noteType") ?? "";
  const isHtml = kind === "rich-text" || /^\s*<(?:p|div|h[1-6]|ul|ol|html|blockquote)\b/i.test(text);
  const lexical = kind === "super" || /^\{"root":\{"children":/.test(text) ? lexicalToHtml(text) : undefined;
  if (lexical !== undefined || isHtml)
    return fillDraft(readForeignHtml(lexical ?? text, { target: () => ({ kind: "other" }) }), tools, async () => undefined);
  if (kind === "code" || kind === "spreadsheet" || kind === "authentication") {
    const remarks = kind === "code" ? [] : [oneRemark("content-unreadable", "approximated")];
    return { doc: { type: "doc", content: [codeBlock(text)] }, files: [], remarks };
  }
  if (kind === "plain-text") return { doc: plainDoc(text), files: [], remarks: [] };
  return readMarkdownText(text, { path: file.path, tools, find: () => undefined });
}

/** Tag names by note id; nested tags include their parents, such as `work/plans`. */
function tagsByNote(items: readonly Fields[]): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, Fields>();
  for (const item of items) {
    const id = textIn(item, "uuid");
    if (textIn(item, "content_type") === "Tag" && id !== undefined && isFields(item.content)) tags.set(id, item.content);
  }
  const byNote = new Map<string, string[]>();
  for (const tag of tags.values()) {
    const name = fullName(tag, tags);
    for (const reference of fieldsIn(tag, "references")) {
      const note = textIn(reference, "uuid");
      if (note !== undefined && !tags.has(note)) addToList(byNote, note, name);
    }
  }
  return byNote;
}

function fullName(tag: Fields, tags: ReadonlyMap<string, Fields>): string {
  const names: string[] = [];
  for (let at: Fields | undefined = tag; at !== undefined && names.length < 20; ) {
    names.unshift(textIn(at, "title") ?? "");
    const parent = fieldsIn(at, "references").find((reference) => textIn(reference, "reference_type") === "TagToParentTag");
    at = tags.get(parent === undefined ? "" : (textIn(parent, "uuid") ?? ""));
  }
  return names.filter((name) => name !== "").join("/");
}
