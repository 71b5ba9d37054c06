/**
 * Reads ENML written by our own export, whose styles carry the meaning. The reader of stored HTML validates it, since anyone may have
 * written it.
 */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { styleOf } from "../../../../document/paste/markup/paste-styles.ts";
import { OWN_ENML } from "../../../exchange/own-enml.ts";
import { attachmentElement, type DraftBuilder, newElement, newText } from "../../document/foreign-document.ts";
import { isFields, parseJson } from "../../document/read-json.ts";

export function isOwnEnml(root: HtmlElement): boolean {
  return styleOf(root).get(OWN_ENML.mark) === "1";
}

/** `link` converts an address in Evernote's form to ours; undefined for other addresses. */
export type OwnEnml = { readonly draft: DraftBuilder; link(element: HtmlElement): HtmlElement | undefined };

export function readOwnElements(nodes: readonly HtmlNode[], own: OwnEnml): HtmlNode[] {
  return nodes.map((node) => (node.kind === "text" ? node : readElement(node, own)));
}

function readElement(element: HtmlElement, own: OwnEnml): HtmlNode {
  const style = styleOf(element);
  const tag = style.get(OWN_ENML.tag);
  const attributes = attributesIn(style.get(OWN_ENML.attributes));
  if (element.tag === "en-media") return readMedia(element, attributes, own.draft);
  if (tag === "pre") return readCode(element, attributes.language);
  const children = readOwnElements(element.children, own);
  const linked = element.tag === "a" ? own.link(element) : undefined;
  if (linked !== undefined) return { ...linked, children };
  if (tag === undefined) return { ...element, children };
  // An image that was not loaded is written as a link with words, which are not part of the image.
  return newElement(tag, attributes, tag === "img" ? [] : children);
}

function attributesIn(text: string | undefined): Record<string, string> {
  const value = parseJson(decode(text ?? ""));
  if (!isFields(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (typeof each === "string" ? [[name, each] as const] : [])));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function readMedia({ attributes }: HtmlElement, meant: Readonly<Record<string, string>>, draft: DraftBuilder): HtmlElement {
  const id = draft.want({ ref: `md5:${(attributes.hash ?? "").toLowerCase()}` });
  if (!(attributes.type ?? "").startsWith("image/")) return attachmentElement(id, undefined);
  return newElement("img", { ...meant, "data-image-id": id });
}

function readCode({ children }: HtmlElement, language: string | undefined): HtmlElement {
  const text = children.map((child) => (child.kind === "text" ? child.text.replaceAll("\u00a0", " ") : "\n")).join("");
  return newElement("pre", {}, [newElement("code", language === undefined ? {} : { class: `language-${language}` }, [newText(text)])]);
}
