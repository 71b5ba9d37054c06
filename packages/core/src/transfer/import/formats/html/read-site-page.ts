/** Reads pages of an exported site: their text is in the stored form, with the page's links and files. */
import type { HtmlElement, HtmlNode } from "../../../../document/html/html-tree.ts";
import { SITE_ATTRIBUTES, SITE_FILES, SITE_GENERATOR, SITE_META } from "../../../exchange/own-site.ts";
import { fillDraft } from "../../document/draft-files.ts";
import { attachmentElement, type DraftBuilder, newElement, readOwnTree } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, toTitle } from "../../document/note-parts.ts";
import { type Fields, isFields, listIn, parseJson } from "../../document/read-json.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { toRefHref } from "../../model/link-refs.ts";
import { metadataItem, type SourceItem, type SourceNote } from "../../model/source-item.ts";
import { decodePercent, resolvePath } from "../../model/source-path.ts";
import { fileOrNothing } from "../markdown/markdown-note.ts";
import { findElement, metaOf } from "./page-elements.ts";

type Page = { readonly file: ImportFile; readonly tools: ImportTools; find(path: string): ImportFile | undefined };

export function isSiteIndex(tree: readonly HtmlNode[]): boolean {
  return metaOf(tree, /^generator$/) === SITE_GENERATOR.index;
}

/** Yields the files that only serve the index and style of the site. */
export function* siteFiles(folder: readonly string[], byPath: ReadonlyMap<string, ImportFile>): Generator<SourceItem> {
  for (const name of [SITE_FILES.style, SITE_FILES.search, SITE_FILES.data]) {
    const file = byPath.get([...folder, name].join("/"));
    if (file !== undefined) yield metadataItem(file);
  }
}

/** Returns undefined if the page is not from our export. */
export async function readSitePage(tree: readonly HtmlNode[], page: Page): Promise<SourceNote | undefined> {
  const fields =
    metaOf(tree, /^generator$/) === SITE_GENERATOR.note ? parseJson(metaOf(tree, new RegExp(`^${SITE_META}$`)) ?? "") : undefined;
  const article = findElement(tree, ({ tag }) => tag === "article");
  if (!isFields(fields) || article === undefined) return undefined;
  const { file, tools, find } = page;
  const draft = readOwnTree((builder) => article.children.map((node) => readNode(node, file.path, builder)));
  const filled = await fillDraft(draft, tools, async ({ ref, name }) => {
    const found = find(ref);
    const read = found === undefined ? undefined : await fileOrNothing(found, tools);
    return read === undefined || name === undefined ? read : { ...read, name };
  });
  const title = toTitle(typeof fields.title === "string" ? fields.title : undefined, "");
  return {
    ...EMPTY_NOTE,
    ...siteFields(fields),
    key: file.path,
    path: file.path,
    title,
    doc: filled.doc,
    files: filled.files,
    usedPaths: [file.path, ...filled.files.map(({ path }) => path)],
    names: [`path:${file.path}`, `title:${title}`],
    remarks: filled.remarks,
  };
}

function siteFields(fields: Fields) {
  const texts = (name: string): readonly string[] => listIn(fields, name).filter((each) => typeof each === "string");
  const time = (name: string): number | undefined => (typeof fields[name] === "number" ? (fields[name] as number) : undefined);
  const pairs = listIn(fields, "properties").filter((each): each is readonly unknown[] => Array.isArray(each));
  return {
    folder: texts("folder"),
    tags: texts("tags"),
    createdMs: time("createdMs"),
    modifiedMs: time("modifiedMs"),
    isPinned: fields.isPinned === true,
    isArchived: fields.isArchived === true,
    isTrashed: fields.isTrashed === true,
    properties: pairs.map(([name, value]) => [String(name), String(value)] as const),
  };
}

function readNode(node: HtmlNode, path: string, draft: DraftBuilder): HtmlNode {
  if (node.kind === "text") return node;
  const { attributes } = node;
  const target = (address: string | undefined): string => resolvePath(path, decodePercent(address ?? "")) ?? "";
  const name = attributes[SITE_ATTRIBUTES.file];
  if (name !== undefined && node.tag === "img") return imageElement(node, draft.want({ ref: target(attributes.src), name }));
  if (name !== undefined) return attachmentElement(draft.want({ ref: target(attributes.href), name }), name);
  if (attributes[SITE_ATTRIBUTES.image] !== undefined) return unloadedElement(node);
  const children = node.children.map((child) => readNode(child, path, draft));
  if (attributes[SITE_ATTRIBUTES.note] === undefined) return { ...node, children };
  const href = attributes.href ?? "";
  return newElement("a", { href: toRefHref({ names: [`path:${target(href)}`], href }) }, children);
}

function unloadedElement({ attributes }: HtmlElement): HtmlElement {
  const { href = "", [SITE_ATTRIBUTES.image]: alt, ...rest } = attributes;
  return newElement("img", { ...rest, "data-remote-src": href, ...(alt ? { alt } : {}) });
}

function imageElement({ attributes }: HtmlElement, id: string): HtmlElement {
  const { src: _src, alt, [SITE_ATTRIBUTES.file]: _file, [SITE_ATTRIBUTES.isPlain]: plain, ...rest } = attributes;
  const words = plain !== undefined || alt === undefined ? {} : { alt };
  return newElement("img", { ...rest, ...words, "data-image-id": id });
}
