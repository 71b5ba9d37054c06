/** Converts the text of an Evernote note (ENML) to a document. Pure. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { parseHtmlTree } from "../../../../document/html/html-tree.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { styleOf } from "../../../../document/paste/markup/paste-styles.ts";
import {
  attachmentElement,
  type Draft,
  type DraftBuilder,
  newElement,
  newText,
  readForeignTree,
  readOwnTree,
  type Target,
} from "../../document/foreign-document.ts";
import { toRefHref } from "../../model/link-refs.ts";
import { isOwnEnml, readOwnElements } from "./read-own-enml.ts";

export type EnmlTask = { readonly title: string; readonly isDone: boolean; readonly group: string; readonly sort: string };

export function readEnml(enml: string, tasks: readonly EnmlTask[]): Draft {
  const body = enml.replace(/^[\s\S]{0,2000}?<en-note\b/, "<en-note").replace(/<\?xml[^>]*\?>/g, "");
  const tree = parseHtmlTree(closeEmpty(body));
  const root = tree.find((node): node is HtmlElement => node.kind === "element" && node.tag === "en-note");
  if (root !== undefined && isOwnEnml(root)) return readOwnTree((draft) => readOwnElements(root.children, { draft, link: linkByTitle }));
  return readForeignTree(tree, { target: targetOf, own: (element, draft) => readOwn(element, draft, tasks) });
}

/** Expands self-closed XML elements that HTML would leave open. */
function closeEmpty(enml: string): string {
  return enml.replace(
    /<((?!br\b|hr\b|img\b|col\b|input\b|wbr\b|area\b)[a-z][\w-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/gi,
    "<$1$2></$1>",
  );
}

const NOTE_ADDRESS = /^evernote:\/\/\/view\/[^/]+\/[^/]+\/([\w-]+)\/([\w-]+)/i;
const WEB_ADDRESS = /^https?:\/\/(?:share\.evernote\.com\/note|(?:www|app)\.evernote\.com\/shard\/[^/]+\/(?:nl|sh)\/[^/]+)\/([\w-]+)/i;

/** Exports do not contain note ids, so links are resolved by the title they show. */
function targetOf(href: string): Target {
  const id = NOTE_ADDRESS.exec(href)?.[1] ?? WEB_ADDRESS.exec(href)?.[1];
  return id === undefined ? { kind: "other" } : { kind: "note", names: [`id:${id}`] };
}

function readOwn(element: HtmlElement, draft: DraftBuilder, tasks: readonly EnmlTask[]): readonly HtmlNode[] | undefined {
  const style = styleOf(element);
  switch (element.tag) {
    case "en-media":
      return [readMedia(element, draft)];
    case "en-todo":
      return [
        newElement("input", { type: "checkbox", ...(element.attributes.checked === "true" ? { checked: "" } : {}) }),
        ...element.children,
      ];
    case "en-crypt":
      return readEncrypted(element, draft);
    case "a": {
      const link = linkByTitle(element);
      return link === undefined ? undefined : [link];
    }
  }
  if (style.get("--en-task-group") === "true") return [taskList(style.get("--en-id") ?? "", tasks)];
  if (isCode(element)) return [codeOf(element)];
  return undefined;
}

function readMedia({ attributes }: HtmlElement, draft: DraftBuilder): HtmlElement {
  const hash = (attributes.hash ?? "").toLowerCase();
  const id = draft.want({ ref: `md5:${hash}` });
  if (!(attributes.type ?? "").startsWith("image/")) return attachmentElement(id, undefined);
  const isFree = /(?:^|;)\s*width:\s*auto/i.test(attributes.style ?? "");
  const size = (["width", "height"] as const).flatMap((name) => {
    const pixels = Math.round(Number(/^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/.exec(attributes[name] ?? "")?.[1] ?? 0));
    return pixels > 2 && !isFree ? [[name, String(pixels)] as const] : [];
  });
  const alt = attributes.alt === undefined ? {} : { alt: attributes.alt };
  return newElement("img", { ...Object.fromEntries(size), ...alt, "data-image-id": id });
}

/** Keeps the bytes of an encrypted part, which only Evernote can open with its password. */
function readEncrypted(element: HtmlElement, draft: DraftBuilder): readonly HtmlNode[] {
  draft.remark("encrypted-part", "approximated", element.attributes.hint);
  const hint = element.attributes.hint === undefined || element.attributes.hint === "" ? "" : ` (hint: ${element.attributes.hint})`;
  return [
    newElement("p", {}, [newText(`Encrypted content${hint}:`)]),
    newElement("pre", {}, [newElement("code", {}, [newText(plainText(element.children).trim())])]),
  ];
}

/** Resolves a link by the title it shows; a bare address has no title to find. */
function linkByTitle(element: HtmlElement): HtmlElement | undefined {
  const { href = "" } = element.attributes;
  const target = targetOf(href.trim());
  const title = plainText(element.children).replace(/\s+/g, " ").trim();
  if (target.kind !== "note" || title === "" || title === href) return undefined;
  return { ...element, attributes: { href: toRefHref({ names: [...target.names, `title:${title}`], href: href.trim() }) } };
}

function taskList(group: string, tasks: readonly EnmlTask[]): HtmlElement {
  const items = tasks
    .filter((task) => task.group === group)
    .sort((one, other) => (one.sort < other.sort ? -1 : 1))
    .map(({ title, isDone }) => newElement("li", { "data-type": "taskItem", "data-checked": String(isDone) }, [newText(title)]));
  return newElement(items.length === 0 ? "div" : "ul", { "data-type": "taskList" }, items);
}

function isCode(element: HtmlElement): boolean {
  return element.tag === "div" && /(?:^|;|\s)-{1,2}en-codeblock:\s*true/i.test(element.attributes.style ?? "");
}

function codeOf(element: HtmlElement): HtmlElement {
  const style = element.attributes.style ?? "";
  const language = /--en-(?:codeblockLanguage|syntaxLanguage):\s*([^;]*)/i.exec(style)?.[1]?.trim() ?? "";
  const isKnown = /^[A-Za-z0-9+#._-]{1,40}$/.test(language) && !/^(?:plaintext|plain|text)$/i.test(language);
  const text = codeText(element.children).replace(/^\n/, "").replace(/\n+$/, "").replaceAll("\u00a0", " ");
  return newElement("pre", {}, [newElement("code", isKnown ? { class: `language-${language}` } : {}, [newText(text)])]);
}

function codeText(nodes: readonly HtmlNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (node.kind === "text") text += node.text;
    else if (node.tag === "br") text += "\n";
    else if (!/^(?:div|p|li|tr)$/.test(node.tag)) text += codeText(node.children);
    else {
      const inner = codeText(node.children);
      text += `${text === "" || text.endsWith("\n") ? "" : "\n"}${inner}${inner.endsWith("\n") ? "" : "\n"}`;
    }
  }
  return text;
}
