/** Reads HTML files with their media: Apple Notes, saved web pages and other programs. */
import { type HtmlNode, parseHtmlTree } from "../../../../document/html/html-tree.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { fillDraft } from "../../document/draft-files.ts";
import { readForeignTree } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, oneRemark, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { metadataItem, type SourceItem } from "../../model/source-item.ts";
import { baseName, folderOf, withoutExtension } from "../../model/source-path.ts";
import { createFileFinder, fileOrNothing, targetOf } from "../markdown/markdown-note.ts";
import { findElement, metaOf, readPageElement } from "./page-elements.ts";
import { isSiteIndex, readSitePage, siteFiles } from "./read-site-page.ts";

export const htmlReader: ImportReader = {
  format: "html",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    yield* readEach(files, async function* (file) {
      const item = await readPage(file, tools, find);
      yield item;
      if (item.kind === "other" && item.reason === "metadata") yield* siteFiles(folderOf(file.path), byPath);
    });
  },
};

async function readPage(file: ImportFile, tools: ImportTools, find: (path: string) => ImportFile | undefined): Promise<SourceItem> {
  const { text, isGuessed } = await tools.text(file);
  const tree = parseHtmlTree(text);
  if (isSiteIndex(tree)) return metadataItem(file);
  const own = await readSitePage(tree, { file, tools, find });
  if (own !== undefined) return own;
  const draft = readForeignTree(bodyOf(tree), { target: (href) => targetOf(href, { path: file.path, find }), own: readPageElement });
  const filled = await fillDraft(draft, tools, async ({ ref }) => {
    const found = find(ref);
    return found === undefined ? undefined : fileOrNothing(found, tools);
  });
  const name = withoutExtension(baseName(file.path));
  const heading = findElement(tree, (element) => element.tag === "title");
  const named = heading === undefined ? "" : plainText(heading.children).trim();
  const title = toTitle(named === baseName(file.path) ? undefined : named, name);
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path),
    createdMs: parseTime(metaOf(tree, /^(?:created|date|article:published_time|dcterms\.created)$/i)),
    modifiedMs: parseTime(metaOf(tree, /^(?:updated|modified|last-modified|article:modified_time)$/i)) ?? file.modifiedMs,
    doc: withoutTitleHeading(filled.doc, named === "" ? title : named),
    files: filled.files,
    usedPaths: [file.path, ...filled.files.map(({ path }) => path)],
    names: [`path:${file.path}`, `path:${file.path.replace(/\.\w+$/, "")}`, `title:${title}`],
    remarks: [...filled.remarks, ...(isGuessed ? [oneRemark("encoding-guessed", "approximated")] : [])],
  };
}

function bodyOf(tree: readonly HtmlNode[]): readonly HtmlNode[] {
  return findElement(tree, (element) => element.tag === "body")?.children ?? tree;
}
