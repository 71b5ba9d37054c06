/** Keeps the words and address of elements that notes do not have: embeds, players, form fields, missing images. Pure. */
import { webAddress } from "../../html/attribute-values.ts";
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { plainText } from "./paste-lists.ts";
import { formulaText } from "./paste-math.ts";
import { styleOf, wrap } from "./paste-styles.ts";

/** Returns undefined for other elements. */
export function cleanEmbedded(element: HtmlElement): readonly HtmlNode[] | undefined {
  return CLEANERS[element.tag]?.(element);
}

/** Names the missing image in brackets. */
export function missingImage(name: string): HtmlNode {
  return text(name === "" ? "[Image]" : `[Image: ${name}]`);
}

type Cleaner = (element: HtmlElement) => readonly HtmlNode[];

const CLEANERS: Readonly<Record<string, Cleaner | undefined>> = Object.assign(Object.create(null) as Record<string, Cleaner>, {
  math: cleanFormula,
  svg: cleanDrawing,
  iframe: (node) => cleanPlayer(node, node.attributes.src),
  embed: (node) => cleanPlayer(node, node.attributes.src),
  object: (node) => cleanPlayer(node, node.attributes.data),
  video: (node) => cleanPlayer(node, node.attributes.src ?? sourceOf(node)),
  audio: (node) => cleanPlayer(node, node.attributes.src ?? sourceOf(node)),
  canvas: (node) => apart(plainText(node.children)),
  meter: (node) => apart(plainText(node.children)),
  progress: (node) => apart(plainText(node.children)),
  textarea: (node) => apart(plainText(node.children)),
  select: (node) => apart(chosenOption(node)),
  input: cleanField,
} satisfies Record<string, Cleaner>);

function cleanFormula(math: HtmlElement): readonly HtmlNode[] {
  const source = formulaText(math);
  return source === "" ? [] : [wrap("code", text(source))];
}

/** A drawing without text is an icon of the page. */
function cleanDrawing(svg: HtmlElement): readonly HtmlNode[] {
  const labels = textsOf(svg, ["text", "foreignobject"]);
  const title = svg.attributes["aria-label"] ?? textsOf(svg, ["title"])[0] ?? "";
  if (labels.length === 0 && (title === "" || svg.attributes.role !== "img")) return [];
  return apart(`[Image: ${[title, labels.join(", ")].filter((part) => part !== "").join(": ")}]`);
}

function textsOf(element: HtmlElement, tags: readonly string[]): readonly string[] {
  return element.children.flatMap((child) => {
    if (child.kind === "text") return [];
    const own = tags.includes(child.tag) ? plainText(child.children).replace(/\s+/g, " ").trim() : "";
    return own === "" ? textsOf(child, tags) : [own];
  });
}

/** Returns a link to the embedded page, with the page's name for it and the fallback text. */
function cleanPlayer(node: HtmlElement, source: string | undefined): readonly HtmlNode[] {
  if (isUnnamedFrame(node)) return [];
  const { title, name } = node.attributes;
  const address = source === undefined ? undefined : webAddress.normalise(source.startsWith("//") ? `https:${source}` : source);
  const words = node.tag !== "object" ? "" : plainText(node.children).replace(/\s+/g, " ").trim();
  const label = title ?? node.attributes["aria-label"] ?? name ?? (words === "" ? address : words) ?? "";
  if (label.trim() === "") return [];
  const shown = address === undefined ? text(`[${label}]`) : wrap("a", text(label), { href: address });
  const rest = words === "" || words === label ? [] : [wrap("p", text(words))];
  return [wrap("p", shown), ...rest];
}

/** True for advertisements and trackers: content meant for the user has a name, or may go full screen. */
function isUnnamedFrame({ tag, attributes }: HtmlElement): boolean {
  return (
    tag === "iframe" && attributes.title === undefined && attributes["aria-label"] === undefined && attributes.allowfullscreen === undefined
  );
}

function sourceOf(node: HtmlElement): string | undefined {
  const source = node.children.find((child): child is HtmlElement => child.kind === "element" && child.tag === "source");
  return source?.attributes.src;
}

function chosenOption(list: HtmlElement): string {
  const options = optionsOf(list);
  return plainText((options.find((option) => option.attributes.selected !== undefined) ?? options[0])?.children ?? []);
}

function optionsOf(element: HtmlElement): readonly HtmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind === "text") return [];
    return child.tag === "option" ? [child] : optionsOf(child);
  });
}

const NOT_WRITTEN_INTO = /^(?:hidden|button|submit|reset|image|file|color|range|password)$/i;

/** Checkboxes in lists have been converted before this runs. */
function cleanField({ attributes }: HtmlElement): readonly HtmlNode[] {
  const { type = "text", value = "" } = attributes;
  if (/^(?:checkbox|radio)$/i.test(type)) return apart(attributes.checked === undefined ? "☐" : "☑");
  return NOT_WRITTEN_INTO.test(type) ? [] : apart(value);
}

/** Separates words that are beside other text on the page, not in the same line. */
function apart(words: string): readonly HtmlNode[] {
  return words.trim() === "" ? [] : [text(` ${words} `)];
}

/** True for an element whose children are beside or below each other, even if they are inline elements. */
export function isFlexOrGrid(element: HtmlElement): boolean {
  return /^(?:inline-)?(?:flex|grid)$/i.test(styleOf(element).get("display") ?? "");
}

/** Returns how CSS separates an inline element from the text around, if it does. */
export function isShownApart(element: HtmlElement): "block" | "beside" | undefined {
  const style = styleOf(element);
  if (/^(?:block|flex|grid|list-item|table|flow-root)$/i.test(style.get("display") ?? "")) return "block";
  return /^(?:absolute|fixed)$/i.test(style.get("position") ?? "") || element.tag === "label" || element.tag === "output"
    ? "beside"
    : undefined;
}

function text(words: string): HtmlNode {
  return { kind: "text", text: words };
}
