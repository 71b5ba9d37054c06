/** Reads Notesnook's backups, unencrypted or with their password. Its exports to Markdown, HTML and text have their own readers. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { calloutKind } from "../../../../document/markdown/markdown-html.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import type { NoteFile } from "../../../exchange/transfer-note.ts";
import { fillDraft, UNNAMED_FILE } from "../../document/draft-files.ts";
import { attachmentElement, calloutElement, type DraftBuilder, newElement, readForeignHtml } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, oneRemark, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, isFields, textIn } from "../../document/read-json.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { lostItem, metadataItem, type SourceItem } from "../../model/source-item.ts";
import { baseName } from "../../model/source-path.ts";
import { formula } from "../html/page-elements.ts";
import { indexItems, type NotesnookItems } from "./notesnook-items.ts";
import { openAttachment, openAttachmentsKey, openBackup } from "./open-backup.ts";

export const notesnookReader: ImportReader = {
  format: "notesnook",
  async *read({ files, byPath }, tools, { password }) {
    const opened: { readonly item: Fields; readonly file: ImportFile }[] = [];
    for (const file of files) {
      const items = await openFile(file, tools, password);
      if (!Array.isArray(items)) yield lostItem(file, items as Exclude<typeof items, readonly Fields[]>);
      else {
        for (const item of items) opened.push({ item, file });
        yield { ...metadataItem(file), key: `${file.path}#backup` };
      }
    }
    for (const file of byPath.values()) if (/(?:^|\/)\.(?:nnbackup|attachments_key)$/.test(file.path)) yield metadataItem(file);
    const items = indexItems(opened.map(({ item }) => item));
    const fileOf = new Map(opened.map(({ item, file }) => [item, file] as const));
    const source = { items, tools, files: await sealedFiles([...byPath.values()], tools, password) };
    for (const note of items.notes) yield await toNote(note, fileOf.get(note) as ImportFile, source);
  },
};

async function openFile(file: ImportFile, tools: ImportTools, password: string | undefined) {
  try {
    return await openBackup((await tools.text(file)).text, tools, password);
  } catch (error) {
    if (error instanceof SourceFailure) return error.kind;
    throw error;
  }
}

type Source = { readonly items: NotesnookItems; readonly tools: ImportTools; readonly files: SealedFiles };

/** Attachments in a folder of the backup, named by hash, with the key of all attachments. */
type SealedFiles = { readonly byHash: ReadonlyMap<string, ImportFile>; readonly key: string | undefined };

async function sealedFiles(all: readonly ImportFile[], tools: ImportTools, password: string | undefined): Promise<SealedFiles> {
  const inFolder = all.filter(({ path }) => /(?:^|\/)attachments\/[^/]+$/.test(path));
  const keyFile = all.find(({ path }) => /(?:^|\/)\.attachments_key$/.test(path));
  return {
    byHash: new Map(inFolder.map((file) => [baseName(file.path), file] as const)),
    key: await openAttachmentsKey(keyFile, tools, password),
  };
}

async function findFile(hash: string, { items, tools, files }: Source): Promise<NoteFile | undefined> {
  const [file, attachment] = [files.byHash.get(hash), items.attachment(hash)];
  if (file === undefined || attachment === undefined || files.key === undefined) return undefined;
  return openAttachment(file, attachment, { tools, attachmentsKey: files.key });
}

async function toNote(item: Fields, file: ImportFile, source: Source): Promise<SourceItem> {
  const { items, tools } = source;
  const id = textIn(item, "id") ?? "";
  const key = `${file.path}#${id}`;
  const html = items.contentOf(item)?.data;
  const title = toTitle(textIn(item, "title"), "Untitled");
  if (item.locked === true || isFields(html)) return { ...lostItem(file, "encrypted", key), name: title };
  const draft = readForeignHtml(typeof html === "string" ? html : "", {
    target: targetOf,
    own: (element, builder) => readOwn(element, builder, items),
  });
  const filled = await fillDraft(draft, tools, ({ ref }) => findFile(ref, source));
  const color = textIn(item, "color");
  return {
    ...EMPTY_NOTE,
    key,
    path: file.path,
    title,
    folder: items.notebookOf(item),
    tags: [...new Set(items.tagsOf(item))],
    createdMs: parseTime(item.dateCreated),
    modifiedMs: parseTime(item.dateEdited) ?? parseTime(item.dateModified),
    isPinned: item.pinned === true || item.favorite === true,
    isArchived: item.archived === true,
    isTrashed: item.type === "trash",
    doc: filled.doc,
    files: filled.files,
    usedPaths: [file.path, ...filled.files.map(({ path }) => path)],
    names: [`id:${id}`, `title:${title}`],
    remarks: [...filled.remarks, ...(color === undefined ? [] : [{ ...oneRemark("color-dropped", "lost"), detail: color }])],
    sourceId: id,
  };
}

function targetOf(href: string) {
  const id = /^nn:\/\/note\/([0-9a-f]{24})/i.exec(href)?.[1];
  return id === undefined ? ({ kind: "other" } as const) : ({ kind: "note", names: [`id:${id}`] } as const);
}

/** Notesnook refers to files by hash and marks checklists and formulas by class. */
function readOwn({ tag, attributes, children }: HtmlElement, draft: DraftBuilder, items: NotesnookItems): readonly HtmlNode[] | undefined {
  const hash = attributes["data-hash"];
  if (hash !== undefined && !(attributes.src ?? "").startsWith("data:")) {
    const name = attributes["data-filename"] ?? items.attachment(hash)?.name ?? attributes.alt ?? UNNAMED_FILE;
    const id = draft.want({ ref: hash, name });
    return [tag === "img" ? newElement("img", { "data-image-id": id }) : attachmentElement(id, name)];
  }
  const names = (attributes.class ?? "").split(/\s+/);
  if (tag === "ul" && (names.includes("checklist") || names.includes("simple-checklist"))) return [toChecklist(children)];
  if (names.includes("math-block") || names.includes("math-inline")) return [formula(plainText(children), names.includes("math-block"))];
  const callout = attributes["data-callout-type"];
  return callout === undefined ? undefined : [calloutElement(calloutKind(callout), children)];
}

function toChecklist(children: readonly HtmlNode[]): HtmlElement {
  const items = children.map((child) => {
    if (child.kind === "text" || child.tag !== "li") return child;
    const isDone = (child.attributes.class ?? "").split(/\s+/).includes("checked");
    return newElement("li", { "data-type": "taskItem", "data-checked": String(isDone) }, child.children);
  });
  return newElement("ul", { "data-type": "taskList" }, items);
}
