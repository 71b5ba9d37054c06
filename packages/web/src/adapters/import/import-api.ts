/**
 * The import worker's API: reads a source to summarize it, and hands its notes over as records, kept from the first reading or read again.
 * Holds one source.
 */
import { emptyParagraph, isText, type StoredDoc, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { ATTACHMENT, NOTE } from "@satchel/core/model/limits/limits.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ImportedNote, ReadOptions } from "@satchel/core/ports/transfer/import-sources.ts";
import { toImportedRecord } from "@satchel/core/transfer/exchange/to-backup-note.ts";
import { stableId } from "@satchel/core/transfer/exchange/to-stored-note.ts";
import type { NoteFile, TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { limitFiles } from "@satchel/core/transfer/import/document/draft-files.ts";
import { hasFreeTables } from "@satchel/core/transfer/import/formats/csv/read-csv.ts";
import { saltedId } from "@satchel/core/transfer/import/import-record.ts";
import { createReportCounter, type ReportItem } from "@satchel/core/transfer/import/import-report.ts";
import { type FolderNames, nameFolders } from "@satchel/core/transfer/import/model/folder-names.ts";
import type { SourceItem, SourceNote } from "@satchel/core/transfer/import/model/source-item.ts";
import { readSource } from "@satchel/core/transfer/import/read-source.ts";
import { createNoteIndex, type NoteIndex, resolveLinks } from "@satchel/core/transfer/import/resolve-links.ts";
import type { Calls } from "../workers/calls.ts";
import type { ChosenPath, ImportApi, ImportPage } from "./import-messages.ts";
import { createImportTools } from "./import-tools.ts";
import { createKeptNotes, type KeptNotes } from "./kept-notes.ts";
import { type OpenedSource, openSource } from "./open-source.ts";
import { createBlobSpool, type Spool } from "./spool.ts";

export type ImportApiDeps = {
  readonly page: () => Calls<ImportPage>;
  /** Returns a small version of an image as a data URL; undefined if the image cannot be shown. */
  readonly shrink: (image: Blob) => Promise<string | undefined>;
  readonly now: () => number;
  /** Maximum number of notes per group. */
  readonly groupNotes?: number;
  readonly kept?: KeptNotes;
};

type Source = OpenedSource & {
  readonly options: ReadOptions;
  readonly index: NoteIndex;
  readonly known: ReadonlyMap<string, Known>;
  readonly kept: KeptNotes;
  readonly folders: FolderNames;
};
type Known = { readonly id: string; readonly title: string; readonly isTrashed: boolean };

const REPORT_EVERY = 50;
const GROUP = { notes: 500, bytes: 8_388_608 } as const;

export function createImportApi({ page, shrink, now, groupNotes = GROUP.notes, kept = createKeptNotes() }: ImportApiDeps): ImportApi {
  let source: Source | undefined;
  let isStopped = false;

  return {
    async open(chosen, options) {
      const opened = await openSource(chosen.map(toChosen), createBlobSpool());
      const items: ReportItem[] = [];
      const known = new Map<string, Known>();
      const index = createNoteIndex();
      const parts: SourceNote[] = [];
      const counter = createReportCounter(opened.files.map(({ path }) => path));
      const giveId = createIdGiver();
      for await (const item of read({ ...opened, options }, kept.spool)) {
        if (isStopped) return failed({ kind: "stopped" });
        if (item.kind === "other") {
          items.push(counter.addOther(item));
          continue;
        }
        const note = limitFiles(item, ATTACHMENT.maxBytes);
        index.add(note);
        const docText = JSON.stringify(note.doc);
        known.set(note.key, { id: giveId(note, docText), title: note.title, isTrashed: note.isTrashed });
        kept.add(note, docText);
        parts.push({ ...note, doc: linksOf(note.doc) });
        if (known.size % REPORT_EVERY === 0) void page().onProgress(known.size);
      }
      // Links are counted once all notes are known.
      for (const note of parts) {
        const { links, remarks } = resolveLinks(note, index);
        items.push(counter.addNote(note, links, { linkRemarks: remarks }));
      }
      source = { ...opened, options, index, known, kept, folders: nameFolders(parts) };
      const files = opened.files;
      const hasTables = hasFreeTables({ files, byPath: new Map(files.map((file) => [file.path, file] as const)) });
      const notes = [...known.values()];
      const trashedIds = notes.filter(({ isTrashed }) => isTrashed).map(({ id }) => id);
      return ok({ items, sum: counter.sum(), noteIds: notes.map(({ id }) => id), trashedIds, hasTables });
    },
    async eachNotes({ salt, skip }) {
      if (source === undefined) return failed({ kind: "stopped" });
      const skipped = new Set(skip);
      const context = idContext(source.known, salt);
      const hand = handOver(page);
      let group: ImportedNote[] = [];
      let bytes = 0;
      for await (const item of source.kept.items() ?? read(source, createBlobSpool())) {
        if (isStopped) return failed({ kind: "stopped" });
        if (item.kind === "other" || skipped.has(context.noteId(item.key) ?? "")) continue;
        const note = limitFiles(item, ATTACHMENT.maxBytes);
        const resolved = resolveLinks(note, source.index);
        const record = await toRecord({ ...note, doc: resolved.doc }, { ...context, shrink, nowMs: now(), folders: source.folders });
        group.push(record);
        bytes += record.files.reduce((sum, file) => sum + file.bytes.length, record.note.content.length);
        if (group.length < groupNotes && bytes < GROUP.bytes) continue;
        if (!(await hand(group))) return failed({ kind: "stopped" });
        [group, bytes] = [[], 0];
      }
      const isTaken = (await hand(group)) && (await hand([]));
      return isTaken ? ok(undefined) : failed({ kind: "stopped" });
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Hands over a group while the next one is read. Returns whether the page accepted all groups before it. */
function handOver(page: ImportApiDeps["page"]): (notes: readonly ImportedNote[]) => Promise<boolean> {
  let taking: Promise<boolean> = Promise.resolve(true);
  return async (notes) => {
    if (!(await taking)) return false;
    if (notes.length === 0) return true;
    taking = page().takeNotes(notes);
    // The next call reports the failure.
    taking.catch(() => undefined);
    return true;
  };
}

/** Keeps only the links of a text, because a source may have many thousands of texts. */
function linksOf(doc: StoredDoc): StoredDoc {
  const linked: StoredNode[] = [];
  const look = (node: StoredNode): void => {
    if (node.marks?.some(({ type }) => type === "link") === true) linked.push(node);
    if (!isText(node)) for (const child of node.content ?? []) look(child);
  };
  for (const block of doc.content) look(block);
  return { type: "doc", content: [{ ...emptyParagraph(), content: linked }] };
}

function toChosen({ path, blob, modifiedMs }: ChosenPath): ChosenPath {
  return { path, blob, modifiedMs };
}

async function* read(
  { files, failures, options: { password, ...choices } }: OpenedSource & { readonly options: ReadOptions },
  spool: Spool,
): AsyncGenerator<SourceItem> {
  yield* failures;
  const tools = await createImportTools(spool);
  yield* readSource(files, tools, { ...choices, ...(password === undefined ? {} : { password }) });
}

/**
 * Derives ids from the content of notes: the same note gets the same id in a later export, a changed one another, and identical ones differ
 * by number.
 */
function createIdGiver(): (note: SourceNote, docText: string) => string {
  const given = new Map<string, number>();
  return ({ sourceId = "", title, createdMs = null, files, folder, properties, tags, unknownFields = {} }, docText) => {
    const rest = [files.map(({ sha256 }) => sha256), ...(properties.length + tags.length === 0 ? [] : [properties, tags])];
    const more = Object.keys(unknownFields).length === 0 ? rest : [...rest, unknownFields];
    const before = [sourceId, title, createdMs, folder].map((part) => JSON.stringify(part));
    // Serialized as one JSON list, because earlier imports named their notes by that.
    const text = `[${[...before, docText, ...more.map((part) => JSON.stringify(part))].join(",")}]`;
    const count = (given.get(text) ?? 0) + 1;
    given.set(text, count);
    return stableId(count === 1 ? text : `${text}#${count}`);
  };
}

function idContext(known: ReadonlyMap<string, Known>, salt: string) {
  return {
    noteId(key: string) {
      const note = known.get(key);
      return note === undefined ? undefined : saltedId(note.id, salt);
    },
    noteTitle: (key: string) => known.get(key)?.title,
  };
}

type RecordContext = ReturnType<typeof idContext> & Pick<ImportApiDeps, "shrink"> & Pick<Source, "folders"> & { readonly nowMs: number };

async function toRecord(note: TransferNote, context: RecordContext): Promise<ImportedNote> {
  const noteId = context.noteId(note.key) ?? stableId(note.key);
  const bytes = new Map<NoteFile, Uint8Array<ArrayBuffer>>();
  const images = new Map<NoteFile, string>();
  let leftChars = NOTE.contentMaxChars / 2;
  for (const file of note.files) {
    const whole = await readWhole(file);
    bytes.set(file, whole);
    const src = file.mimeType.startsWith("image/") ? await context.shrink(new Blob([whole], { type: file.mimeType })) : undefined;
    if (src === undefined || src.length > leftChars) continue;
    leftChars -= src.length;
    images.set(file, src);
  }
  // A file belongs to one note: purging the note deletes its files.
  const fileId = (file: NoteFile): string => stableId(`${noteId} ${file.sha256} ${file.name}`);
  const { note: record, attachments } = toImportedRecord(note, null, { ...context, fileId, imageSrc: (file) => images.get(file) });
  const files = attachments.flatMap((attachment) => {
    const file = note.files.find((each) => fileId(each) === attachment.id);
    const found = file === undefined ? undefined : bytes.get(file);
    return found === undefined ? [] : [{ attachment, bytes: found }];
  });
  const folderName = context.folders.nameOf(note);
  return {
    note: record,
    folderName,
    ...(folderName === undefined ? {} : { folderAt: context.folders.positionOf(folderName) }),
    isPinned: note.isPinned,
    isTrashed: note.isTrashed,
    files,
  };
}

async function readWhole(file: NoteFile): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(file.sizeBytes);
  let at = 0;
  for await (const piece of file.bytes()) {
    whole.set(piece.subarray(0, whole.length - at), at);
    at += piece.length;
  }
  return whole;
}
