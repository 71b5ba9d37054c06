/** Reads Google Keep from Takeout: one JSON file per note, plus HTML pages and media beside it. */
import type { StoredDoc, StoredElement } from "../../../../document/html/stored-doc.ts";
import { emptyParagraph } from "../../../../document/html/stored-doc.ts";
import type { NoteFile } from "../../../exchange/transfer-note.ts";
import { fileNodeOf, missingFile } from "../../document/draft-files.ts";
import { readForeignHtml } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, isEmptyDoc, paragraph, plainDoc, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, fieldsIn, isFields, parseJson, textIn } from "../../document/read-json.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { lostItem, metadataItem, type Remark, type SourceItem } from "../../model/source-item.ts";
import { baseName, folderOf, resolvePath, withoutExtension } from "../../model/source-path.ts";
import { createFileFinder, fileOrNothing } from "../markdown/markdown-note.ts";

export const keepReader: ImportReader = {
  format: "keep",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    for (const file of files) yield await readFile(file, { tools, find, byPath });
    for (const file of byPath.values()) if (/(?:^|\/)Labels\.txt$/.test(file.path)) yield metadataItem(file);
  },
};

type Source = {
  readonly tools: ImportTools;
  readonly find: (path: string) => ImportFile | undefined;
  readonly byPath: ReadonlyMap<string, ImportFile>;
};

async function readFile(file: ImportFile, source: Source): Promise<SourceItem> {
  try {
    const { text } = await source.tools.text(file);
    const value = parseJson(text);
    return isFields(value) ? await toNote(file, value, source) : lostItem(file, "damaged");
  } catch (error) {
    if (error instanceof SourceFailure) return lostItem(file, error.kind);
    throw error;
  }
}

async function toNote(file: ImportFile, fields: Fields, source: Source): Promise<SourceItem> {
  const { files, missing } = await readAttachments(file, fields, source);
  const page = source.byPath.get(file.path.replace(/\.json$/i, ".html"));
  const title = toTitle(textIn(fields, "title"), titleOf(file));
  const doc = docOf(fields, files, missing);
  const labels = fieldsIn(fields, "labels").flatMap((label) => textIn(label, "name") ?? []);
  const remarks = [...missing, ...colorRemark(fields)];
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path).filter((part) => !/^(?:Takeout|Keep)$/i.test(part)),
    tags: [...new Set(labels)],
    createdMs: parseTime(fields.createdTimestampUsec),
    modifiedMs: parseTime(fields.userEditedTimestampUsec),
    isPinned: fields.isPinned === true,
    isArchived: fields.isArchived === true,
    isTrashed: fields.isTrashed === true,
    doc,
    files,
    usedPaths: [file.path, ...(page === undefined ? [] : [page.path]), ...files.map(({ path }) => path)],
    names: [`path:${file.path}`, `title:${title}`],
    remarks,
  };
}

/** Keep names the file of an untitled note after its time; the note gets that name. */
function titleOf(file: ImportFile): string {
  return withoutExtension(baseName(file.path));
}

async function readAttachments(file: ImportFile, fields: Fields, source: Source) {
  const files: NoteFile[] = [];
  const missing: Remark[] = [];
  for (const attachment of fieldsIn(fields, "attachments")) {
    const path = textIn(attachment, "filePath") ?? "";
    const found = source.find(resolvePath(file.path, path) ?? path) ?? source.find(path.replace(/\.jpeg$/, ".jpg"));
    const kept = found === undefined ? undefined : await fileOrNothing(found, source.tools);
    if (kept !== undefined) files.push({ ...kept, mimeType: textIn(attachment, "mimetype") ?? kept.mimeType });
    else missing.push({ kind: "attachment-missing", status: "lost", count: 1, detail: path.slice(0, 200) });
  }
  return { files, missing };
}

function colorRemark(fields: Fields): readonly Remark[] {
  const color = textIn(fields, "color");
  return color === undefined || color === "DEFAULT" ? [] : [{ kind: "color-dropped", status: "lost", count: 1, detail: color }];
}

function docOf(fields: Fields, files: readonly NoteFile[], missing: readonly Remark[]): StoredDoc {
  const html = textIn(fields, "textContentHtml");
  const text = textIn(fields, "textContent");
  const body = text !== undefined ? plainDoc(text) : html === undefined ? plainDoc("") : readForeignHtml(html, NO_TARGETS).doc;
  const blocks = [
    ...(isEmptyDoc(body) ? [] : body.content),
    ...checklistOf(fields),
    ...linksOf(fields),
    ...filesOf(files),
    ...missingOf(missing),
  ];
  return { type: "doc", content: blocks.length === 0 ? [emptyParagraph()] : blocks };
}

const NO_TARGETS = { target: () => ({ kind: "other" as const }) };

function checklistOf(fields: Fields): readonly StoredElement[] {
  const items = fieldsIn(fields, "listContent").map((item): StoredElement => {
    const content = (textIn(item, "text") ?? "").split("\n").map(paragraph);
    return { type: "taskItem", attrs: { checked: item.isChecked === true }, content };
  });
  return items.length === 0 ? [] : [{ type: "taskList", attrs: { dir: null }, content: items }];
}

/** Links that are attached to the note and do not occur in its text. */
function linksOf(fields: Fields): readonly StoredElement[] {
  return fieldsIn(fields, "annotations").flatMap((annotation): StoredElement[] => {
    const url = textIn(annotation, "url");
    if (url === undefined || (textIn(fields, "textContent") ?? "").includes(url) || !/^https?:\/\//.test(url)) return [];
    const text = textIn(annotation, "title") ?? url;
    return [{ ...emptyParagraph(), content: [{ type: "text", text, marks: [{ type: "link", attrs: { href: url } }] }] }];
  });
}

function missingOf(missing: readonly Remark[]): readonly StoredElement[] {
  return missing.length === 0 ? [] : [{ ...emptyParagraph(), content: missing.map(({ detail }) => missingFile(baseName(detail ?? ""))) }];
}

/** Puts all images into one paragraph, as Keep shows them, and every other file into its own. */
function filesOf(files: readonly NoteFile[]): readonly StoredElement[] {
  const nodes = files.map((file, index) => fileNodeOf(`file-${index}`, file));
  const images = nodes.filter(({ type }) => type === "image");
  const others = nodes.filter(({ type }) => type !== "image").map((node) => ({ ...emptyParagraph(), content: [node] }));
  return [...(images.length === 0 ? [] : [{ ...emptyParagraph(), content: images }]), ...others];
}
