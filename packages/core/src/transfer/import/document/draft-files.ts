/** Finds the files that a draft names and inserts them. A missing file leaves its name in the text, and a remark. */
import { isText, type StoredDoc, type StoredElement, type StoredMark, type StoredNode } from "../../../document/html/stored-doc.ts";
import { imageTypeOf } from "../../../document/images/image-format.ts";
import { decodeBase64 } from "../../exchange/base64.ts";
import { extensionOfType, isImageType, typeOfName, UNKNOWN_TYPE } from "../../exchange/mime-types.ts";
import { type FoundBytes, fileOf, MISSING_FILE_SCHEME, type NoteFile } from "../../exchange/transfer-note.ts";
import type { ImportFile, ImportTools } from "../model/import-source.ts";
import type { Remark, SourceNote } from "../model/source-item.ts";
import { baseName, extensionOf } from "../model/source-path.ts";
import type { DataUrl, Draft, WantedFile } from "./foreign-document.ts";

export type FilledDraft = { readonly doc: StoredDoc; readonly files: readonly NoteFile[]; readonly remarks: readonly Remark[] };

export type FindFile = (wanted: WantedFile) => Promise<NoteFile | undefined>;

export async function fillDraft(draft: Draft, tools: ImportTools, find: FindFile): Promise<FilledDraft> {
  const found: (NoteFile | undefined)[] = [];
  for (const wanted of draft.wanted) {
    found.push(wanted.data === undefined ? await find(wanted) : await keepData(wanted.data, found.length, tools));
  }
  const ids = new Map<string, { readonly id: string; readonly file: NoteFile }>();
  const files: NoteFile[] = [];
  const missing: Remark[] = [];
  for (const [index, file] of found.entries()) {
    if (file === undefined) missing.push(missingRemark(draft.wanted[index]));
    else ids.set(`file-${index}`, { id: `file-${files.push(file) - 1}`, file });
  }
  const name = (id: unknown): string => nameOf(draft.wanted[Number(String(id).slice("file-".length))]);
  return { doc: placeFiles(draft.doc, ids, name), files, remarks: [...draft.remarks, ...missing] };
}

function missingRemark(wanted: WantedFile | undefined): Remark {
  const ref = wanted?.ref ?? "";
  const detail = HASH.test(ref) ? nameOf(wanted) : ref;
  return { kind: "attachment-missing", status: "lost", count: 1, detail: detail.slice(0, 200) };
}

export const UNNAMED_FILE = "Missing attachment";

/** Matches names that are hashes, which mean nothing to a user. */
const HASH = /^(?:md5:)?[0-9a-f]{16,128}$/;

function nameOf(wanted: WantedFile | undefined): string {
  const ref = wanted?.ref ?? "";
  return wanted?.name ?? (HASH.test(ref) ? UNNAMED_FILE : baseName(ref));
}

type StoreLocations = ReadonlyMap<string, { readonly id: string; readonly file: NoteFile }>;

function placeFiles(doc: StoredDoc, ids: StoreLocations, nameOfId: (id: unknown) => string): StoredDoc {
  const place = (node: StoredNode): StoredNode => {
    if (isText(node)) return node;
    const id = node.type === "image" ? node.attrs.imageId : node.type === "attachment" ? node.attrs.fileId : null;
    if (typeof id === "string" && /^file-\d+$/.test(id)) return fileNode(node, ids.get(id)) ?? missingFile(nameOfId(id), node.marks ?? []);
    return node.content === undefined ? node : { ...node, content: node.content.map(place) };
  };
  return { ...doc, content: doc.content.map((block) => place(block) as StoredElement) };
}

/** Returns the name as a link, so that an export to a Markdown vault still embeds it and a file that is added later is found. */
export function missingFile(name: string, marks: readonly StoredMark[] = []): StoredNode {
  const others = marks.filter(({ type }) => type !== "link");
  if (name === UNNAMED_FILE) return { type: "text", text: `[${name}]`, marks: others };
  return { type: "text", text: `[${name}]`, marks: [{ type: "link", attrs: { href: `${MISSING_FILE_SCHEME}${name}` } }, ...others] };
}

/** Inserts a file by its type, not by the source's element: an image inline, anything else as an attachment. */
function fileNode(node: StoredElement, found: { readonly id: string; readonly file: NoteFile } | undefined): StoredElement | undefined {
  if (found === undefined) return undefined;
  const marks = node.marks === undefined ? {} : { marks: node.marks };
  if (node.type === "image" && isImageType(found.file.mimeType)) return { ...node, attrs: { ...node.attrs, imageId: found.id } };
  return attachmentNode(found.id, found.file, marks);
}

function attachmentNode(id: string, file: NoteFile, rest: Pick<StoredElement, "marks"> = {}): StoredElement {
  const attrs = { fileId: id, fileName: file.name, downloadUrl: null, fileSize: file.sizeBytes, mimeType: file.mimeType };
  return { type: "attachment", attrs, ...rest };
}

function imageNode(id: string): StoredElement {
  const attrs = { imageId: id, originalId: null, remoteSrc: null, alt: null, width: null, height: null, src: null };
  return { type: "image", attrs };
}

export function fileNodeOf(id: string, file: NoteFile): StoredElement {
  return isImageType(file.mimeType) ? imageNode(id) : attachmentNode(id, file);
}

async function keepData(data: DataUrl, index: number, tools: ImportTools): Promise<NoteFile> {
  const collector = tools.collect();
  const decode = data.isBase64 ? decodeBase64() : undefined;
  for (let at = 0; at < data.text.length; at += PIECE_CHARS) {
    const piece = data.text.slice(at, at + PIECE_CHARS);
    if (decode !== undefined) collector.write(decode.write(piece));
    else collector.write(utf8Bytes(unescapePercent(piece)));
  }
  const bytes = await collector.finish();
  const name = `embedded.${extensionOfType(data.mimeType)}`;
  return { ...bytes, name, mimeType: data.mimeType, path: `${index + 1}-${name}` };
}

const PIECE_CHARS = 3 * 1_048_576;

/** Decodes a text data URL. Only short ones come unencoded; longer ones are Base64. */
function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function utf8Bytes(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at += 1) {
    const isEscape = escaped[at] === "%";
    bytes.push(isEscape ? Number.parseInt(escaped.slice(at + 1, at + 3), 16) : escaped.charCodeAt(at));
    if (isEscape) at += 2;
  }
  return Uint8Array.from(bytes);
}

export async function hashedFile(file: ImportFile, tools: ImportTools): Promise<NoteFile> {
  const bytes: FoundBytes = await tools.hash(file);
  const name = baseName(file.path);
  if (extensionOf(name) !== "") return { ...bytes, name, mimeType: typeOfName(name), path: file.path };
  const head = await headOf(file);
  const type = imageTypeOf(head) ?? mediaTypeOf(head);
  return { ...bytes, name: `${name}${type?.extension ?? ""}`, mimeType: type?.mimeType ?? UNKNOWN_TYPE, path: file.path };
}

const MEDIA_HEADS: readonly (readonly [head: string, at: number, extension: string])[] = [
  ["%PDF-", 0, "pdf"],
  ["ID3", 0, "mp3"],
  ["\u00ff\u00fb", 0, "mp3"],
  ["OggS", 0, "ogg"],
  ["WAVE", 8, "wav"],
  ["ftypM4A", 4, "m4a"],
  ["ftyp3g", 4, "3gp"],
  ["ftypqt", 4, "mov"],
  ["ftyp", 4, "mp4"],
  ["\u001aE\u00df\u00a3", 0, "webm"],
  ["#!AMR", 0, "amr"],
];

function mediaTypeOf(head: Uint8Array): ReturnType<typeof imageTypeOf> {
  const text = String.fromCharCode(...head);
  const extension = MEDIA_HEADS.find(([begin, at]) => text.startsWith(begin, at))?.[2];
  return extension === undefined ? undefined : { extension: `.${extension}`, mimeType: typeOfName(`x.${extension}`) };
}

/** Returns the first bytes, which reveal the type of a file whose name does not. */
async function headOf(file: ImportFile): Promise<Uint8Array> {
  for await (const bytes of file.bytes(0, 16)) if (bytes.length > 0) return bytes;
  return new Uint8Array(0);
}

/** Replaces files above the attachment limit by their name, and adds a remark. */
export function limitFiles(note: SourceNote, maxBytes: number): SourceNote {
  const tooLarge = note.files.filter(({ sizeBytes }) => sizeBytes > maxBytes);
  if (tooLarge.length === 0) return note;
  const kept = note.files.filter((file) => !tooLarge.includes(file));
  const withoutLarge = (node: StoredNode): StoredNode => {
    if (isText(node)) return node;
    const file =
      node.type === "attachment" ? fileOf(note, node.attrs.fileId) : node.type === "image" ? fileOf(note, node.attrs.imageId) : undefined;
    if (file !== undefined && tooLarge.includes(file)) return { type: "text", text: `[${file.name}]`, marks: node.marks ?? [] };
    if (file !== undefined)
      return { ...node, attrs: { ...node.attrs, [node.type === "image" ? "imageId" : "fileId"]: `file-${kept.indexOf(file)}` } };
    return node.content === undefined ? node : { ...node, content: node.content.map(withoutLarge) };
  };
  const remarks = tooLarge.map(({ name }) => ({ kind: "attachment-too-large", status: "lost", count: 1, detail: name }) as const);
  const usedPaths = [...note.usedPaths, ...tooLarge.map(({ path }) => path)];
  const doc = { ...note.doc, content: note.doc.content.map((block) => withoutLarge(block) as StoredElement) };
  return { ...note, doc, files: kept, usedPaths, remarks: [...note.remarks, ...remarks] };
}
