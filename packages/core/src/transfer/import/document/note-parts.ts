/** Small steps shared by several readers: title from text, standalone blocks, files without a position. Pure. */
import {
  emptyParagraph,
  isText,
  NO_MARKS,
  type StoredDoc,
  type StoredElement,
  type StoredNode,
} from "../../../document/html/stored-doc.ts";
import { NOTE } from "../../../model/limits/limits.ts";
import type { NoteFile } from "../../exchange/transfer-note.ts";
import type { Remark, SourceNote } from "../model/source-item.ts";
import { fileNodeOf } from "./draft-files.ts";

export const EMPTY_NOTE = {
  kind: "note",
  folder: [],
  tags: [],
  createdMs: undefined,
  modifiedMs: undefined,
  isPinned: false,
  isArchived: false,
  isTrashed: false,
  files: [],
  properties: [],
  names: [],
  remarks: [],
} as const satisfies Partial<SourceNote>;

export function toTitle(raw: string | undefined, fallback: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  const title = (raw ?? "").replace(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  return [...(title === "" ? fallback : title)].slice(0, NOTE.titleMaxChars).join("").trim();
}

export function textOf(node: StoredNode): string {
  return isText(node) ? node.text : node.type === "hardBreak" ? "\n" : (node.content ?? []).map(textOf).join("");
}

/** Drops a first heading that repeats the title. */
export function withoutTitleHeading(doc: StoredDoc, title: string): StoredDoc {
  const first = doc.content[0];
  if (first?.type !== "heading" || first.attrs.level !== 1 || textOf(first).trim() !== title.trim()) return doc;
  const content = doc.content.slice(1);
  const start = content.findIndex((block) => block.type !== "paragraph" || block.content !== undefined);
  return { ...doc, content: start === -1 ? [emptyParagraph()] : content.slice(start) };
}

export function paragraph(text: string): StoredElement {
  return text === "" ? emptyParagraph() : { ...emptyParagraph(), content: [{ type: "text", text, marks: NO_MARKS }] };
}

export function codeBlock(text: string): StoredElement {
  return { type: "codeBlock", attrs: { language: null }, ...(text === "" ? {} : { content: [{ type: "text", text, marks: NO_MARKS }] }) };
}

/** Appends the files that the text does not refer to. */
export function withUnlinkedFiles(doc: StoredDoc, files: readonly NoteFile[], from: number): StoredDoc {
  const blocks = files
    .slice(from)
    .map((file, index): StoredElement => ({ ...emptyParagraph(), content: [fileNodeOf(`file-${from + index}`, file)] }));
  if (blocks.length === 0) return doc;
  return { ...doc, content: isEmptyDoc(doc) ? blocks : [...doc.content, ...blocks] };
}

export function isEmptyDoc(doc: StoredDoc): boolean {
  return doc.content.every((block) => block.type === "paragraph" && block.content === undefined);
}

export function oneRemark(kind: Remark["kind"], status: Remark["status"], count = 1): Remark {
  return { kind, status, count };
}

export function plainDoc(text: string): StoredDoc {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  return { type: "doc", content: lines.map((line) => paragraph(withoutControls(line))) };
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}
