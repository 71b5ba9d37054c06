/** Converts a library note to the exchange form: images and attachments as files, links with the titles they show. */
import { readStoredHtml } from "../../document/html/read-stored-html.ts";
import { isText, type StoredDoc, type StoredElement, type StoredNode } from "../../document/html/stored-doc.ts";
import type { ExportedNote } from "../../ports/transfer/note-exports.ts";
import { NOTE_SCHEME, type NoteFile, type TransferNote } from "../exchange/transfer-note.ts";
import { parseDataUrl } from "../import/document/foreign-document.ts";
import { flattenedTags } from "../import/document/hashtags.ts";
import { withUnlinkedFiles } from "../import/document/note-parts.ts";

export type NoteFiles = {
  /** Returns undefined if the attachment is not available. */
  attachment(file: { readonly id: string; readonly name: string; readonly mimeType: string }): Promise<NoteFile | undefined>;
  inline(image: { readonly mimeType: string; readonly base64: string; readonly name: string }): Promise<NoteFile>;
};

/** `missing`: names of files that were not available. */
export type ReadForExport = { readonly note: TransferNote; readonly missing: readonly string[] };

/** Link text for a note whose title is sealed. */
const UNREADABLE_TITLE = "…";

/** Names in a folder's path. A name with a slash becomes two, as in the folders of an import. */
export function exportedFolder(folderName: string | undefined): readonly string[] {
  return (folderName ?? "").split("/").filter((part) => part !== "");
}

export async function toTransferNote(note: ExportedNote, files: NoteFiles): Promise<ReadForExport> {
  const doc = readStoredHtml(note.content);
  const { found, ids, missing } = await collectFiles(note, doc, files);
  const placed = locateAll(doc, { ids, titles: note.linkTitles });
  const linked = found.filter(({ isLinked }) => isLinked).length;
  const all = found.map(({ file }) => file);
  return {
    note: {
      key: note.id,
      title: note.title,
      folder: exportedFolder(note.folderName),
      tags: note.tags ?? flattenedTags(doc),
      createdMs: note.createdMs,
      modifiedMs: note.modifiedMs,
      isPinned: note.isPinned,
      isArchived: false,
      isTrashed: false,
      doc: withUnlinkedFiles(placed, all, linked),
      files: all,
      properties: [],
      ...(note.unknownFields === undefined ? {} : { unknownFields: note.unknownFields }),
    },
    missing,
  };
}

type Collected = {
  readonly found: readonly { readonly file: NoteFile; readonly isLinked: boolean }[];
  /** File ids by the name in the text: the image's source or the attachment's id. */
  readonly ids: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
};

async function collectFiles(note: ExportedNote, doc: StoredDoc, files: NoteFiles): Promise<Collected> {
  const found: { file: NoteFile; isLinked: boolean }[] = [];
  const ids = new Map<string, string>();
  const missing: string[] = [];
  const keep = (name: string, file: NoteFile, isLinked: boolean): void => void ids.set(name, `file-${found.push({ file, isLinked }) - 1}`);
  const known = new Map(note.attachments.map((attachment) => [attachment.id, attachment] as const));
  for (const node of filesIn(doc)) {
    const name = nameOf(node);
    if (name === undefined || ids.has(name)) continue;
    const file = node.type === "image" ? await imageOf(node, files, known) : await attachmentOf(node, files);
    if (file === undefined) missing.push(String(node.attrs.fileName ?? node.attrs.alt ?? ""));
    else keep(name, file, true);
  }
  const inText = new Set(filesIn(doc).flatMap(({ attrs }) => [String(attrs.fileId ?? ""), String(attrs.originalId ?? "")]));
  for (const { id, fileName, mimeType } of note.attachments) {
    if (inText.has(id)) continue;
    const file = await files.attachment({ id, name: fileName, mimeType });
    if (file === undefined) missing.push(fileName);
    else keep(id, file, false);
  }
  return { found, ids, missing };
}

function filesIn(doc: StoredDoc): readonly StoredElement[] {
  const found: StoredElement[] = [];
  const look = (node: StoredNode): void => {
    if (isText(node)) return;
    if (node.type === "image" || node.type === "attachment") found.push(node);
    for (const child of node.content ?? []) look(child);
  };
  for (const block of doc.content) look(block);
  return found;
}

/** Returns undefined for an image of another website, which has no file here. */
function nameOf({ type, attrs }: StoredElement): string | undefined {
  const name = type === "image" ? (attrs.originalId ?? attrs.imageId ?? attrs.src) : attrs.fileId;
  return typeof name === "string" ? name : undefined;
}

async function imageOf(
  node: StoredElement,
  files: NoteFiles,
  known: ReadonlyMap<string, { readonly fileName: string; readonly mimeType: string }>,
): Promise<NoteFile | undefined> {
  const id = node.attrs.originalId;
  const data = typeof node.attrs.src === "string" ? parseDataUrl(node.attrs.src) : undefined;
  const mimeType = data?.mimeType ?? "image/png";
  const name = `${String(node.attrs.alt || "image").replace(/\.(?:png|jpe?g|gif|webp|avif)$/i, "")}.${endOf(mimeType)}`;
  const listed = typeof id === "string" ? known.get(id) : undefined;
  const original =
    typeof id === "string" ? await files.attachment({ id, name: listed?.fileName ?? name, mimeType: listed?.mimeType ?? "" }) : undefined;
  // Falls back to the thumbnail if the original is not available.
  return original ?? (data === undefined ? undefined : files.inline({ mimeType, base64: data.text, name }));
}

function endOf(mimeType: string): string {
  return mimeType === "image/jpeg" ? "jpg" : (/^image\/([a-z]+)/.exec(mimeType)?.[1] ?? "png");
}

function attachmentOf({ attrs }: StoredElement, files: NoteFiles): Promise<NoteFile | undefined> {
  return files.attachment({
    id: String(attrs.fileId),
    name: String(attrs.fileName ?? "file"),
    mimeType: String(attrs.mimeType ?? "application/octet-stream"),
  });
}

type Locations = { readonly ids: ReadonlyMap<string, string>; readonly titles: ReadonlyMap<string, string> };

function locateAll(doc: StoredDoc, locations: Locations): StoredDoc {
  return { ...doc, content: doc.content.map((block) => locate(block, locations) as StoredElement) };
}

function locate(node: StoredNode, locations: Locations): StoredNode {
  if (isText(node)) return node;
  if (node.type === "noteLink") return linkText(node, locations.titles);
  const id = locations.ids.get(nameOf(node) ?? "");
  if (node.type === "image" && id !== undefined)
    return { ...node, attrs: { ...node.attrs, imageId: id, originalId: null, src: null, remoteSrc: null } };
  if (node.type === "attachment" && id !== undefined) return { ...node, attrs: { ...node.attrs, fileId: id, downloadUrl: null } };
  return node.content === undefined ? node : { ...node, content: node.content.map((child) => locate(child, locations)) };
}

function linkText({ attrs, marks = [] }: StoredElement, titles: ReadonlyMap<string, string>): StoredNode {
  const noteId = String(attrs.noteId);
  const text = titles.get(noteId) || UNREADABLE_TITLE;
  return { type: "text", text, marks: [{ type: "link", attrs: { href: `${NOTE_SCHEME}${noteId}` } }, ...marks] };
}
