/** Reads Joplin's JEX: a tar with one text per note, notebook, tag and resource, and the resources' bytes. */

import { extensionOfType } from "../../../exchange/mime-types.ts";
import type { NoteFile } from "../../../exchange/transfer-note.ts";
import { addToList } from "../../document/add-to-list.ts";
import { fileNodeOf, fillDraft, hashedFile } from "../../document/draft-files.ts";
import { readForeignHtml } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, oneRemark, toTitle } from "../../document/note-parts.ts";
import { parseTime, readTimes } from "../../document/parse-time.ts";
import { describeFailures, type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { cutOffItem, lostItem, metadataItem, type Remark, type SourceItem, type SourceNote } from "../../model/source-item.ts";
import { readMarkdownText } from "../markdown/markdown-note.ts";
import { readTarEntries, type TarEntry } from "./read-tar.ts";

export const joplinReader: ImportReader = {
  format: "joplin",
  async *read({ files }, tools) {
    for (const file of files) {
      yield* describeFailures<SourceItem>(
        () => readJex(file, tools),
        (kind) => lostItem(file, kind),
      );
    }
  },
};

const [NOTE, NOTEBOOK, RESOURCE, TAG, NOTE_TAG] = ["1", "2", "4", "5", "6"];

type Jex = {
  readonly file: ImportFile;
  readonly tools: ImportTools;
  readonly notes: readonly TarEntry[];
  readonly notebooks: ReadonlyMap<string, JoplinItem>;
  readonly resources: ReadonlyMap<string, JoplinItem>;
  readonly tags: ReadonlyMap<string, string>;
  readonly tagsByNote: ReadonlyMap<string, readonly string[]>;
  readonly bytes: ReadonlyMap<string, TarEntry>;
  readonly used: Set<string>;
};

async function* readJex(file: ImportFile, tools: ImportTools): AsyncGenerator<SourceItem> {
  const { jex, others } = await readDirectory(file, tools);
  yield* others;
  let count = 0;
  for (const entry of jex.notes) {
    count += 1;
    yield await readNote(entry, jex);
  }
  for (const [id, resource] of jex.resources) if (!jex.used.has(id)) yield await unusedResource(id, resource, jex);
  if (count === 0) yield { ...lostItem(file, "unreadable"), key: `${file.path}#empty` };
  else yield { ...metadataItem(file), key: `${file.path}#archive` };
}

/** Reads everything except the notes' texts, which are read one by one later. */
async function readDirectory(file: ImportFile, tools: ImportTools): Promise<{ readonly jex: Jex; readonly others: readonly SourceItem[] }> {
  const [notes, others] = [[] as TarEntry[], [] as SourceItem[]];
  const [notebooks, resources] = [new Map<string, JoplinItem>(), new Map<string, JoplinItem>()];
  const [tags, noteTags] = [new Map<string, string>(), new Map<string, string[]>()];
  const bytes = new Map<string, TarEntry>();
  const { entries, isCut } = await readTarEntries(file);
  if (isCut) others.push(cutOffItem(file));
  for (const entry of entries) {
    const key = `${file.path}/${entry.path}`;
    if (entry.isRefused) others.push({ ...lostItem(file, "path-refused", key), usedPaths: [] });
    else if (entry.sizeBytes > MAX_ITEM_BYTES && isItem(entry)) others.push({ ...lostItem(file, "too-large", key), usedPaths: [] });
    else if (!isItem(entry)) bytes.set(entry.path.replace(/^.*\//, "").replace(/\.[^.]*$/, ""), entry);
    else {
      const item = parseJoplinItem((await tools.text(partOf(file, entry))).text);
      const id = item.fields.get("id") ?? "";
      if (item.type === NOTE) notes.push(entry);
      else if (item.type === NOTEBOOK) notebooks.set(id, item);
      else if (item.type === RESOURCE) resources.set(id, item);
      else if (item.type === TAG) tags.set(id, item.title);
      else if (item.type === NOTE_TAG) addToList(noteTags, item.fields.get("note_id") ?? "", item.fields.get("tag_id") ?? "");
      else others.push({ ...lostItem(file, "unsupported", key), usedPaths: [], status: item.type === undefined ? "lost" : "kept" });
    }
  }
  return { jex: { file, tools, notes, notebooks, resources, tags, tagsByNote: noteTags, bytes, used: new Set() }, others };
}

/** An item larger than this is reported by itself, so that it does not cost the other notes of the archive. */
const MAX_ITEM_BYTES = 67_108_864;

function isItem({ path }: TarEntry): boolean {
  return path.endsWith(".md") && !path.startsWith("resources/");
}

function partOf(file: ImportFile, entry: TarEntry): ImportFile {
  return {
    path: `${file.path}/${entry.path}`,
    sizeBytes: entry.sizeBytes,
    modifiedMs: undefined,
    bytes: (from = 0, to = entry.sizeBytes) => file.bytes(entry.from + from, entry.from + Math.min(to, entry.sizeBytes)),
  };
}

const REFERENCE = /^:\/([0-9a-f]{32})(?:#.*)?$/i;

async function readNote(entry: TarEntry, jex: Jex): Promise<SourceItem> {
  const { tools, file } = jex;
  const { fields, title: raw, body } = parseJoplinItem((await tools.text(partOf(file, entry))).text);
  const id = fields.get("id") ?? "";
  const context = {
    path: entry.path,
    tools,
    find: () => undefined,
    target: (href: string) => targetOf(href, jex),
    findOwn: (ref: string) => findResource(ref, jex),
  };
  const rules = { target: (href: string) => targetOf(href, jex) ?? ({ kind: "other" } as const) };
  const isHtml = fields.get("markup_language") === "2";
  const read = isHtml
    ? { ...(await fillDraft(readForeignHtml(body, rules), tools, ({ ref }) => findResource(ref, jex))), hashtags: [] }
    : await readMarkdownText(body, context);
  const title = toTitle(raw, "Untitled");
  const remarks = remarksOf(fields);
  const time = (name: string): string | undefined => {
    const [own, synced] = [fields.get(`user_${name}`), fields.get(name)];
    return parseTime(own) === undefined && parseTime(synced) !== undefined ? synced : own || synced;
  };
  const times = readTimes(time("created_time"), time("updated_time"));
  const isTodo = fields.get("is_todo") === "1";
  const source = fields.get("source_url") ?? "";
  return {
    ...EMPTY_NOTE,
    key: `${file.path}/${entry.path}`,
    path: file.path,
    title,
    folder: folderPath(fields.get("parent_id") ?? "", jex),
    tags: [...new Set((jex.tagsByNote.get(id) ?? []).flatMap((tag) => jex.tags.get(tag) ?? []))],
    createdMs: times.createdMs,
    modifiedMs: times.modifiedMs,
    isTrashed: /^[1-9]/.test(fields.get("deleted_time") ?? "0"),
    doc: isTodo ? withTodo(read.doc, title, (fields.get("todo_completed") ?? "0") !== "0") : read.doc,
    files: read.files,
    properties: [...times.properties, ...(source === "" ? [] : [["source", source] as const])],
    usedPaths: [file.path],
    names: [`id:${id}`, `title:${title}`],
    remarks: [...read.remarks, ...times.remarks, ...remarks],
    sourceId: id,
  };
}

/** A Joplin to-do is a note: its title becomes the first item of a checklist. */
function withTodo(doc: SourceNote["doc"], title: string, checked: boolean): SourceNote["doc"] {
  const paragraph = {
    type: "paragraph",
    attrs: { dir: null, textAlign: null },
    content: [{ type: "text", text: title, marks: [] }],
  } as const;
  const item = { type: "taskItem", attrs: { checked }, content: [paragraph] } as const;
  return { ...doc, content: [{ type: "taskList", attrs: { dir: null }, content: [item] }, ...doc.content] };
}

function remarksOf(fields: ReadonlyMap<string, string>): readonly Remark[] {
  return [
    ...(/^[1-9]/.test(fields.get("todo_due") ?? "0") ? [oneRemark("reminder-dropped", "lost")] : []),
    ...(/[1-9]/.test(fields.get("latitude") ?? "0") ? [oneRemark("location-dropped", "lost")] : []),
    ...(fields.get("encryption_applied") === "1" ? [oneRemark("encrypted-part", "lost")] : []),
  ];
}

function folderPath(id: string, { notebooks }: Jex): readonly string[] {
  const path: string[] = [];
  for (let at = notebooks.get(id); at !== undefined && path.length < 50; at = notebooks.get(at.fields.get("parent_id") ?? ""))
    path.unshift(toTitle(at.title, "Untitled"));
  return path;
}

function targetOf(href: string, { resources }: Jex) {
  const id = REFERENCE.exec(href)?.[1]?.toLowerCase();
  if (id === undefined) return undefined;
  return resources.has(id) ? ({ kind: "file", ref: id } as const) : ({ kind: "note", names: [`id:${id}`] } as const);
}

async function findResource(id: string, jex: Jex): Promise<NoteFile | undefined> {
  const [resource, entry] = [jex.resources.get(id), jex.bytes.get(id)];
  if (resource === undefined || entry === undefined) return undefined;
  jex.used.add(id);
  try {
    return await toFile(id, { resource, entry }, jex);
  } catch (error) {
    if (error instanceof SourceFailure) return undefined;
    throw error;
  }
}

async function toFile(
  id: string,
  { resource, entry }: { readonly resource: JoplinItem; readonly entry: TarEntry },
  { file, tools }: Jex,
): Promise<NoteFile> {
  const found = await hashedFile(partOf(file, entry), tools);
  const mimeType = resource.fields.get("mime") || found.mimeType;
  const name = resource.fields.get("filename") || resource.title || `${id}.${extensionOfType(mimeType)}`;
  return { ...found, name, mimeType, path: `${file.path}/${entry.path}` };
}

async function unusedResource(id: string, resource: JoplinItem, jex: Jex): Promise<SourceItem> {
  const entry = jex.bytes.get(id);
  const key = `${jex.file.path}/resources/${id}`;
  if (entry === undefined) return { ...lostItem(jex.file, "damaged", key), name: resource.title, usedPaths: [] };
  const kept = await toFile(id, { resource, entry }, jex);
  return {
    ...EMPTY_NOTE,
    key,
    path: jex.file.path,
    title: toTitle(resource.title, "Untitled"),
    doc: { type: "doc", content: [{ type: "paragraph", attrs: { dir: null, textAlign: null }, content: [fileNodeOf("file-0", kept)] }] },
    files: [kept],
    usedPaths: [jex.file.path],
    remarks: [oneRemark("attachment-unlinked", "approximated")],
  };
}

/** An item of the export: title, body, and one line per field at the end. */
type JoplinItem = {
  /** Undefined if the text is not a Joplin item. */
  readonly type: string | undefined;
  readonly title: string;
  readonly body: string;
  readonly fields: ReadonlyMap<string, string>;
};

function parseJoplinItem(raw: string): JoplinItem {
  const text = raw.replace(/\r\n?/g, "\n").trimEnd();
  const lines = text.split("\n");
  let start = lines.length;
  while (start > 0 && /^[a-z_0-9]+:(?: |$)/.test(lines[start - 1] ?? "")) start -= 1;
  const fields = new Map(
    lines.slice(start).map((line) => [line.slice(0, line.indexOf(":")), unescapeValue(line.slice(line.indexOf(":") + 1).trim())] as const),
  );
  const [title = "", ...rest] = lines.slice(0, start);
  const body = rest.join("\n").replace(/^\n/, "").replace(/\n$/, "");
  return { type: fields.get("type_"), title, body, fields };
}

function unescapeValue(value: string): string {
  return value.replace(/\\(n|r|\\)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : "\\"));
}
