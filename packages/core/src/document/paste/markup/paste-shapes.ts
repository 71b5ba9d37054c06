/** Converts special markup of programs and pages to plain HTML with the same meaning. Pure; the traversal is in paste-clean.ts. */
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { OWN_NODE } from "../../html/stored-html.ts";
import { codeText } from "./paste-code.ts";

/** Returns undefined for other elements. The result never needs another conversion. */
export function toPlainShape(node: HtmlElement): HtmlElement | undefined {
  const { attributes } = node;
  if (node.tag === "button")
    return attributes["aria-expanded"] !== undefined && attributes["aria-haspopup"] === undefined ? asTitle(node) : undefined;
  if (node.tag === "code") return isBlockOfCode(node) ? element("pre", {}, [node]) : undefined;
  const callout = toCallout(node);
  if (callout !== undefined) return callout;
  const kind = attributes["data-node-type"];
  if (kind === "expand" || kind === "nestedExpand") return toToggle(node);
  if (kind === "media") return element("img", { alt: attributes["data-alt"] ?? "" }, []);
  return HIGHLIGHTER.test(attributes.class ?? "") ? toHighlightedCode(node) : undefined;
}

/** A question in a FAQ is a button that opens its answer; it becomes plain text. */
function asTitle({ children }: HtmlElement): HtmlElement {
  return element("span", {}, children);
}

/** True for multi-line `code` with a language, which is a block even without `pre`. */
function isBlockOfCode({ attributes, children }: HtmlElement): boolean {
  return /\b(?:language-|lang-|hljs\b|whitespace-pre)/.test(attributes.class ?? "") && codeText(children).trim().includes("\n");
}

/** Converts panels of Confluence and Jira and GitHub's alerts, whose kinds match callouts; their title is the name of the kind. */
function toCallout({ attributes, children }: HtmlElement): HtmlElement | undefined {
  const panel = attributes["data-panel-type"];
  const alert = ALERT.exec(attributes.class ?? "")?.[1];
  const kind = alert ?? (panel === undefined ? undefined : (PANELS[panel] ?? "note"));
  return kind === undefined ? undefined : element("div", { [OWN_NODE]: "callout", "data-kind": kind }, children.filter(isNoTitle));
}

const ALERT = /(?:^|\s)markdown-alert-(note|tip|important|warning|caution)(?:\s|$)/;
const PANELS: Readonly<Record<string, string | undefined>> = { success: "tip", warning: "warning", error: "caution" };

function isNoTitle(node: HtmlNode): boolean {
  return node.kind === "text" || !/\bmarkdown-alert-title\b/.test(node.attributes.class ?? "");
}

/** Confluence and Jira write the title as an attribute. */
function toToggle({ attributes, children }: HtmlElement): HtmlElement {
  const title: HtmlNode = { kind: "text", text: attributes["data-title"] ?? "" };
  return element("details", {}, [element("summary", {}, [title]), ...children]);
}

const HIGHLIGHTER = /(?:^|\s)syntaxhighlighter(?:\s|$)/;

/** Converts a table of one row, with line numbers in one cell and code with no-break spaces in the other. */
function toHighlightedCode(node: HtmlElement): HtmlElement | undefined {
  const cell = findCodeCell(node);
  if (cell === undefined) return undefined;
  const language = /(\S+)\s*$/.exec(node.attributes.class ?? "")?.[1] ?? "";
  const text = codeText(cell.children).replaceAll("\u00a0", " ");
  return element("pre", {}, [element("code", { class: `language-${language}` }, [{ kind: "text", text }])]);
}

function findCodeCell(node: HtmlElement): HtmlElement | undefined {
  for (const child of node.children) {
    if (child.kind === "text") continue;
    const found = child.tag === "td" && child.attributes.class === "code" ? child : findCodeCell(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function element(tag: string, attributes: Record<string, string>, children: HtmlNode[]): HtmlElement {
  return { kind: "element", tag, attributes, children };
}
