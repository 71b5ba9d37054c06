/** Reads each Word document as a note with headings, lists, tables, links and images. */
import { fillDraft, hashedFile } from "../../document/draft-files.ts";
import { readForeignHtml } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { lostItem, type SourceItem } from "../../model/source-item.ts";
import { baseName, folderOf, resolvePath, withoutExtension } from "../../model/source-path.ts";
import { docxToHtml } from "./docx-html.ts";
import { childNamed, parseXml } from "./xml-tree.ts";

export const docxReader: ImportReader = {
  format: "docx",
  async *read({ files }, tools) {
    yield* readEach(files, (file) => readDocument(file, tools));
  },
};

async function readDocument(file: ImportFile, tools: ImportTools): Promise<SourceItem> {
  const parts = new Map((await tools.openZip(file)).map((part) => [part.path, part] as const));
  const read = async (path: string): Promise<string> => {
    const part = parts.get(path);
    return part === undefined ? "" : (await tools.text(part)).text;
  };
  const body = await read("word/document.xml");
  if (body === "") return lostItem(file, "damaged");
  const relations = relationsOf(await read("word/_rels/document.xml.rels"));
  const html = docxToHtml({
    document: parseXml(body),
    numbering: parseXml(await read("word/numbering.xml")),
    styles: parseXml(await read("word/styles.xml")),
    footnotes: parseXml(await read("word/footnotes.xml")),
    relations,
  });
  const draft = readForeignHtml(html, { target: (href) => (href.startsWith("part:") ? { kind: "file", ref: href } : { kind: "other" }) });
  const filled = await fillDraft(draft, tools, async ({ ref }) => {
    const part = parts.get(resolvePath("word/document.xml", ref.slice("part:".length)) ?? "");
    return part === undefined ? undefined : { ...(await hashedFile(part, tools)), path: `${file.path}/${part.path}` };
  });
  const core = parseXml(await read("docProps/core.xml"));
  const property = (name: string): string | undefined => childNamed(core, name)?.text.trim();
  const title = toTitle(property("title"), withoutExtension(baseName(file.path)));
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path),
    createdMs: parseTime(property("created")),
    modifiedMs: parseTime(property("modified")) ?? file.modifiedMs,
    doc: withoutTitleHeading(filled.doc, title),
    files: filled.files,
    usedPaths: [file.path],
    names: [`path:${file.path}`, `title:${title}`],
    remarks: filled.remarks,
  };
}

function relationsOf(xml: string): ReadonlyMap<string, { readonly target: string; readonly isExternal: boolean }> {
  const list = childNamed(parseXml(xml), "Relationships")?.children ?? [];
  return new Map(
    list.map(
      ({ attributes }) =>
        [attributes.Id ?? "", { target: attributes.Target ?? "", isExternal: attributes.TargetMode === "External" }] as const,
    ),
  );
}
