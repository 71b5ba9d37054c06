/**
 * Converts the text of a Tomboy or Gnote note to HTML: lines to paragraphs, large lines to headings, lists below "TODO" to checklists.
 * Pure.
 */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { newElement, newText } from "../../document/foreign-document.ts";
import { toRefHref } from "../../model/link-refs.ts";

export function tomboyBlocks(content: HtmlElement, title: string): readonly HtmlNode[] {
  const lines = splitLines(content.children);
  const first = lines.findIndex((line) => !isList(line) && textOf(line).trim() !== "");
  const isTitle = first !== -1 && textOf(lines[first] ?? []).trim() === title.trim();
  return toBlocks(isTitle ? lines.slice(first + 1) : lines, TODO.test(title) ? 1 : undefined);
}

const TODO = /\bto-?do\b/i;

type Line = readonly HtmlNode[];

/** Splits at line ends; marks that cross a line end are closed and reopened. */
function splitLines(nodes: readonly HtmlNode[]): readonly Line[] {
  const lines: HtmlNode[][] = [[]];
  for (const node of nodes) {
    if (node.kind === "text") {
      for (const [at, text] of node.text.split("\n").entries()) {
        if (at > 0) lines.push([]);
        if (text !== "") lines.at(-1)?.push(newText(text));
      }
    } else if (node.tag === "list") lines.push([node], []);
    else {
      for (const [at, inner] of splitLines(node.children).entries()) {
        if (at > 0) lines.push([]);
        if (isList(inner)) lines.at(-1)?.push(...inner);
        else if (inner.length > 0) lines.at(-1)?.push({ ...node, children: [...inner] });
      }
    }
  }
  return lines;
}

function isList(line: Line): boolean {
  return line.some((node) => node.kind === "element" && node.tag === "list");
}

/** `todoLevel`: level of the heading below which lists are checklists. */
function toBlocks(lines: readonly Line[], todoLevel: number | undefined): readonly HtmlNode[] {
  const blocks: HtmlElement[] = [];
  let [todo, isOpen] = [todoLevel, false];
  for (const line of lines) {
    const level = isList(line) ? undefined : headingLevel(line);
    if (level !== undefined) {
      const heading = textOf(line);
      if (TODO.test(heading)) todo = level;
      else if (todo !== undefined && level <= todo) todo = undefined;
      blocks.push(
        newElement(
          `h${level}`,
          {},
          line.flatMap((node) => inlineOf(node, true)),
        ),
      );
    } else if (isList(line)) blocks.push(...line.flatMap((node) => (node.kind === "element" ? [listOf(node, todo !== undefined)] : [])));
    else if (textOf(line).trim() !== "") addLine(blocks, line, isOpen);
    isOpen = level === undefined && !isList(line) && textOf(line).trim() !== "";
  }
  return blocks;
}

/** Joins adjacent lines to one paragraph. */
function addLine(blocks: HtmlElement[], line: Line, isOpen: boolean): void {
  const content = line.flatMap((node) => inlineOf(node, false));
  const last = blocks.at(-1);
  if (isOpen && last !== undefined) last.children.push(newElement("br"), ...content);
  else blocks.push(newElement("p", {}, content));
}

/** Level of a line that is entirely large or entirely bold. */
function headingLevel(line: Line): number | undefined {
  if (textOf(line).trim() === "") return undefined;
  const isAll = (tag: string): boolean => line.every((node) => isUnder(node, tag));
  const isBold = isAll("bold");
  if (isAll("size:huge")) return isBold ? 1 : 2;
  if (isAll("size:large")) return isBold ? 3 : 4;
  return isBold ? 5 : undefined;
}

function isUnder(node: HtmlNode, tag: string): boolean {
  if (node.kind === "text") return node.text.trim() === "";
  return node.tag === tag || node.children.every((child) => isUnder(child, tag));
}

function listOf(list: HtmlElement, isTodo: boolean): HtmlElement {
  const items = list.children.flatMap((child) => (child.kind === "element" && child.tag === "list-item" ? [itemOf(child, isTodo)] : []));
  return newElement("ul", isTodo ? { "data-type": "taskList" } : {}, items);
}

/** A struck-out item in a to-do list is done. */
function itemOf(item: HtmlElement, isTodo: boolean): HtmlElement {
  const lines = splitLines(item.children);
  const own = lines.filter((line) => !isList(line) && textOf(line).trim() !== "");
  const isDone = isTodo && own.length > 0 && own.every((line) => line.every((node) => isUnder(node, "strikethrough")));
  const paragraphs: HtmlElement[] = [];
  for (const line of own) addLine(paragraphs, isDone ? line.flatMap(withoutStrike) : line, paragraphs.length > 0);
  const lists = lines.filter(isList).flatMap((line) => line.flatMap((node) => (node.kind === "element" ? [listOf(node, isTodo)] : [])));
  return newElement("li", isTodo ? { "data-type": "taskItem", "data-checked": String(isDone) } : {}, [...paragraphs, ...lists]);
}

function withoutStrike(node: HtmlNode): readonly HtmlNode[] {
  if (node.kind === "text") return [node];
  const children = node.children.flatMap(withoutStrike);
  return node.tag === "strikethrough" ? children : [{ ...node, children }];
}

const TAGS: Readonly<Record<string, string | undefined>> = {
  bold: "b",
  italic: "i",
  strikethrough: "s",
  highlight: "mark",
  monospace: "code",
};

/** Headings drop the size and bold marks, which they imply. */
function inlineOf(node: HtmlNode, isHeading: boolean): readonly HtmlNode[] {
  if (node.kind === "text") return [node];
  const children = node.children.flatMap((child) => inlineOf(child, isHeading));
  const text = plainText(node.children).trim();
  if (node.tag === "link:internal")
    return [newElement("a", { href: toRefHref({ names: [`title:${text}`], href: `wiki:${text}` }) }, children)];
  if (node.tag === "link:url") return [newElement("a", { href: /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}` }, children)];
  const tag = isHeading && node.tag === "bold" ? undefined : TAGS[node.tag];
  if (tag === undefined) return children;
  // A space before the font changes back does not belong to the code.
  const gap = tag === "code" ? (/\S(\s+)$/.exec(plainText(children))?.[1] ?? "") : "";
  const last = children.at(-1);
  if (gap === "" || last?.kind !== "text") return [newElement(tag, {}, children)];
  return [newElement(tag, {}, [...children.slice(0, -1), newText(last.text.trimEnd())]), newText(gap)];
}

function textOf(line: Line): string {
  return plainText(line);
}
