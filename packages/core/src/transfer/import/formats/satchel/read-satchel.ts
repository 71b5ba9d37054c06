/** Reads unsealed Satchel backups as an ordinary source. A restore, also of sealed backups, is done by transfer/backup. */
import { readStoredHtml } from "../../../../document/html/read-stored-html.ts";
import { isText, type StoredElement, type StoredNode } from "../../../../document/html/stored-doc.ts";
import { NOTE_ADDRESS } from "../../../../document/html/stored-html.ts";
import { type BackupNote, parseArchivedNote } from "../../../../model/backup/backup-format.ts";
import { PATH_SEPARATOR } from "../../../../model/entities/folder.ts";
import { isFolderParent } from "../../../../model/entities/parsing/parse-entity.ts";
import { carriedFields, type NoteFile } from "../../../exchange/transfer-note.ts";
import { EMPTY_NOTE } from "../../document/note-parts.ts";
import { type Fields, isFields, parseJson, textIn } from "../../document/read-json.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import { toRefHref } from "../../model/link-refs.ts";
import type { ImportReader } from "../../model/reader.ts";
import { lostItem, metadataItem, type Remark, type SourceItem } from "../../model/source-item.ts";
import { fileOrNothing } from "../markdown/markdown-note.ts";

export const satchelReader: ImportReader = {
  format: "satchel",
  async *read({ files, byPath }, tools) {
    const notes = byPath.get("notes.json");
    if (notes === undefined)
      return yield* files.map((file) => lostItem(file, /payload\.bin$/.test(file.path) ? "encrypted" : "unsupported"));
    try {
      yield* readNotes(notes, { files, byPath, tools });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      yield lostItem(notes, error.kind);
    }
    for (const file of files) if (!/^(?:notes\.json$|attachments\/)/.test(file.path)) yield metadataItem(file);
  },
};

type Source = { readonly files: readonly ImportFile[]; readonly byPath: ReadonlyMap<string, ImportFile>; readonly tools: ImportTools };

async function* readNotes(file: ImportFile, source: Source): AsyncGenerator<SourceItem> {
  const list = await listIn("notes.json", source);
  const folders = new Map(
    (await listIn("folders.json", source)).filter(isFields).map((folder) => [textIn(folder, "id") ?? "", folder] as const),
  );
  const attachments = new Map(
    (await listIn("attachments.json", source)).filter(isFields).map((entry) => [textIn(entry, "id") ?? "", entry] as const),
  );
  const titles = new Map(list.filter(isFields).map((each) => [textIn(each, "id") ?? "", textIn(each, "title") ?? ""] as const));
  for (const [at, value] of list.entries()) {
    const note = parseArchivedNote(value);
    const key = `${file.path}#${at + 1}`;
    if (note === undefined) yield lostItem(file, "damaged", key);
    else if (note.sealed !== undefined) yield { ...lostItem(file, "encrypted", key), name: note.title };
    else yield await toNote(key, note, { source, folders, attachments, titles });
  }
  if (list.length === 0) yield metadataItem(file);
}

async function listIn(path: string, { byPath, tools }: Source): Promise<readonly unknown[]> {
  const file = byPath.get(path);
  const value = file === undefined ? [] : parseJson((await tools.text(file)).text);
  return Array.isArray(value) ? value : [];
}

type Lists = {
  readonly source: Source;
  readonly folders: ReadonlyMap<string, Fields>;
  readonly attachments: ReadonlyMap<string, Fields>;
  readonly titles: ReadonlyMap<string, string>;
};

async function toNote(key: string, note: BackupNote, lists: Lists): Promise<SourceItem> {
  const files: NoteFile[] = [];
  const ids = new Map<string, string>();
  const remarks: Remark[] = [];
  for (const { id, fileName, mimeType } of note.attachments) {
    const path = textIn(lists.attachments.get(id) ?? {}, "path") ?? "";
    const file = lists.source.byPath.get(path);
    const found = file === undefined ? undefined : await fileOrNothing(file, lists.source.tools);
    if (found === undefined) remarks.push({ kind: "attachment-missing", status: "lost", count: 1, detail: fileName });
    else ids.set(id, `file-${files.push({ ...found, name: fileName, mimeType }) - 1}`);
  }
  const doc = readStoredHtml(note.content);
  const folder = lists.folders.get(note.folderId ?? "");
  const isPinned = folder?.folderType === "PINNED";
  return {
    ...EMPTY_NOTE,
    key,
    path: "notes.json",
    title: note.title,
    folder: folder === undefined || isPinned ? [] : folderNames(folder),
    tags: note.tags ?? [],
    createdMs: note.createdAt,
    modifiedMs: note.lastModified,
    isPinned,
    doc: { ...doc, content: doc.content.map((block) => withIds(block, ids, lists.titles) as StoredElement) },
    files,
    usedPaths: ["notes.json", ...files.map(({ path }) => path)],
    names: [`id:${note.id}`, `title:${note.title}`],
    remarks,
    sourceId: note.id,
    ...carriedFields(note),
  };
}

/** A folder in a folder is stored under its path. Decision 0051. */
function folderNames(folder: Fields): readonly string[] {
  const name = textIn(folder, "name") ?? "";
  return isFolderParent(folder.parent) ? name.split(PATH_SEPARATOR) : [name];
}

/** Gives links to notes the title of their note, because stored links have no text. */
export function withIds(node: StoredNode, ids: ReadonlyMap<string, string>, titles: ReadonlyMap<string, string>): StoredNode {
  if (isText(node)) return node;
  if (node.type === "noteLink") {
    const noteId = String(node.attrs.noteId);
    const href = toRefHref({ names: [`id:${noteId}`], href: `${NOTE_ADDRESS}${noteId}` });
    return { type: "text", text: titles.get(noteId) || "note", marks: [{ type: "link", attrs: { href } }, ...(node.marks ?? [])] };
  }
  if (node.type === "attachment")
    return { ...node, attrs: { ...node.attrs, fileId: ids.get(String(node.attrs.fileId)) ?? node.attrs.fileId ?? null } };
  if (node.type === "image")
    return {
      ...node,
      attrs: { ...node.attrs, imageId: ids.get(String(node.attrs.originalId)) ?? node.attrs.imageId ?? null, originalId: null },
    };
  return node.content === undefined ? node : { ...node, content: node.content.map((child) => withIds(child, ids, titles)) };
}
