/** Converts a note to Satchel's stored form: links to notes, files and properties. Pure. */

import { writeStoredHtml } from "../../document/html/canonical-html.ts";
import {
  emptyParagraph,
  isText,
  NO_MARKS,
  type StoredDoc,
  type StoredElement,
  type StoredMark,
  type StoredNode,
} from "../../document/html/stored-doc.ts";
import { hashText } from "../../model/entities/entity-ids.ts";
import { fileOf, linkedNote, type NoteFile, type TransferNote } from "./transfer-note.ts";

export type StoredAddresses = {
  /** Returns the id of the note with this key, or undefined if it was not imported. */
  noteId(key: string): string | undefined;
  noteTitle(key: string): string | undefined;
  fileId(file: NoteFile): string;
  /** Returns a thumbnail to show at once, or undefined if the image can only be attached. */
  imageSrc?(file: NoteFile): string | undefined;
  /** For export to other programs: keeps the words of a note link and writes the address as `NOTE_WORDS` plus the id. */
  readonly keepsWords?: true;
};

/** Placeholder address, because stored HTML accepts web addresses only. */
export const NOTE_WORDS = "https://note.invalid/";

/** Returns the same id at every import. */
export function stableId(key: string): string {
  return `imported-${hashText(key)}${hashText(`${key}#`)}`;
}

export function toStoredHtml(note: Pick<TransferNote, "doc" | "files" | "properties">, addresses: StoredAddresses): string {
  const address = (node: StoredNode): readonly StoredNode[] => addressNode(node, note, { addresses, address });
  const content = note.doc.content.flatMap((block) => address(block) as readonly StoredElement[]);
  return writeStoredHtml(withProperties({ ...note.doc, content }, note));
}

function addressNode(
  node: StoredNode,
  note: Pick<TransferNote, "files">,
  { addresses, address }: { readonly addresses: StoredAddresses; readonly address: (node: StoredNode) => readonly StoredNode[] },
): readonly StoredNode[] {
  if (isText(node)) return addressText(node, addresses);
  if (node.type === "attachment") {
    const file = fileOf(note, node.attrs.fileId);
    return [file === undefined ? node : { ...node, attrs: { ...node.attrs, fileId: addresses.fileId(file) } }];
  }
  if (node.type === "image") return [addressImage(node, note, addresses)];
  return [node.content === undefined ? node : { ...node, content: node.content.flatMap(address) }];
}

function addressImage(node: StoredElement, note: Pick<TransferNote, "files">, addresses: StoredAddresses): StoredElement {
  const file = fileOf(note, node.attrs.imageId) ?? fileOf(note, node.attrs.originalId);
  if (file === undefined) return node;
  const src = addresses.imageSrc?.(file);
  if (addresses.imageSrc !== undefined && src === undefined) return attachmentOf(file, addresses.fileId(file));
  return { ...node, attrs: { ...node.attrs, imageId: null, originalId: addresses.fileId(file), ...(src === undefined ? {} : { src }) } };
}

function attachmentOf(file: NoteFile, fileId: string): StoredElement {
  const attrs = { fileId, fileName: file.name, downloadUrl: null, fileSize: file.sizeBytes, mimeType: file.mimeType };
  return { type: "attachment", attrs };
}

/** A link to a note shows the note's title; a different text stays beside the link. */
function addressText(node: StoredNode & { readonly type: "text" }, addresses: StoredAddresses): readonly StoredNode[] {
  const link = node.marks.find(({ type }) => type === "link");
  const key = linkedNote(link?.attrs.href);
  if (link === undefined || key === undefined) return [node];
  const marks = node.marks.filter((mark) => mark !== link);
  const noteId = addresses.noteId(key);
  if (noteId === undefined) return [{ ...node, marks }];
  if (addresses.keepsWords) return [{ ...node, marks: [{ type: "link", attrs: { href: `${NOTE_WORDS}${noteId}` } }, ...marks] }];
  const target: StoredElement = { type: "noteLink", attrs: { noteId }, ...(marks.length === 0 ? {} : { marks }) };
  const isTitle = node.text.trim().toLowerCase() === (addresses.noteTitle(key) ?? "").trim().toLowerCase();
  return isTitle ? [target] : [{ ...node, text: `${node.text} `, marks }, target];
}

/** Adds properties that a note has no field for as lines before its text. */
function withProperties(doc: StoredDoc, { properties }: Pick<TransferNote, "properties">): StoredDoc {
  const shown = properties.filter(([, value]) => value !== "").map(([name, value]) => line(name, value));
  return shown.length === 0 ? doc : { ...doc, content: [...shown, ...doc.content] };
}

function textLine(text: string, marks: readonly StoredMark[] = NO_MARKS): StoredElement {
  return { ...emptyParagraph(), content: [{ type: "text", text, marks }] };
}

function line(name: string, value: string): StoredElement {
  if (!/^https?:\/\/\S+$/.test(value)) return textLine(`${name}: ${value}`);
  const link = { type: "text", text: value, marks: [{ type: "link", attrs: { href: value } }] } as const;
  return { ...emptyParagraph(), content: [{ type: "text", text: `${name}: `, marks: NO_MARKS }, link] };
}
