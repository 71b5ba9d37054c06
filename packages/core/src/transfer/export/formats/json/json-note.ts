/** Converts a note to JSON for programs: metadata, its text as HTML and Markdown, and lists of its links and files. Pure. */
import { isText, type StoredDoc, type StoredMark, type StoredNode } from "../../../../document/html/stored-doc.ts";
import type { UnknownFields } from "../../../../model/entities/parsing/unknown-fields.ts";
import { linkedNote, MISSING_FILE_SCHEME, type TransferNote } from "../../../exchange/transfer-note.ts";

export type JsonLink = {
  readonly text: string;
  readonly target: string;
  readonly kind: "note" | "web" | "other";
  readonly title?: string;
  readonly heading?: string;
};

export type JsonNote = {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly created: string | null;
  readonly modified: string | null;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly properties: Readonly<Record<string, string>>;
  /** Fields of later app versions; absent if there are none. */
  readonly fields?: UnknownFields;
  readonly html: string;
  readonly markdown: string;
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly size: number;
    readonly sha256: string;
    readonly path: string;
  }[];
  readonly links: readonly JsonLink[];
  readonly checkboxes: readonly { readonly text: string; readonly checked: boolean }[];
};

export type JsonParts = {
  readonly html: string;
  readonly markdown: string;
  readonly titleOf: (key: string) => string | undefined;
  readonly pathOf: (index: number) => string;
};

export function toJsonNote(note: TransferNote, { html, markdown, titleOf, pathOf }: JsonParts): JsonNote {
  return {
    id: note.key,
    title: note.title,
    folder: note.folder.join("/"),
    tags: note.tags,
    created: toIso(note.createdMs),
    modified: toIso(note.modifiedMs),
    pinned: note.isPinned,
    archived: note.isArchived,
    trashed: note.isTrashed,
    properties: Object.fromEntries(note.properties),
    ...(note.unknownFields === undefined ? {} : { fields: note.unknownFields }),
    html,
    markdown,
    attachments: note.files.map(({ name, mimeType, sizeBytes, sha256 }, at) => ({
      name,
      type: mimeType,
      size: sizeBytes,
      sha256,
      path: pathOf(at),
    })),
    links: linksIn(note.doc, titleOf),
    checkboxes: checkboxesIn(note.doc),
  };
}

function toIso(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function linksIn(doc: StoredDoc, titleOf: JsonParts["titleOf"]): readonly JsonLink[] {
  const links: { text: string; target: string; mark: StoredMark }[] = [];
  const visit = (node: StoredNode): void => {
    const mark = node.marks?.find(({ type, attrs }) => type === "link" && !String(attrs.href ?? "").startsWith(MISSING_FILE_SCHEME));
    const text = isText(node) ? node.text : "";
    const last = links.at(-1);
    if (mark !== undefined && last?.mark === mark) last.text += text;
    else if (mark !== undefined) links.push({ text, target: String(mark.attrs.href ?? ""), mark });
    if (!isText(node)) for (const child of node.content ?? []) visit(child);
  };
  for (const block of doc.content) visit(block);
  return links.map(({ text, target, mark }) => ({ ...toLink(text, target, titleOf), ...headingOf(mark) }));
}

function headingOf({ attrs }: StoredMark): { readonly heading?: string } {
  return typeof attrs.anchor === "string" ? { heading: attrs.anchor } : {};
}

/** A wiki link without a matching note keeps the name that it refers to. */
function toLink(text: string, href: string, titleOf: JsonParts["titleOf"]): JsonLink {
  const key = linkedNote(href);
  if (key === undefined)
    return { text, target: href.replace(/^wiki:/, ""), kind: /^(?:https?:|mailto:|tel:)/i.test(href) ? "web" : "other" };
  const title = titleOf(key);
  return { text, target: key, kind: "note", ...(title === undefined ? {} : { title }) };
}

function checkboxesIn(doc: StoredDoc): readonly { readonly text: string; readonly checked: boolean }[] {
  const found: { text: string; checked: boolean }[] = [];
  const visit = (node: StoredNode): void => {
    if (isText(node)) return;
    if (node.type === "taskItem") found.push({ text: lineOf(node.content?.[0]), checked: node.attrs.checked === true });
    for (const child of node.content ?? []) visit(child);
  };
  for (const block of doc.content) visit(block);
  return found;
}

function lineOf(node: StoredNode | undefined): string {
  if (node === undefined) return "";
  return isText(node) ? node.text : node.type === "hardBreak" ? " " : (node.content ?? []).map(lineOf).join("");
}
