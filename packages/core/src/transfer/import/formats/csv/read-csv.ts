/** Reads CSV tables: one note per row with the columns as properties, or one note with the table. */
import type { StoredElement } from "../../../../document/html/stored-doc.ts";
import { EMPTY_NOTE, oneRemark, paragraph, plainDoc, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile } from "../../model/import-source.ts";
import { type ImportReader, readEach, type SourceFiles } from "../../model/reader.ts";
import type { Remark, SourceItem, SourceNote } from "../../model/source-item.ts";
import { baseName, folderOf, withoutExtension, withoutNotionId } from "../../model/source-path.ts";
import { parseCsv } from "./parse-csv.ts";

export const csvReader: ImportReader = {
  format: "csv",
  async *read({ files, byPath }, tools, { csvAs }) {
    yield* readEach(files, async function* (file) {
      const { text, isGuessed } = await tools.text(file);
      const remarks = isGuessed ? [oneRemark("encoding-guessed", "approximated")] : [];
      const rows = parseCsv(text);
      if (csvAs === "table" || rows.length < 2 || isOfDatabase(file, byPath)) yield toTable(file, rows, remarks);
      else yield* toNotes(file, rows, remarks);
    });
  },
};

/** True if a table's rows can become notes. */
export function hasFreeTables({ files, byPath }: SourceFiles): boolean {
  return files.some((file) => /\.[ct]sv$/i.test(file.path) && !isOfDatabase(file, byPath));
}

/** True for a Notion database: a table beside a folder of the same name that contains the rows as pages. */
function isOfDatabase(file: ImportFile, byPath: ReadonlyMap<string, ImportFile>): boolean {
  const folder = `${file.path.replace(/(?:_all)?\.[^.]+$/, "")}/`;
  const plain = `${folderOf(file.path)
    .concat(withoutNotionId(withoutExtension(baseName(file.path))))
    .join("/")}/`;
  for (const path of byPath.keys()) if (path.startsWith(folder) || path.startsWith(plain)) return true;
  return false;
}

const MAX_CELLS = 200_000;

function toTable(file: ImportFile, rows: readonly (readonly string[])[], remarks: readonly Remark[]): SourceNote {
  const width = Math.max(1, ...rows.slice(0, 10_000).map((row) => row.length));
  const isTable = rows.length > 0 && width <= 100 && rows.length <= 1000 && rows.length * width <= MAX_CELLS;
  const content = isTable ? [tableOf(rows, width)] : rows.map((row) => paragraph(row.join("\t")));
  const title = toTitle(withoutNotionId(withoutExtension(baseName(file.path))), "Untitled");
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path).map(withoutNotionId),
    modifiedMs: file.modifiedMs,
    doc: { type: "doc", content: content.length === 0 ? plainDoc("").content : content },
    usedPaths: [file.path],
    names: [`path:${file.path}`, `title:${title}`],
    remarks: [...remarks, ...(isTable || rows.length === 0 ? [] : [oneRemark("table-as-text", "approximated", rows.length)])],
  };
}

function tableOf(rows: readonly (readonly string[])[], width: number): StoredElement {
  const attrs = { colspan: 1, rowspan: 1, colwidth: null, textAlign: null, backgroundColor: null };
  const content = rows.map((row, at): StoredElement => {
    const cells = Array.from({ length: width }, (_, column): StoredElement => {
      return { type: at === 0 ? "tableHeader" : "tableCell", attrs, content: (row[column] ?? "").split(/\r?\n/).map(paragraph) };
    });
    return { type: "tableRow", attrs: {}, content: cells };
  });
  return { type: "table", attrs: { dir: null }, content };
}

function* toNotes(file: ImportFile, rows: readonly (readonly string[])[], remarks: readonly Remark[]): Generator<SourceItem> {
  const names = (rows[0] ?? []).map((name, at) => name.trim() || `Column ${at + 1}`);
  const titleAt = Math.max(
    0,
    names.findIndex((name) => /^(?:title|name|subject|heading)$/i.test(name)),
  );
  const timeOf = (row: readonly string[], pattern: RegExp): number | undefined =>
    parseTime(row[names.findIndex((name) => pattern.test(name))]);
  for (const [index, row] of rows.slice(1).entries()) {
    const title = toTitle(row[titleAt], `Row ${index + 1}`);
    const extra = row.slice(names.length).map((value, at) => [`Column ${names.length + at + 1}`, value] as const);
    yield {
      ...EMPTY_NOTE,
      key: `${file.path}#${index + 1}`,
      path: file.path,
      title,
      folder: [...folderOf(file.path), withoutExtension(baseName(file.path))],
      createdMs: timeOf(row, /^(?:created|created_at|date created)$/i),
      modifiedMs: timeOf(row, /^(?:updated|modified|updated_at|last modified)$/i) ?? file.modifiedMs,
      doc: plainDoc(""),
      properties: [...names.map((name, at) => [name, row[at] ?? ""] as const), ...extra],
      usedPaths: [file.path],
      names: [`title:${title}`],
      remarks,
    };
  }
}
