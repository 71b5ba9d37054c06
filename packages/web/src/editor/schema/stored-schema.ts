/** Attributes of the stored-HTML table for the editor: parsing and rendering. Commands stay those of the extensions. */

import { type HtmlElement, type HtmlNode, parseHtmlTree } from "@satchel/core/document/html/html-tree.ts";
import { toOpaqueHtml } from "@satchel/core/document/html/opaque-html.ts";
import {
  type AttributeRule,
  type Attributes,
  type ElementRule,
  HEADING_LEVELS,
  type MarkName,
  type NodeName,
  OWN_NODE,
  readValue,
  STORED_MARKS,
  STORED_NODES,
} from "@satchel/core/document/html/stored-html.ts";
import { headingLevel, htmlAttributes } from "@satchel/core/document/html/write-stored-html.ts";
import type { DOMOutputSpec, Mark, Node, TagParseRule } from "@tiptap/pm/model";

type EditorAttribute = {
  readonly default: unknown;
  readonly rendered: false;
  readonly parseHTML: (element: HTMLElement) => unknown;
  readonly keepOnSplit?: boolean;
};

export function storedNode(name: NodeName, keepOnSplit: Readonly<Record<string, boolean>> = {}) {
  const rule: ElementRule = STORED_NODES[name];
  return {
    addAttributes: () => ({ ...editorAttributes(rule, keepOnSplit), ...(name === "heading" ? headingAttribute : {}) }),
    parseHTML: () => nodeParseRules(name, rule),
    renderHTML: ({ node }: { readonly node: Node }) => renderNode(node, rule),
  };
}

export function storedMark(name: MarkName) {
  const rule: ElementRule = STORED_MARKS[name];
  return {
    addAttributes: () => editorAttributes(rule, {}),
    parseHTML: () => markParseRules(name, rule),
    renderHTML: ({ mark }: { readonly mark: Mark }): DOMOutputSpec => [rule.tag, toRecord(rule, mark.attrs), 0],
  };
}

function editorAttributes(rule: ElementRule, keepOnSplit: Readonly<Record<string, boolean>>): Record<string, EditorAttribute> {
  const entries = rule.attributes.map((attribute) => {
    const keep = keepOnSplit[attribute.name];
    const parseHTML = (element: HTMLElement): unknown => readValue(attribute, rawValue(attribute, element, rule));
    const common = { default: attribute.absent, rendered: false, parseHTML } as const;
    return [attribute.name, keep === undefined ? common : { ...common, keepOnSplit: keep }] as const;
  });
  return Object.fromEntries(entries);
}

const headingAttribute = {
  level: { default: 1, rendered: false, parseHTML: (element: HTMLElement) => headingLevel(Number(element.tagName.slice(1))) },
} as const;

function rawValue(attribute: AttributeRule, element: HTMLElement, rule: ElementRule): string | undefined {
  if (rule.opaque) return readOpaqueDom(element);
  if (attribute.content) return element.textContent ?? "";
  if (attribute.style) return element.style.getPropertyValue(attribute.html);
  const holder = rule.inner === "code" ? (element.querySelector("code") ?? element) : element;
  return holder.getAttribute(attribute.html) ?? undefined;
}

function renderNode(node: Node, rule: ElementRule): DOMOutputSpec {
  const own = toRecord(rule, node.attrs);
  const name = node.type.name;
  if (name === "heading") return [`h${headingLevel(node.attrs.level)}`, own, 0];
  if (name === "attachment") return [rule.tag, own, String(node.attrs.fileName ?? "")];
  if (rule.opaque) return toOpaqueDom(node.attrs.html);
  const shown = rule.attributes.find(({ content }) => content);
  if (shown !== undefined) return [rule.tag, own, String(node.attrs[shown.name] ?? "")];
  if (rule.inner === "code") return [rule.tag, [rule.inner, own, 0]];
  if (rule.inner !== undefined) return [rule.tag, own, [rule.inner, 0]];
  return node.isLeaf ? [rule.tag, own] : [rule.tag, own, 0];
}

function toRecord(rule: ElementRule, attrs: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(htmlAttributes(rule, attrs));
}

function nodeParseRules(name: NodeName, rule: ElementRule): TagParseRule[] {
  if (name === "heading") return [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` }));
  if (name === "attachment") return [{ tag: "a[data-file-id]", priority: 1001 }];
  if (name === "noteLink") return [{ tag: "a[data-note-id]", priority: 1001 }];
  if (rule.opaque) return [{ tag: `${rule.tag}[${OWN_NODE}]`, priority: 55 }];
  if (rule.bare) return [{ tag: "details > div" }];
  if (name === "codeBlock") return [{ tag: "pre", preserveWhitespace: "full" }];
  const selector = Object.entries(rule.fixed ?? {}).map(([attribute, value]) => `[${attribute}="${value}"]`);
  return [{ tag: rule.tag + selector.join(""), priority: selector.length > 0 ? 60 : 50 }];
}

const MARK_TAGS: Readonly<Partial<Record<MarkName, readonly string[]>>> = {
  bold: ["strong", "b"],
  italic: ["em", "i"],
  underline: ["u", "ins"],
  strike: ["s", "del", "strike"],
};

function markParseRules(name: MarkName, rule: ElementRule): TagParseRule[] {
  const getAttrs = (element: HTMLElement): Attributes | false | null => {
    if (rule.needsOneOf === undefined) return null;
    const found = rule.attributes.some((attribute) => readValue(attribute, rawValue(attribute, element, rule)) !== null);
    return found ? null : false;
  };
  const tags = name === "link" ? ["a[href]:not([data-file-id], [data-note-id])"] : (MARK_TAGS[name] ?? [rule.tag]);
  return tags.map((tag) => ({ tag, getAttrs, consuming: name !== "textStyle" }));
}

export const EDITOR_HEADING_LEVELS: (typeof HEADING_LEVELS)[number][] = [...HEADING_LEVELS];

/** Reads a pasted element back as the same opaque element. */
function readOpaqueDom(element: Element): string {
  const [root] = parseHtmlTree(element.outerHTML);
  return root?.kind === "element" ? toOpaqueHtml(root) : "";
}

/** `html`: result of `toOpaqueHtml`. */
function toOpaqueDom(html: unknown): HTMLElement {
  const [root] = parseHtmlTree(String(html ?? ""));
  return root?.kind === "element" ? toDom(root) : document.createElement("span");
}

function toDom({ tag, attributes, children }: HtmlElement): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map(toNode));
  return element;
}

function toNode(node: HtmlNode): ChildNode {
  return node.kind === "text" ? document.createTextNode(node.text) : toDom(node);
}
