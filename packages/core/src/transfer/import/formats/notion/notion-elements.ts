/** Converts Notion's markup to HTML: callouts, equations, toggles, checklists, bookmarks. Pure. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { FORMULA_LANGUAGE, OWN_NODE } from "../../../../document/html/stored-html.ts";
import { WIKI_SCHEME } from "../../../../document/markdown/markdown-html.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { calloutElement, type DraftBuilder, findAnnotation, newElement, newText } from "../../document/foreign-document.ts";
import { findElement } from "../html/page-elements.ts";

export function readNotionElement(element: HtmlElement, draft: DraftBuilder): readonly HtmlNode[] | undefined {
  const kind = element.attributes.class ?? "";
  if (element.tag === "figure") return readFigure(element, kind, draft);
  if (element.tag === "style" || /\bicon\b/.test(kind)) return [];
  if (/\bkatex\b|\bnotion-text-equation-token\b/.test(kind)) return readEquation(element, false);
  if (element.tag === "nav" && /\btable_of_contents\b/.test(kind)) return [readContents(element)];
  if (element.tag === "details") return readDetails(element);
  if (element.tag === "p" && element.children.some(isBreak))
    return [newElement("p", element.attributes, withoutExtraBreaks(element.children))];
  if (element.tag === "ul" && /\btoggle\b/.test(kind)) return readToggles(element);
  if (element.tag === "div" && /\bindented\b/.test(kind) && element.children.length === 0) return [];
  return undefined;
}

function readFigure(element: HtmlElement, kind: string, draft: DraftBuilder): readonly HtmlNode[] | undefined {
  if (/\bcallout\b/.test(kind)) return [readCallout(element)];
  if (/\bequation\b/.test(kind)) return readEquation(element, true);
  const bookmark = findElement(element.children, ({ tag, attributes }) => tag === "a" && /\bbookmark\b/.test(attributes.class ?? ""));
  if (bookmark !== undefined) return readBookmark(element, bookmark, draft);
  return undefined;
}

function readCallout(element: HtmlElement): HtmlElement {
  const parts = element.children.filter((child): child is HtmlElement => child.kind === "element");
  const body = parts.find(({ attributes }) => /width:\s*100%/.test(attributes.style ?? "")) ?? parts.at(-1);
  const content = body?.children ?? element.children;
  return calloutElement("important", content.length === 0 ? [newElement("p")] : content);
}

/** Reads the TeX that is stored beside the rendered equation. Spaces at both ends are insignificant, even escaped ones. */
function readEquation(element: HtmlElement, isBlock: boolean): readonly HtmlNode[] | undefined {
  const tex = findAnnotation(element)?.replace(/^(?:\\?\s|\\\\)+|(?:\s|\\\s|\\\\)*(?:\\)?$/g, "");
  if (tex === undefined) return undefined;
  if (!isBlock) return [newElement("span", { [OWN_NODE]: "math" }, [newText(tex.replace(/\s+/g, " "))])];
  return [newElement("pre", {}, [newElement("code", { class: `language-${FORMULA_LANGUAGE}` }, [newText(tex.replace(/[ \t]+$/gm, ""))])])];
}

function readContents(element: HtmlElement): HtmlElement {
  const items = element.children.filter((child): child is HtmlElement => child.kind === "element");
  return newElement(
    "ul",
    {},
    items.map((item) => {
      const heading = plainText(item.children).trim();
      return newElement("li", {}, [newElement("a", { href: `${WIKI_SCHEME}#${heading}` }, [newText(heading)])]);
    }),
  );
}

/** A toggle with a heading as title becomes a heading followed by its content; any other stays a toggle. */
function readDetails(element: HtmlElement): readonly HtmlNode[] | undefined {
  const summary = element.children.find((child): child is HtmlElement => child.kind === "element" && child.tag === "summary");
  const size = Number(/font-size:\s*([\d.]+)em/.exec(summary?.attributes.style ?? "")?.[1] ?? 0);
  if (summary === undefined || size < 1.2) return undefined;
  const tag = size >= 1.8 ? "h1" : size >= 1.5 ? "h2" : "h3";
  return element.children.map((child) => (child === summary ? newElement(tag, {}, summary.children) : child));
}

/** Notion puts each toggle into a list of its own. */
function readToggles(element: HtmlElement): readonly HtmlNode[] {
  return element.children.flatMap((child) => (child.kind === "element" && child.tag === "li" ? child.children : [child]));
}

/** Converts a page preview to a link with its title, the description and the content below. */
function readBookmark(figure: HtmlElement, link: HtmlElement, draft: DraftBuilder): readonly HtmlNode[] {
  const textIn = (name: string): string =>
    plainText(findElement(link.children, ({ attributes }) => attributes.class === name)?.children ?? []).trim();
  const href = link.attributes.href ?? "";
  draft.remark("embed-as-link", "approximated", href);
  const title = textIn("bookmark-title") || href;
  const lines = [newElement("p", {}, [newElement("a", { href }, [newText(title)])])];
  const description = textIn("bookmark-description");
  if (description !== "") lines.push(newElement("p", {}, [newText(description)]));
  const caption = figure.children.filter((child) => child.kind === "element" && child.tag === "figcaption");
  return [newElement("blockquote", {}, lines), ...caption];
}

const FORMATS: ReadonlySet<string> = new Set(["strong", "em", "mark", "del", "code"]);

function isBreak(node: HtmlNode | undefined): boolean {
  return node?.kind === "element" && node.tag === "br";
}

/** Removes the extra line break that Notion writes before each change of format after a line break. */
function withoutExtraBreaks(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const first = nodes.findIndex(isBreak);
  return nodes.filter((node, at) => {
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    const isExtra = at > first && isBreak(node) && before?.kind === "text" && after?.kind === "element" && FORMATS.has(after.tag);
    return !isExtra;
  });
}
