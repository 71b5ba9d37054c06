/** Reads Tomboy and Gnote: one XML file per note, with the notebook among its tags. */
import { type HtmlElement, parseHtmlTree } from "../../../../document/html/html-tree.ts";
import { plainText } from "../../../../document/paste/markup/paste-lists.ts";
import { readForeignTree, type Target } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, oneRemark, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { readRefHref } from "../../model/link-refs.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { lostItem, type SourceItem } from "../../model/source-item.ts";
import { baseName, withoutExtension } from "../../model/source-path.ts";
import { findElement } from "../html/page-elements.ts";
import { tomboyBlocks } from "./tomboy-text.ts";

export const tomboyReader: ImportReader = {
  format: "tomboy",
  async *read({ files }, tools) {
    yield* readEach(files, (file) => readNote(file, tools));
  },
};

async function readNote(file: ImportFile, tools: ImportTools): Promise<SourceItem> {
  const { text, isGuessed } = await tools.text(file);
  const note = findElement(parseHtmlTree(text), ({ tag }) => tag === "note");
  const content = note && findElement(note.children, ({ tag }) => tag === "note-content");
  if (note === undefined || content === undefined) return lostItem(file, "damaged");
  const title = toTitle(fieldOf(note, "title"), "Untitled");
  const draft = readForeignTree(tomboyBlocks(content, title), { target: targetOf });
  const tags = tagsOf(note);
  const id = withoutExtension(baseName(file.path));
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: tags
      .filter((tag) => NOTEBOOK.test(tag))
      .map((tag) => tag.replace(NOTEBOOK, ""))
      .slice(0, 1),
    tags: tags.filter((tag) => !NOTEBOOK.test(tag)).map((tag) => tag.replace(/^system:/, "")),
    createdMs: timeOf(note, "create-date"),
    modifiedMs: timeOf(note, "last-change-date"),
    doc: draft.doc,
    usedPaths: [file.path],
    names: [`id:${id}`, `title:${title}`],
    remarks: [...draft.remarks, ...(isGuessed ? [oneRemark("encoding-guessed", "approximated")] : [])],
    sourceId: id,
  };
}

const NOTEBOOK = /^system:notebook:/;

function fieldOf(note: HtmlElement, name: string): string | undefined {
  const field = findElement(note.children, ({ tag }) => tag === name);
  return field && plainText(field.children);
}

function tagsOf(note: HtmlElement): readonly string[] {
  const list = findElement(note.children, ({ tag }) => tag === "tags");
  const tags = (list?.children ?? []).filter((child): child is HtmlElement => child.kind === "element" && child.tag === "tag");
  return [...new Set(tags.map(({ children }) => plainText(children).trim()).filter((tag) => tag !== ""))];
}

/** Gnote writes fractions of a second after a comma. */
function timeOf(note: HtmlElement, name: string): number | undefined {
  return parseTime(
    fieldOf(note, name)
      ?.trim()
      .replace(/,(?=\d)/, "."),
  );
}

function targetOf(href: string): Target {
  const ref = readRefHref(href);
  return ref === undefined ? { kind: "other" } : { kind: "note", names: ref.names };
}
