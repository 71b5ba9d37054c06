/** Reads the Markdown source of a note into canonical blocks, chunk by chunk. Pure. */
import { toCanonicalHtml } from "../../html/canonical-html.ts";
import { readStoredHtml } from "../../html/read-stored-html.ts";
import { isText, NO_MARKS, type StoredElement, type StoredMark, type StoredNode, type StoredText } from "../../html/stored-doc.ts";
import type { Attributes } from "../../html/stored-html.ts";
import { EMPTY_BLOCK, STORED_SOURCE, writeBlock } from "../../html/write-stored-html.ts";
import { cleanPaste } from "../../paste/paste-clean.ts";
import { FOOTNOTE, linkDefinitions, markdownToHtml } from "../markdown-html.ts";
import { EMPTY_ID, releaseSigns, toChunks } from "./hold-signs.ts";
import { type KeptPart, type KeptParts, TOKEN } from "./kept-parts.ts";

/** Returns the blocks of a source, each as canonical HTML; at least one. */
export type SourceReader = (source: string) => readonly string[];

/** Chunks kept in the cache; more than a note of the greatest length has. */
const MAX_CACHED = 20_000;

export function createSourceReader(kept: KeptParts): SourceReader {
  const read = new Map<string, readonly string[]>();
  const readChunk = (chunk: string, definitions: string): readonly string[] => {
    const key = chunk.includes("[") ? chunk + definitions : chunk;
    const known = read.get(key);
    if (known !== undefined) return known;
    if (read.size > MAX_CACHED) read.clear();
    const blocks = parseChunk(key, kept);
    read.set(key, blocks);
    return blocks;
  };
  return (source) => {
    const definitions = linkDefinitions(source);
    const text = withUnusedDefinitions(source, definitions);
    // A footnote's text may be anywhere in the source.
    const blocks = toChunks(text, FOOTNOTE.test(source)).flatMap((chunk) => readChunk(chunk, definitions));
    return blocks.length === 0 ? [EMPTY_BLOCK] : blocks;
  };
}

/** Escapes definitions that no link uses: as definitions, their text would be lost. */
function withUnusedDefinitions(source: string, definitions: string): string {
  if (definitions === "") return source;
  const lower = source.toLowerCase();
  return source.replace(/^( {0,3})\[([^\]^\n]{1,200})\](?=:[ \t]*\S)/gm, (line, indent: string, label: string) => {
    const isUsed = lower.split(`[${label.toLowerCase()}]`).length > 2;
    return isUsed ? line : `${indent}\\[${label}]`;
  });
}

function parseChunk(chunk: string, kept: KeptParts): readonly string[] {
  if (chunk.trim() === "") return [];
  const { doc } = cleanPaste(markdownToHtml(chunk));
  const blocks = doc.content.flatMap((block) => {
    const strays: StoredElement[] = [];
    return [...place(block, kept, strays), ...strays];
  });
  const html = blocks.map((block) => writeBlock(block, STORED_SOURCE)).filter((text) => text !== "");
  if (!chunk.includes("\ufdd2")) return html;
  return readStoredHtml(toCanonicalHtml(html.join(""))).content.map((block) => writeBlock(block, STORED_SOURCE));
}

/** Puts kept parts in place of their tokens. A part that cannot be where its token is becomes a block of its own, in `strays`. */
function place(block: StoredElement, kept: KeptParts, strays: StoredElement[]): readonly StoredElement[] {
  const addStray = (id: string): string => {
    strays.push(...toBlocks(kept.find(id)));
    return "";
  };
  const toPlain = (text: string): string => releaseSigns(text.replace(TOKEN, (_, id: string) => addStray(id)));
  const attrs = plainAttributes(block.attrs, toPlain);
  if (block.content === undefined) return [{ ...block, attrs }];
  if (block.type === "codeBlock") {
    const content = block.content.map((node) => (isText(node) ? { ...node, text: toPlain(node.text) } : node));
    return [{ ...block, attrs, content: content.filter((node) => !isText(node) || node.text !== "") }];
  }
  if (block.type === "paragraph") {
    const only = onlyToken(block);
    if (only === EMPTY_ID) return [{ type: "paragraph", attrs }];
    const part = only === undefined ? undefined : kept.find(only);
    if (part?.isBlock === true) return toBlocks(part);
  }
  const content = block.content.flatMap((node): readonly StoredNode[] => {
    if (isText(node)) return placeInText(node, kept, { addStray, toPlain });
    const isInline = node.content === undefined && node.marks !== undefined;
    if (isInline) return [{ ...node, attrs: plainAttributes(node.attrs, toPlain), marks: plainMarks(node.marks ?? NO_MARKS, toPlain) }];
    return place(node, kept, strays);
  });
  return [{ ...block, attrs, content }];
}

type Stray = { readonly addStray: (id: string) => string; readonly toPlain: (text: string) => string };

function placeInText({ text, marks }: StoredText, kept: KeptParts, { addStray, toPlain }: Stray): readonly StoredNode[] {
  const own = plainMarks(marks, toPlain);
  if (!/[\ufdd2-\ufdd7]/.test(text)) return [{ type: "text", text, marks: own }];
  return text.split(TOKEN).flatMap((piece, at): readonly StoredNode[] => {
    if (at % 2 === 0) return piece === "" ? [] : [{ type: "text", text: releaseSigns(piece), marks: own }];
    const part = kept.find(piece);
    if (part === undefined) return [];
    const isInCode = own.some(({ type }) => type === "code");
    if (!part.isBlock && !isInCode) return inlineNodes(part).map((node) => ({ ...node, marks: joinMarks(own, node.marks ?? NO_MARKS) }));
    addStray(piece);
    return [];
  });
}

function joinMarks(outer: readonly StoredMark[], inner: readonly StoredMark[]): readonly StoredMark[] {
  return [...outer.filter(({ type }) => inner.every((mark) => mark.type !== type)), ...inner];
}

function plainMarks(marks: readonly StoredMark[], toPlain: (text: string) => string): readonly StoredMark[] {
  return marks.map((mark) => ({ ...mark, attrs: plainAttributes(mark.attrs, toPlain) }));
}

function plainAttributes(attrs: Attributes, toPlain: (text: string) => string): Attributes {
  const needed = Object.values(attrs).some((value) => typeof value === "string" && /[\ufdd2-\ufdd7]|%EF%B7%9/i.test(value));
  if (!needed) return attrs;
  const decode = (value: string): string => value.replace(/%EF%B7%(9[2-7])/gi, (encoded) => decodeURIComponent(encoded));
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [name, typeof value === "string" ? toPlain(decode(value)) : value]),
  );
}

function onlyToken({ content = [] }: StoredElement): string | undefined {
  const [node] = content;
  if (content.length !== 1 || node === undefined || !isText(node)) return undefined;
  return new RegExp(`^${TOKEN.source}$`).exec(node.text)?.[1];
}

function toBlocks(part: KeptPart | undefined): readonly StoredElement[] {
  if (part === undefined) return [];
  return readStoredHtml(part.isBlock ? part.html : `<p>${part.html}</p>`).content;
}

function inlineNodes(part: KeptPart): readonly StoredNode[] {
  return toBlocks(part).flatMap(({ content = [] }) => content);
}
