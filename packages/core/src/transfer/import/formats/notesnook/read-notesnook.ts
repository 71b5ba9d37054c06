/** Notesnook's own backups in clear. Its exports as Markdown, HTML and text are read as what they are. */
import { fillDraft } from "../../document/draft-files.ts";
import { readForeignHtml } from "../../document/foreign-document.ts";
import { EMPTY_NOTE, toTitle } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import { type Fields, isFields, listIn, parseJson, textIn } from "../../document/read-json.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { lostItem, metadataItem, type SourceItem } from "../../model/source-item.ts";

export const notesnookReader: ImportReader = {
  format: "notesnook",
  async *read({ files, byPath }, tools) {
    const items = new Map<string, { readonly item: Fields; readonly file: ImportFile }>();
    for (const file of files) {
      const problem = await collect(file, tools, items);
      yield problem ?? { ...metadataItem(file), key: `${file.path}#backup` };
    }
    for (const file of byPath.values()) if (/(?:^|\/)\.nnbackup$/.test(file.path)) yield metadataItem(file);
    const notes = [...items.values()].filter(({ item }) => item.type === "note" || (item.type === "trash" && item.itemType === "note"));
    for (const note of notes) yield await toNote(note.item, note.file, { items, tools });
  },
};

type Items = Map<string, { readonly item: Fields; readonly file: ImportFile }>;

async function collect(file: ImportFile, tools: ImportTools, items: Items): Promise<SourceItem | undefined> {
  try {
    const value = parseJson((await tools.text(file)).text);
    if (!isFields(value)) return lostItem(file, "damaged");
    const list = typeof value.data === "string" ? parseJson(value.data) : value.data;
    if (value.encrypted === true || !Array.isArray(list)) return lostItem(file, value.encrypted === true ? "encrypted" : "unsupported");
    for (const item of list) {
      const id = isFields(item) ? textIn(item, "id") : undefined;
      if (isFields(item) && id !== undefined) items.set(id, { item, file });
    }
    return undefined;
  } catch (error) {
    if (error instanceof SourceFailure) return lostItem(file, error.kind);
    throw error;
  }
}

async function toNote(
  item: Fields,
  file: ImportFile,
  { items, tools }: { readonly items: Items; readonly tools: ImportTools },
): Promise<SourceItem> {
  const id = textIn(item, "id") ?? "";
  const key = `${file.path}#${id}`;
  const content = items.get(textIn(item, "contentId") ?? "")?.item ?? findContent(id, items);
  const html = content?.data;
  const title = toTitle(textIn(item, "title"), "Untitled");
  if (item.locked === true || isFields(html)) return { ...lostItem(file, "encrypted", key), name: title };
  const draft = readForeignHtml(typeof html === "string" ? html : "", { target: (href) => targetOf(href) });
  const filled = await fillDraft(draft, tools, async () => undefined);
  const linked = relationsOf(id, items);
  return {
    ...EMPTY_NOTE,
    key,
    path: file.path,
    title,
    folder: linked.notebook === undefined ? [] : [linked.notebook],
    tags: [...new Set([...linked.tags, ...listIn(item, "tags").filter((tag): tag is string => typeof tag === "string")])],
    createdMs: parseTime(item.dateCreated),
    modifiedMs: parseTime(item.dateEdited) ?? parseTime(item.dateModified),
    isPinned: item.pinned === true,
    isArchived: item.archived === true,
    isTrashed: item.type === "trash",
    doc: filled.doc,
    files: filled.files,
    usedPaths: [file.path],
    names: [`id:${id}`, `title:${title}`],
    remarks: filled.remarks,
    sourceId: id,
  };
}

function findContent(noteId: string, items: Items): Fields | undefined {
  for (const { item } of items.values()) if (item.type === "tiptap" && item.noteId === noteId) return item;
  return undefined;
}

function targetOf(href: string) {
  const id = /^nn:\/\/note\/([0-9a-f]{24})/i.exec(href)?.[1];
  return id === undefined ? ({ kind: "other" } as const) : ({ kind: "note", names: [`id:${id}`] } as const);
}

/** Notebooks and tags point at their notes. */
function relationsOf(noteId: string, items: Items): { readonly notebook: string | undefined; readonly tags: readonly string[] } {
  const titles = (type: string): readonly string[] =>
    [...items.values()].flatMap(({ item }) => {
      const { from, to } = item;
      if (item.type !== "relation" || !isFields(from) || !isFields(to) || to.id !== noteId || from.type !== type) return [];
      return textIn(items.get(textIn(from, "id") ?? "")?.item ?? {}, "title") ?? [];
    });
  return { notebook: titles("notebook")[0], tags: titles("tag") };
}
