/** Builds a note's HTML tree; the format supplies the elements for its files and links. Pure. */

import { writeStoredHtml } from "../../document/html/canonical-html.ts";
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "../../document/html/html-tree.ts";
import { isText, type StoredElement, type StoredNode, unloadedAddress } from "../../document/html/stored-doc.ts";
import { fileOf, linkedNote, type NoteFile, type TransferNote } from "../exchange/transfer-note.ts";

export type NoteTreeWords = {
  image(file: NoteFile, element: HtmlElement): HtmlNode;
  attachment(file: NoteFile): HtmlNode;
  /** An image of another website that was not loaded: a link, since an image would be fetched when the file is opened. */
  unloaded(address: string, element: HtmlElement): HtmlNode;
  /** Returns undefined if that note is not exported. */
  link(key: string, text: string): HtmlNode | undefined;
  /** Converts any other element; its children are already converted. */
  element(element: HtmlElement): HtmlNode;
};

export function toNoteTree(note: Pick<TransferNote, "doc" | "files">, words: NoteTreeWords): readonly HtmlNode[] {
  const links: { readonly key: string; readonly text: string }[] = [];
  const mark = (node: StoredNode): StoredNode => {
    if (!isText(node)) return node.content === undefined ? node : { ...node, content: node.content.map(mark) };
    const link = node.marks.find(({ type }) => type === "link");
    const key = linkedNote(link?.attrs.href);
    if (key === undefined) return node;
    const noteId = `link-${links.push({ key, text: node.text }) - 1}`;
    return { type: "noteLink", attrs: { noteId }, marks: node.marks.filter((each) => each !== link) };
  };
  const html = writeStoredHtml({ type: "doc", content: note.doc.content.map((block) => mark(block) as StoredElement) });
  const write = (node: HtmlNode): HtmlNode => {
    if (node.kind === "text") return node;
    const { attributes } = node;
    const link = links[Number(/^link-(\d+)$/.exec(attributes["data-note-id"] ?? "")?.[1] ?? Number.NaN)];
    if (link !== undefined) return words.link(link.key, link.text) ?? { kind: "text", text: link.text };
    const file = fileOf(note, attributes["data-image-id"]) ?? fileOf(note, attributes["data-file-id"]);
    if (file !== undefined) return node.tag === "img" ? words.image(file, node) : words.attachment(file);
    const address = node.tag === "img" ? unloadedAddress({ remoteSrc: attributes["data-remote-src"] ?? null }) : undefined;
    if (address !== undefined) return words.unloaded(address, node);
    return words.element({ ...node, children: node.children.map(write) });
  };
  return parseHtmlTree(html).map(write);
}

const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "en-media", "en-todo"]);

/** Prints a tree as text that is valid HTML and XML. */
export function printTree(nodes: readonly HtmlNode[]): string {
  return nodes.map(printNode).join("");
}

function printNode(node: HtmlNode): string {
  if (node.kind === "text") return escapeMarkup(node.text);
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  const open = `<${node.tag}${attributes.join("")}`;
  return VOID.has(node.tag) ? `${open}/>` : `${open}>${printTree(node.children)}</${node.tag}>`;
}

/** Removes characters that XML cannot represent. */
export function escapeMarkup(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
      .replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char)
  );
}

export function htmlElement(tag: string, attributes: Readonly<Record<string, string>>, children: readonly HtmlNode[] = []): HtmlElement {
  return { kind: "element", tag, attributes: { ...attributes }, children: [...children] };
}
