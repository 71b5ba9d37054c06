/**
 * Converts a note to ENML. Missing elements are approximated, and a style names the original for import/formats/evernote/read-own-enml.ts.
 * Pure.
 */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { OWN_ENML } from "../../../exchange/own-enml.ts";
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import { htmlElement, printTree, toNoteTree } from "../../note-tree.ts";

export type EnmlParts = {
  /** MD5 by which the text refers to a file. */
  md5Of(file: NoteFile): string;
  /** Returns undefined if that note is not exported. */
  noteId(key: string): string | undefined;
};

export function writeEnml(note: Pick<TransferNote, "doc" | "files">, { md5Of, noteId }: EnmlParts): string {
  const media = (file: NoteFile, attributes: Readonly<Record<string, string>>): HtmlNode =>
    htmlElement("en-media", { type: file.mimeType, hash: md5Of(file), ...attributes });
  const nodes = toNoteTree(note, {
    image: (file, { attributes }) =>
      withMeaning(media(file, sizesOf(attributes)) as HtmlElement, { tag: "img", attributes: withoutIds(attributes) }),
    attachment: (file) => media(file, {}),
    unloaded: (href, { tag, attributes }) =>
      withMeaning(htmlElement("a", { href }, [{ kind: "text", text: attributes.alt || href }]), { tag, attributes }),
    link(key, text) {
      const id = noteId(key);
      return id === undefined ? undefined : htmlElement("a", { href: `evernote:///view/0/s0/${id}/${id}/` }, [{ kind: "text", text }]);
    },
    element: toEnmlElement,
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">\n<en-note style="${OWN_ENML.mark}:1">${printTree(nodes)}</en-note>`;
}

const SIZES = ["width", "height", "alt"] as const;

function sizesOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(SIZES.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]] as const])));
}

function withoutIds({ "data-image-id": _id, ...rest }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return rest;
}

const TAGS: ReadonlySet<string> = new Set(
  "a br blockquote code em h1 h2 h3 h4 h5 h6 hr img li ol p s span strong sub sup table tbody td th tr u ul".split(" "),
);
const ATTRIBUTES: ReadonlySet<string> = new Set("href colspan rowspan start type dir style src alt width height".split(" "));

function toEnmlElement(element: HtmlElement): HtmlNode {
  const { tag, attributes, children } = element;
  if (tag === "pre") return codeBlock(element);
  // The code block around it is converted next and needs this element.
  if (tag === "code" && attributes.class !== undefined) return element;
  if (attributes["data-type"] === "taskList") return withMeaning(htmlElement("ul", { style: "--en-todo:true" }, children), element);
  if (attributes["data-type"] === "taskItem")
    return withMeaning(htmlElement("li", { style: `--en-checked:${attributes["data-checked"] ?? "false"}` }, children), element);
  const isPlain = TAGS.has(tag) && Object.keys(attributes).every((name) => ATTRIBUTES.has(name));
  if (isPlain) return element;
  const shown = Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name)));
  return withMeaning(htmlElement(nearestTag(element), shown, children), element);
}

function nearestTag({ tag, attributes }: HtmlElement): string {
  if (TAGS.has(tag)) return tag;
  if (attributes["data-satchel"] === "callout") return "blockquote";
  return "div";
}

/** Replaces spaces that would collapse by no-break spaces. */
function codeBlock(element: HtmlElement): HtmlNode {
  const [code] = element.children;
  const text = code?.kind === "element" && code.children[0]?.kind === "text" ? code.children[0].text : "";
  const language = /^language-(.+)$/.exec(code?.kind === "element" ? (code.attributes.class ?? "") : "")?.[1];
  const style = `-en-codeblock:true;--en-codeblock:true;${language === undefined ? "" : `--en-codeblockLanguage:${language};`}`;
  const lines = text
    .split("\n")
    .flatMap((line, at): readonly HtmlNode[] => [
      ...(at === 0 ? [] : [htmlElement("br", {})]),
      { kind: "text", text: line.replace(/^ | (?= )/g, "\u00a0") },
    ]);
  const attributes = language === undefined ? {} : { language };
  return withMeaning(htmlElement("div", { style }, lines), { tag: "pre", attributes });
}

type Meaning = { readonly tag: string; readonly attributes: Readonly<Record<string, string>> };

function withMeaning(element: HtmlElement, { tag, attributes }: Meaning): HtmlElement {
  const meant = `${OWN_ENML.tag}:${tag};${OWN_ENML.attributes}:${encodeAttributes(attributes)}`;
  const own = element.attributes.style;
  return { ...element, attributes: { ...element.attributes, style: own === undefined ? meant : `${own.replace(/;?\s*$/, ";")}${meant}` } };
}

/** Encodes attributes with characters that are safe in a style. */
function encodeAttributes(attributes: Readonly<Record<string, string>>): string {
  return encodeURIComponent(JSON.stringify(attributes)).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
