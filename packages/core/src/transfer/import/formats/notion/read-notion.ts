/** Reads Notion's HTML export: one page per note, with subpages and files in a folder of its name. */
import { type HtmlElement, type HtmlNode, parseHtmlTree } from "../../../../document/html/html-tree.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { fillDraft } from "../../document/draft-files.ts";
import { readForeignTree } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { metadataItem, type SourceItem } from "../../model/source-item.ts";
import { baseName, decodePercent, folderOf, notionIdOf, withoutExtension, withoutNotionId } from "../../model/source-path.ts";
import { findElement } from "../html/page-elements.ts";
import { createFileFinder, fileOrNothing, targetOf } from "../markdown/markdown-note.ts";
import { readNotionElement } from "./notion-elements.ts";

export const notionReader: ImportReader = {
  format: "notion-html",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    yield* readEach(files, (file) => readPage(file, tools, find));
    for (const file of byPath.values()) if (/(?:^|\/)index\.html$/.test(file.path) && !files.includes(file)) yield metadataItem(file);
  },
};

async function readPage(file: ImportFile, tools: ImportTools, find: (path: string) => ImportFile | undefined): Promise<SourceItem> {
  const { text } = await tools.text(file);
  const tree = parseHtmlTree(text);
  const article = findElement(tree, ({ tag }) => tag === "article");
  const parts = article?.children ?? tree;
  const heading = findElement(parts, ({ attributes }) => /\bpage-title\b/.test(attributes.class ?? ""));
  const body = findElement(parts, ({ attributes }) => /\bpage-body\b/.test(attributes.class ?? ""));
  const draft = readForeignTree(body?.children ?? parts, { target: (href) => targetOfPage(href, file, find), own: readNotionElement });
  const filled = await fillDraft(draft, tools, async ({ ref }) => {
    const found = find(ref);
    const kept = found === undefined ? undefined : await fileOrNothing(found, tools);
    return kept === undefined ? undefined : { ...kept, name: decodePercent(kept.name) };
  });
  const name = withoutNotionId(withoutExtension(baseName(file.path)));
  const title = toTitle(heading === undefined ? undefined : plainText(heading.children), name);
  const properties = readProperties(parts);
  const id = notionIdOf(withoutExtension(baseName(file.path))) ?? article?.attributes.id?.replaceAll("-", "");
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path)
      .filter((part, at) => at > 0 || !/^Export-/.test(part))
      .map(withoutNotionId),
    tags: properties.tags,
    createdMs: parseTime(properties.created),
    modifiedMs: parseTime(properties.edited) ?? file.modifiedMs,
    doc: filled.doc,
    files: filled.files,
    properties: properties.others,
    usedPaths: [file.path, ...filled.files.map(({ path }) => path)],
    names: [`path:${file.path}`, `title:${title}`, ...(id === undefined ? [] : [`id:${id}`])],
    remarks: filled.remarks,
    ...(id === undefined ? {} : { sourceId: id }),
  };
}

function targetOfPage(href: string, file: ImportFile, find: (path: string) => ImportFile | undefined) {
  const id = /^(?:https:\/\/(?:www\.)?notion\.so\/|https:\/\/[\w-]+\.notion\.site\/)[^?#]*?([0-9a-f]{32})(?:[?#]|$)/.exec(href)?.[1];
  if (id !== undefined) return { kind: "note", names: [`id:${id}`] } as const;
  // The archive itself sometimes has percent-encoded file names.
  return targetOf(href, { path: file.path, find: (path) => find(path) ?? find(decodePercent(path)) ?? find(encodeURI(path)) });
}

type Properties = {
  readonly tags: readonly string[];
  readonly created: string | undefined;
  readonly edited: string | undefined;
  readonly others: readonly (readonly [string, string])[];
};

function readProperties(parts: readonly HtmlNode[]): Properties {
  const table = findElement(parts, ({ tag, attributes }) => tag === "table" && /\bproperties\b/.test(attributes.class ?? ""));
  const rows = table === undefined ? [] : rowsOf(table).map(toProperty);
  const find = (pattern: RegExp): string | undefined => rows.find(({ kind }) => pattern.test(kind))?.values.join(", ");
  return {
    // The choices of other lists are tags as well, and stay with the name of their list.
    tags: rows
      .filter(({ name, kind }) => kind === "multi_select" || (/^tags?$/i.test(name) && /select/.test(kind)))
      .flatMap(({ values }) => values),
    created: find(/created_time/),
    edited: find(/last_edited_time/),
    others: rows
      .filter(({ name, kind }) => !(/^tags?$/i.test(name) && /select/.test(kind)))
      .map(({ name, values }) => [name, values.join(", ")] as const),
  };
}

function rowsOf(element: HtmlElement): readonly HtmlElement[] {
  return element.children.flatMap((child) => (child.kind === "text" ? [] : child.tag === "tr" ? [child] : rowsOf(child)));
}

function toProperty(row: HtmlElement): { readonly kind: string; readonly name: string; readonly values: readonly string[] } {
  const kind = /property-row-(\w+)/.exec(row.attributes.class ?? "")?.[1] ?? "";
  const cells = row.children.filter((child): child is HtmlElement => child.kind === "element");
  const [head, cell] = [cells[0], cells[1]];
  return { kind, name: plainText(head?.children ?? []).trim(), values: cell === undefined ? [] : valuesOf(cell, kind) };
}

function valuesOf(cell: HtmlElement, kind: string): readonly string[] {
  if (kind === "checkbox")
    return [String(findElement([cell], ({ attributes }) => /\bcheckbox-on\b/.test(attributes.class ?? "")) !== undefined)];
  const time = findElement([cell], ({ tag }) => tag === "time");
  if (time !== undefined) return [dateOf(plainText(time.children).trim().replace(/^@/, ""))];
  const chosen = cell.children.filter(
    (child): child is HtmlElement => child.kind === "element" && /\bselected-value\b/.test(child.attributes.class ?? ""),
  );
  if (chosen.length > 0) return chosen.map((value) => plainText(value.children).trim());
  const text = plainText(cell.children).trim();
  return text === "" ? [] : [text];
}

/** Converts a single day to ISO format; other dates stay as Notion writes them. */
function dateOf(text: string): string {
  const ms = /^[A-Z][a-z]+ \d{1,2}, \d{4}$/.test(text) ? parseTime(`${text} UTC`) : undefined;
  return ms === undefined ? text : new Date(ms).toISOString().slice(0, 10);
}
