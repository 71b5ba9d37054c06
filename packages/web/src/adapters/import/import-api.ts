/** What the import's worker does: reads a source once to say what is in it, and once more to hand its notes over as records. Holds one source. */
import { emptyParagraph, isText, type StoredDoc, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { ATTACHMENT, NOTE } from "@satchel/core/model/limits/limits.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ImportedNote, ReadOptions } from "@satchel/core/ports/transfer/import-sources.ts";
import { folderNameOf, toImportedRecord } from "@satchel/core/transfer/exchange/to-backup-note.ts";
import { stableId } from "@satchel/core/transfer/exchange/to-stored-note.ts";
import type { NoteFile, TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { limitFiles } from "@satchel/core/transfer/import/document/draft-files.ts";
import { hasFreeTables } from "@satchel/core/transfer/import/formats/csv/read-csv.ts";
import { saltedId } from "@satchel/core/transfer/import/import-record.ts";
import { createReportCounter, type ReportItem } from "@satchel/core/transfer/import/import-report.ts";
import type { SourceItem, SourceNote } from "@satchel/core/transfer/import/model/source-item.ts";
import { readSource } from "@satchel/core/transfer/import/read-source.ts";
import { createNoteIndex, type NoteIndex, resolveLinks } from "@satchel/core/transfer/import/resolve-links.ts";
import type { Calls } from "../workers/calls.ts";
import type { ChosenPath, ImportApi, ImportPage } from "./import-messages.ts";
import { createImportTools } from "./import-tools.ts";
import { type OpenedSource, openSource } from "./open-source.ts";
import { createBlobSpool, createEmptySpool, type Spool } from "./spool.ts";

export type ImportApiDeps = {
  readonly page: () => Calls<ImportPage>;
  /** A small form of an image as a data URL; undefined: it is none that can be shown. */
  readonly shrink: (image: Blob) => Promise<string | undefined>;
  readonly now: () => number;
};

type Source = OpenedSource & {
  readonly options: ReadOptions;
  readonly index: NoteIndex;
  readonly known: ReadonlyMap<string, Known>;
};
type Known = { readonly id: string; readonly title: string; readonly isTrashed: boolean };

const REPORT_EVERY = 50;
const GROUP = { notes: 200, bytes: 8_388_608 } as const;

export function createImportApi({ page, shrink, now }: ImportApiDeps): ImportApi {
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
      for await (const item of read({ ...opened, options }, createEmptySpool())) {
        if (isStopped) return failed({ kind: "stopped" });
        if (item.kind === "other") {
          items.push(counter.addOther(item));
          continue;
        }
        const note = limitFiles(item, ATTACHMENT.maxBytes);
        index.add(note);
        known.set(note.key, { id: giveId(note), title: note.title, isTrashed: note.isTrashed });
        parts.push({ ...note, doc: linksOf(note.doc) });
        if (known.size % REPORT_EVERY === 0) void page().onProgress(known.size);
      }
      // Links are counted when all notes are known.
      for (const note of parts) {
        const { links, remarks } = resolveLinks(note, index);
        items.push(counter.addNote(note, links, { linkRemarks: remarks }));
      }
      source = { ...opened, options, index, known };
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
      let group: ImportedNote[] = [];
      let bytes = 0;
      for await (const item of read(source, createBlobSpool())) {
        if (isStopped) return failed({ kind: "stopped" });
        if (item.kind === "other" || skipped.has(context.noteId(item.key) ?? "")) continue;
        const note = limitFiles(item, ATTACHMENT.maxBytes);
        const resolved = resolveLinks(note, source.index);
        const record = await toRecord({ ...note, doc: resolved.doc }, { ...context, shrink, nowMs: now() });
        group.push(record);
        bytes += record.files.reduce((sum, file) => sum + file.bytes.length, record.note.content.length);
        if (group.length < GROUP.notes && bytes < GROUP.bytes) continue;
        if (!(await page().takeNotes(group))) return failed({ kind: "stopped" });
        [group, bytes] = [[], 0];
      }
      if (group.length > 0 && !(await page().takeNotes(group))) return failed({ kind: "stopped" });
      return ok(undefined);
    },
    stop() {
      isStopped = true;
    },
  };
}

/** No more of a text is kept than its links: a source may hold many thousands. */
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
  { files, failures, options: { password, csvAs } }: OpenedSource & { readonly options: ReadOptions },
  spool: Spool,
): AsyncGenerator<SourceItem> {
  yield* failures;
  const tools = await createImportTools(spool);
  yield* readSource(files, tools, { csvAs, ...(password === undefined ? {} : { password }) });
}

/** Of what a note holds: the same note in a later export has the same id, a changed one another, and two that are alike each their own. */
function createIdGiver(): (note: SourceNote) => string {
  const given = new Map<string, number>();
  return ({ sourceId = "", title, createdMs, doc, files, folder, properties, tags, unknownFields = {} }) => {
    const parts = [sourceId, title, createdMs, folder, doc, files.map(({ sha256 }) => sha256)];
    const more = properties.length + tags.length === 0 ? [] : [properties, tags];
    const text = JSON.stringify([...parts, ...more, ...(Object.keys(unknownFields).length === 0 ? [] : [unknownFields])]);
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

type RecordContext = ReturnType<typeof idContext> & Pick<ImportApiDeps, "shrink"> & { readonly nowMs: number };

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
  // A file belongs to one note: deleting that for good deletes its files.
  const fileId = (file: NoteFile): string => stableId(`${noteId} ${file.sha256} ${file.name}`);
  const { note: record, attachments } = toImportedRecord(note, null, { ...context, fileId, imageSrc: (file) => images.get(file) });
  const files = attachments.flatMap((attachment) => {
    const file = note.files.find((each) => fileId(each) === attachment.id);
    const found = file === undefined ? undefined : bytes.get(file);
    return found === undefined ? [] : [{ attachment, bytes: found }];
  });
  return {
    note: record,
    folderName: folderNameOf({ ...note, isTrashed: false }),
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
