/** State of the traversal in paste-clean.ts, and what its parts share: what a program hides, white space, and elements that are blocks. */
import { type HtmlElement, type HtmlNode, ofSome } from "../../html/html-tree.ts";
import { isIgnoredByWord, isSlideMarker } from "./paste-lists.ts";
import { type Look, lookInside, PLAIN_LOOK, styleOf, withLook } from "./paste-styles.ts";

/** Placeholders for spaces and tabs that must survive white-space collapsing. They never occur in text. */
export const HELD_SPACE = "\ufdd0";
export const HELD_TAB = "\ufdd1";

export type Context = {
  readonly look: Look;
  /** White space is significant, as in `pre-wrap`. */
  readonly keepsSpace: boolean;
  /** Line ends are significant and other white space is not, as in `pre-line`. */
  readonly keepsLines: boolean;
  readonly align: string | undefined;
  readonly isRightToLeft: boolean;
  /** True inside a checklist item, whose checkbox has been read already. */
  readonly isTask: boolean;
  /** True inside a layout table: tables in it count as layout tables too, unless marked otherwise. */
  readonly isLaidOut: boolean;
  /** True inside a cell of a table that is kept. */
  readonly isInCell: boolean;
  /** Lowest level of the list items that state one. */
  readonly lowestLevel: number;
  /** Cleans nodes inside; the traversal of paste-clean.ts. */
  readonly cleanAll: (nodes: readonly HtmlNode[], context: Context) => HtmlNode[];
  /** Called for each element. */
  readonly count: () => void;
};

/** Context of the outermost nodes. */
export function createContext(cleanAll: Context["cleanAll"]): Context {
  return {
    look: PLAIN_LOOK,
    keepsSpace: false,
    keepsLines: false,
    align: undefined,
    isRightToLeft: false,
    isTask: false,
    isLaidOut: false,
    isInCell: false,
    lowestLevel: 1,
    cleanAll,
    count: () => undefined,
  };
}

export function cleanText(text: string, context: Context): readonly HtmlNode[] {
  if (text === "") return [];
  if (context.keepsLines) {
    return text
      .split(/\r\n?|\n/)
      .flatMap((line, index): HtmlNode[] => [
        ...(index === 0 ? [] : [element("br")]),
        withLook({ kind: "text", text: line }, context.look),
      ]);
  }
  if (!context.keepsSpace) return [withLook({ kind: "text", text }, context.look)];
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return lines.flatMap((line, index): HtmlNode[] => [
    ...(index === 0 ? [] : [element("br")]),
    ...(line === "" ? [] : [withLook({ kind: "text", text: line.replaceAll(" ", HELD_SPACE).replaceAll("\t", HELD_TAB) }, context.look)]),
  ]);
}

export function styledText(text: string, context: Context): HtmlNode {
  return withLook({ kind: "text", text }, context.look);
}

export const BLOCKS: ReadonlySet<string> = new Set("p div h1 h2 h3 h4 h5 h6 ul ol li table pre blockquote details hr tr td".split(" "));

export const holdsBlock = ofSome((element, inside) => BLOCKS.has(element.tag) || inside(element.children));

export function isUnseen(node: HtmlElement): boolean {
  if (node.attributes["aria-roledescription"] === "checkbox" || isSlideMarker(node)) return true;
  // Edit links beside headings in Wikipedia.
  if (/\bmw-editsection\b/.test(node.attributes.class ?? "")) return true;
  if (node.tag === "dialog" && node.attributes.open === undefined) return true;
  const style = styleOf(node);
  if (style.get("display") === "none" || style.get("visibility") === "hidden" || style.get("mso-hide") === "all") return true;
  if (isIgnoredByWord(node) || /^comment/.test(style.get("mso-element") ?? "")) return true;
  return node.attributes.hidden !== undefined || /\b(?:MsoCommentReference|EOP|katex-html)\b/.test(node.attributes.class ?? "");
}

export const ALIGNMENTS = /^(?:center|right|justify)$/i;

export function inside(node: HtmlElement, context: Context): Context {
  const style = styleOf(node);
  const space = style.get("white-space");
  const align = node.tag === "center" ? "center" : (style.get("text-align") ?? node.attributes.align);
  return {
    look: lookInside(node, context.look),
    keepsSpace: space === undefined ? context.keepsSpace : /^(?:pre|pre-wrap|break-spaces)$/i.test(space),
    keepsLines: space === undefined ? context.keepsLines : /^pre-line$/i.test(space),
    isRightToLeft: isRightToLeft(node, context),
    isTask: context.isTask,
    isLaidOut: context.isLaidOut,
    isInCell: context.isInCell,
    lowestLevel: context.lowestLevel,
    cleanAll: context.cleanAll,
    count: context.count,
    align: align === undefined ? context.align : ALIGNMENTS.exec(align)?.[0].toLowerCase(),
  };
}

export function alignmentOf(context: Context): Record<string, string> {
  return context.align === undefined ? {} : { style: `text-align:${context.align};` };
}

/** Left to right is the default, although programs write it everywhere. */
export function directionOf(node: HtmlElement, context: Context): Record<string, string> {
  return isRightToLeft(node, context) ? { dir: "rtl" } : {};
}

function isRightToLeft(node: HtmlElement, { isRightToLeft: outer }: Context): boolean {
  const language = styleOf(node).get("direction") ?? node.attributes.dir;
  return language === undefined || /^auto$/i.test(language) ? outer : /^rtl$/i.test(language);
}

export function element(tag: string, attributes: Readonly<Record<string, string>> = {}, children: readonly HtmlNode[] = []): HtmlElement {
  return { kind: "element", tag, attributes: { ...attributes }, children: [...children] };
}
