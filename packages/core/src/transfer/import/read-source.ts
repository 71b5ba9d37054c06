/** Reads a whole source: each file goes to the reader of its format; files that no reader takes are kept beside the notes, or reported. */
import type { NoteFile } from "../exchange/transfer-note.ts";
import { assignFormats } from "./assign-formats.ts";
import { hashedFile } from "./document/draft-files.ts";
import { EMPTY_NOTE, oneRemark, plainDoc, withUnlinkedFiles } from "./document/note-parts.ts";
import { foreignFormatOf } from "./model/foreign-formats.ts";
import type { ImportFile, ImportTools } from "./model/import-source.ts";
import { SourceFailure } from "./model/import-source.ts";
import type { ReaderOptions, SourceFiles } from "./model/reader.ts";
import { type ImportFormat, lostItem, metadataItem, type SourceItem, type SourceNote } from "./model/source-item.ts";
import { folderOf, isAttachmentPath, isProgramFile, isSystemFile } from "./model/source-path.ts";
import { READERS } from "./readers.ts";

export async function* readSource(files: readonly ImportFile[], tools: ImportTools, options: ReaderOptions): AsyncGenerator<SourceItem> {
  const own = files.filter(({ path }) => !isSystemFile(path) && !isProgramFile(path));
  for (const file of files) {
    if (isSystemFile(file.path)) yield metadataItem(file, "system");
    else if (isProgramFile(file.path)) yield metadataItem(file);
  }
  const byPath = new Map(own.map((file) => [file.path, file] as const));
  const used = new Set<string>();
  let hasNotes = false;
  const formats = await assignFormats(own, tools);
  // A path that one reader used is read by no other. Attachments come last, so that the notes that use them are known by then.
  for (const areAttachments of [false, true]) {
    for (const [format, assigned] of formats) {
      const unread = assigned.filter(({ path }) => !used.has(path) && (format !== "satchel" && isAttachmentPath(path)) === areAttachments);
      if (unread.length === 0) continue;
      for await (const item of readFormat(format, { files: unread, byPath }, { tools, options })) {
        for (const path of item.usedPaths) used.add(path);
        hasNotes ||= item.kind === "note";
        yield item;
      }
    }
  }
  const leftovers = own.filter(({ path }) => !used.has(path));
  // Beside notes, a file is usually an attachment. On its own, or as a format of another program, it is an export that no reader knows.
  const isUnknown = ({ path }: ImportFile): boolean =>
    options.unknownAs === "left-out" && (!hasNotes || foreignFormatOf(path) !== undefined) && !isAttachmentPath(path);
  for (const file of leftovers) if (isUnknown(file)) yield lostItem(file, "unknown");
  yield* readLeftovers(
    leftovers.filter((file) => !isUnknown(file)),
    tools,
  );
}

/** Reads the files of a format. If a reader fails through a bug, the unread files are kept as files and the report says so. */
async function* readFormat(
  format: ImportFormat,
  source: SourceFiles,
  { tools, options }: { readonly tools: ImportTools; readonly options: ReaderOptions },
): AsyncGenerator<SourceItem> {
  try {
    yield* READERS[format].read(source, tools, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "error";
    yield { ...lostItem({ path: `(${format}: ${reason})` }, "cut-off"), usedPaths: [] };
  }
}

const LEFTOVER_TITLE = "Files without a note";
const FILES_PER_NOTE = 100;

/** Attaches files that no note refers to to a note per folder, so that nothing in a source is lost. */
async function* readLeftovers(files: readonly ImportFile[], tools: ImportTools): AsyncGenerator<SourceItem> {
  const byFolder = new Map<string, ImportFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path).join("/");
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  for (const [folder, inFolder] of byFolder) {
    for (let at = 0; at < inFolder.length; at += FILES_PER_NOTE) {
      yield* readLeftoverNote(folder, inFolder.slice(at, at + FILES_PER_NOTE), { part: at / FILES_PER_NOTE, tools });
    }
  }
}

async function* readLeftoverNote(
  folder: string,
  files: readonly ImportFile[],
  { part, tools }: { readonly part: number; readonly tools: ImportTools },
): AsyncGenerator<SourceItem> {
  const kept: NoteFile[] = [];
  for (const file of files) {
    try {
      kept.push(await hashedFile(file, tools));
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      yield lostItem(file, error.kind);
    }
  }
  if (kept.length > 0) yield leftoverNote(folder, part, kept);
}

function leftoverNote(folder: string, part: number, files: readonly NoteFile[]): SourceNote {
  return {
    ...EMPTY_NOTE,
    key: `${folder}/#files-${part + 1}`,
    path: files[0]?.path ?? folder,
    title: part === 0 ? LEFTOVER_TITLE : `${LEFTOVER_TITLE} ${part + 1}`,
    folder: folder === "" ? [] : folder.split("/"),
    doc: withUnlinkedFiles(plainDoc(""), files, 0),
    files,
    usedPaths: files.map(({ path }) => path),
    remarks: [oneRemark("attachment-unlinked", "approximated", files.length)],
  };
}
