/** Indexes a Notesnook backup: notebooks and tags by relations, or by lists of ids in the older form. Pure. */
import { addToList } from "../../document/add-to-list.ts";
import { type Fields, fieldsIn, isFields, listIn, textIn } from "../../document/read-json.ts";

export type NotesnookItems = {
  readonly notes: readonly Fields[];
  contentOf(note: Fields): Fields | undefined;
  /** Notebook names from the outermost to the one with the note. */
  notebookOf(note: Fields): readonly string[];
  tagsOf(note: Fields): readonly string[];
  /** Returns the attachment with this hash. */
  attachment(hash: string): NotesnookAttachment | undefined;
};

export type NotesnookAttachment = {
  readonly name: string;
  readonly mimeType: string | undefined;
  /** The file's key, sealed with the key of all attachments. */
  readonly key: unknown;
  readonly header: string;
  readonly chunkBytes: number;
};

export function indexItems(all: readonly Fields[]): NotesnookItems {
  const byId = new Map(all.flatMap((item) => (textIn(item, "id") === undefined ? [] : [[textIn(item, "id") ?? "", item] as const])));
  const contents = new Map(all.flatMap((item) => (isContent(item) ? [[textIn(item, "noteId") ?? "", item] as const] : [])));
  const parents = parentsOf(all);
  const attachments = new Map(all.filter(({ type }) => type === "attachment").map((item) => [hashOf(item), toAttachment(item)] as const));
  const titlesOf = (ids: readonly string[], type: string): readonly string[] =>
    ids.flatMap((id) => {
      const item = byId.get(id);
      return item?.type === type ? (textIn(item, "title") ?? []) : [];
    });
  const idOf = (item: Fields): string => textIn(item, "id") ?? "";
  return {
    notes: all.filter(({ type, itemType }) => type === "note" || (type === "trash" && itemType === "note")),
    contentOf: (note) => byId.get(textIn(note, "contentId") ?? "") ?? contents.get(idOf(note)),
    notebookOf: (note) => notebookPath(idOf(note), parents.notebooks, byId) ?? olderNotebook(note, byId),
    tagsOf: (note) => [...titlesOf(parents.tags.get(idOf(note)) ?? [], "tag"), ...listIn(note, "tags").filter(isText)],
    attachment: (hash) => attachments.get(hash),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isContent({ type, noteId }: Fields): boolean {
  return (type === "tiptap" || type === "tiny") && typeof noteId === "string";
}

type Parents = { readonly notebooks: Map<string, string>; readonly tags: Map<string, string[]> };

function parentsOf(all: readonly Fields[]): Parents {
  const parents: Parents = { notebooks: new Map(), tags: new Map() };
  for (const item of all) {
    const { fromType, fromId, toId } = item.type === "relation" ? relationOf(item) : { fromType: "", fromId: "", toId: "" };
    if (fromType === "notebook" && !parents.notebooks.has(toId)) parents.notebooks.set(toId, fromId);
    if (fromType === "tag") addToList(parents.tags, toId, fromId);
  }
  return parents;
}

/** Reads both forms of a relation: separate fields, or pairs in the older form. */
function relationOf(item: Fields): { readonly fromType: string; readonly fromId: string; readonly toId: string } {
  const [from, to] = [isFields(item.from) ? item.from : {}, isFields(item.to) ? item.to : {}];
  return {
    fromType: textIn(item, "fromType") ?? textIn(from, "type") ?? "",
    fromId: textIn(item, "fromId") ?? textIn(from, "id") ?? "",
    toId: textIn(item, "toId") ?? textIn(to, "id") ?? "",
  };
}

const MAX_DEPTH = 50;

function notebookPath(id: string, parents: ReadonlyMap<string, string>, byId: ReadonlyMap<string, Fields>): readonly string[] | undefined {
  const path: string[] = [];
  // Counts steps and not titles: notebooks that contain each other may have none.
  for (let [at, steps] = [parents.get(id), 0]; at !== undefined && steps < MAX_DEPTH; [at, steps] = [parents.get(at), steps + 1]) {
    const title = textIn(byId.get(at) ?? {}, "title");
    if (title !== undefined) path.unshift(title);
  }
  return path.length === 0 ? undefined : path;
}

/** Notebook and topic of the note, in the older form. */
function olderNotebook(note: Fields, byId: ReadonlyMap<string, Fields>): readonly string[] {
  const [entry] = fieldsIn(note, "notebooks");
  const notebook = byId.get(textIn(entry ?? {}, "id") ?? "");
  if (entry === undefined || notebook === undefined) return [];
  const [topicId] = listIn(entry, "topics");
  const topic = fieldsIn(notebook, "topics").find(({ id }) => id === topicId);
  return [textIn(notebook, "title"), textIn(topic ?? {}, "title")].filter(isText);
}

function hashOf(item: Fields): string {
  return textIn(item, "hash") ?? textIn(isFields(item.metadata) ? item.metadata : {}, "hash") ?? "";
}

/** Older backups have these fields in `metadata`, later ones in the attachment itself. */
function toAttachment(item: Fields): NotesnookAttachment {
  const metadata = isFields(item.metadata) ? item.metadata : {};
  return {
    name: textIn(item, "filename") ?? textIn(metadata, "filename") ?? hashOf(item),
    mimeType: textIn(item, "mimeType") ?? textIn(metadata, "type"),
    key: item.key,
    header: textIn(item, "iv") ?? "",
    chunkBytes:
      typeof item.chunkSize === "number" && item.chunkSize > 0 && item.chunkSize <= MAX_CHUNK_BYTES ? item.chunkSize : DEFAULT_CHUNK_BYTES,
  };
}

const DEFAULT_CHUNK_BYTES = 524_288;
/** A chunk is held in memory as a whole. */
const MAX_CHUNK_BYTES = 16_777_216;
