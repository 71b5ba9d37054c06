/** Converts one Markdown text to a note. Shared by the readers for Markdown folders, TextBundle and Joplin, among others. */

import { type HtmlNode, parseHtmlTree } from "../../../../document/html/html-tree.ts";
import { type MarkdownFlavor, markdownToHtml, WIKI_SCHEME } from "../../../../document/markdown/markdown-html.ts";
import { typeOfName, UNKNOWN_TYPE } from "../../../exchange/mime-types.ts";
import type { NoteFile } from "../../../exchange/transfer-note.ts";
import { type FilledDraft, fillDraft, hashedFile } from "../../document/draft-files.ts";
import { readForeignTree, type Target, type WantedFile } from "../../document/foreign-document.ts";
import { findHashtags } from "../../document/hashtags.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { SourceFailure } from "../../model/import-source.ts";
import { baseName, decodePercent, extensionOf, isAttachmentPath, resolvePath } from "../../model/source-path.ts";

export type MarkdownContext = {
  /** Path of the file that contains the text. */
  readonly path: string;
  readonly tools: ImportTools;
  /** Finds a file by path, or anywhere by name. */
  find(path: string): ImportFile | undefined;
  /** Resolves a format's own addresses of notes and files. */
  target?(href: string): Target | undefined;
  findOwn?(ref: string): Promise<NoteFile | undefined>;
};

export type MarkdownNote = FilledDraft & { readonly hashtags: readonly string[] };

export async function readMarkdownText(markdown: string, context: MarkdownContext, flavor?: MarkdownFlavor): Promise<MarkdownNote> {
  const draft = readForeignTree(markdownTree(markdown, flavor), { target: (href) => targetOf(href, context) });
  const filled = await fillDraft(draft, context.tools, (wanted) => findFile(wanted, context));
  return { ...filled, hashtags: findHashtags(filled.doc) };
}

/** Parses Markdown without its embedded data URLs, because the parser rejects addresses of many megabytes. */
function markdownTree(markdown: string, flavor: MarkdownFlavor | undefined): readonly HtmlNode[] {
  const { text, urls } = takeOutData(markdown);
  const tree = parseHtmlTree(markdownToHtml(text, flavor));
  return urls.length === 0 ? tree : tree.map((node) => withUrls(node, urls));
}

const DATA_HEAD = /data:[a-z0-9.+/-]{1,80};base64,/gi;
const TAKEN_URL = /https:\/\/data\.invalid\/(\d{1,9})/g;
const LONG_CHARS = 10_000;

/** Scans characters one by one, because a regular expression fails on matches of millions of characters. */
function takeOutData(markdown: string): { readonly text: string; readonly urls: readonly string[] } {
  const urls: string[] = [];
  let [text, from] = ["", 0];
  for (const { index, 0: head } of markdown.matchAll(DATA_HEAD)) {
    let end = index + head.length;
    while (isBase64Code(markdown.charCodeAt(end))) end += 1;
    if (index < from || end - index < LONG_CHARS) continue;
    text += `${markdown.slice(from, index)}https://data.invalid/${urls.push(markdown.slice(index, end)) - 1}`;
    from = end;
  }
  return { text: text + markdown.slice(from), urls };
}

/** True for letters, digits, `+`, `/` and `=`. */
function isBase64Code(code: number): boolean {
  return (code >= 47 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 43 || code === 61;
}

function withUrls(node: HtmlNode, urls: readonly string[]): HtmlNode {
  const restore = (text: string): string => text.replace(TAKEN_URL, (taken, at: string) => urls[Number(at)] ?? taken);
  if (node.kind === "text") return { ...node, text: restore(node.text) };
  const attributes = Object.fromEntries(Object.entries(node.attributes).map(([name, value]) => [name, restore(value)] as const));
  return { ...node, attributes, children: node.children.map((child) => withUrls(child, urls)) };
}

async function findFile({ ref }: WantedFile, context: MarkdownContext): Promise<NoteFile | undefined> {
  if (context.findOwn !== undefined) {
    const own = await context.findOwn(ref);
    if (own !== undefined) return own;
  }
  const file = context.find(ref);
  return file === undefined ? undefined : fileOrNothing(file, context.tools);
}

/** Returns undefined if the file cannot be read. The report lists that file by itself. */
export async function fileOrNothing(file: ImportFile, tools: ImportTools): Promise<NoteFile | undefined> {
  try {
    return await hashedFile(file, tools);
  } catch (error) {
    if (error instanceof SourceFailure) return undefined;
    throw error;
  }
}

const NOTE_EXTENSIONS: ReadonlySet<string> = new Set(["md", "markdown", "mdown", "html", "htm"]);

export function targetOf(href: string, context: Pick<MarkdownContext, "path" | "find" | "target">): Target {
  const own = context.target?.(href);
  if (own !== undefined) return own;
  if (href.startsWith(WIKI_SCHEME)) return wikiTarget(href.slice(WIKI_SCHEME.length), context);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return { kind: "other" };
  const plain = href.split(/[?#]/)[0] ?? "";
  for (const candidate of [decodePercent(href), decodePercent(plain), plain]) {
    const path = resolvePath(context.path, candidate);
    if (path === undefined || path === "") continue;
    const attachment = isAttachmentPath(path) ? context.find(path) : undefined;
    if (attachment !== undefined) return { kind: "file", ref: attachment.path };
    if (NOTE_EXTENSIONS.has(extensionOf(path)))
      return { kind: "note", names: [`path:${path}`, `path:${path.replace(/\.\w+$/, "")}`], ...anchorIn(decodePercent(href)) };
    const file = context.find(path);
    if (file !== undefined) return { kind: "file", ref: file.path };
  }
  const path = resolvePath(context.path, decodePercent(plain));
  // A name without an extension may refer to a note. Any other missing file is reported in the text.
  if (path !== undefined && typeOfName(path) !== UNKNOWN_TYPE) return { kind: "file", ref: path };
  return path === undefined || path === "" ? { kind: "other" } : { kind: "note", names: [`path:${path}`] };
}

/** Resolves a name like Obsidian: by path from the root, or anywhere by name. */
function wikiTarget(target: string, context: Pick<MarkdownContext, "path" | "find">): Target {
  const name = (target.split("#")[0] ?? "").trim();
  if (name === "") return { kind: "other" };
  const extension = extensionOf(name);
  const file =
    extension === "" || (NOTE_EXTENSIONS.has(extension) && !isAttachmentPath(name))
      ? undefined
      : (context.find(name) ?? context.find(resolvePath(context.path, name) ?? name));
  if (file !== undefined) return { kind: "file", ref: file.path };
  const plain = NOTE_EXTENSIONS.has(extension) ? name.replace(/\.\w+$/, "") : name;
  const isMissingFile = /^(?:png|jpe?g|gif|webp|svg|pdf|mp3|m4a|wav|mp4|mov|webm|3gp|ogg|bmp|avif|docx?|xlsx?)$/.test(extension);
  if (isMissingFile) return { kind: "file", ref: name };
  const names = [`path:${plain}`, `path:${resolvePath(context.path, plain) ?? plain}`, `end:${plain}`, `title:${baseName(plain)}`];
  return { kind: "note", names, ...anchorIn(target) };
}

function anchorIn(href: string): { readonly anchor?: string } {
  const anchor = href.includes("#") ? href.slice(href.indexOf("#") + 1).trim() : "";
  return anchor === "" ? {} : { anchor };
}

/** Finds files by path, and by name if the name is unique. */
export function createFileFinder(byPath: ReadonlyMap<string, ImportFile>): (path: string) => ImportFile | undefined {
  const byName = new Map<string, ImportFile>();
  for (const file of byPath.values()) {
    const name = baseName(file.path).normalize("NFC").toLowerCase();
    if (!byName.has(name)) byName.set(name, file);
  }
  return (path) =>
    byPath.get(path) ??
    byPath.get(path.normalize("NFC")) ??
    byPath.get(path.normalize("NFD")) ??
    byName.get(baseName(path).normalize("NFC").toLowerCase());
}
