/** Reads Evernote's ENEX files: each file is a notebook with the file's name, in the stack of its folder. */

import { extensionOfType, typeOfName, UNKNOWN_TYPE } from "../../../exchange/mime-types.ts";
import type { FoundBytes, NoteFile } from "../../../exchange/transfer-note.ts";
import { fillDraft } from "../../document/draft-files.ts";
import { EMPTY_NOTE, oneRemark, toTitle, withUnlinkedFiles } from "../../document/note-parts.ts";
import { parseTime, readTimes } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { describeFailures } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { cutOffItem, lostItem, type Remark, type SourceItem, type SourceNote } from "../../model/source-item.ts";
import { baseName, folderOf, withoutExtension } from "../../model/source-path.ts";
import { type EnexEvent, type EnexNote, EnexParser } from "./enex-parser.ts";
import { type EnmlTask, readEnml } from "./read-enml.ts";

export const evernoteReader: ImportReader = {
  format: "evernote",
  async *read({ files }, tools) {
    for (const file of files) {
      yield* describeFailures<SourceItem>(
        () => readEnex(file, tools),
        (kind) => lostItem(file, kind),
      );
    }
  },
};

type Resource = FoundBytes & { readonly md5: string };

async function* readEnex(file: ImportFile, tools: ImportTools): AsyncGenerator<SourceItem> {
  const parser = new EnexParser(() => tools.collect());
  const resources = new Map<number, Resource>();
  let count = 0;
  const take = async function* (events: readonly EnexEvent[]): AsyncGenerator<SourceItem> {
    for (const event of events) {
      if (event.kind === "resource") resources.set(event.index, await event.found);
      if (event.kind === "resource") continue;
      count += 1;
      yield await toNote(file, count, { note: event.note, resources, tools });
      resources.clear();
    }
  };
  for await (const text of tools.textPieces(file)) yield* take(parser.write(text));
  yield* take(parser.end());
  const bare = parser.hasRoot ? undefined : await readBare(file, tools);
  if (bare !== undefined) yield bare;
  else if (!parser.hasRoot || count === 0) yield lostItem(file, parser.hasRoot ? "unreadable" : "damaged");
  else if (!parser.isClosed) yield cutOffItem(file);
}

/** Reads a note's text without the surrounding export; its title is the file name. */
async function readBare(file: ImportFile, tools: ImportTools): Promise<SourceNote | undefined> {
  const { text } = await tools.text(file);
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?<en-note[\s>]/.test(text.slice(0, 2000))) return undefined;
  const fields = new Map([
    ["title", withoutExtension(baseName(file.path))],
    ["content", text],
  ]);
  const note = { fields, tags: [], tasks: [], resources: [], isCutOff: false, isContentCut: false };
  return { ...(await toNote(file, 1, { note, resources: new Map(), tools })), folder: folderOf(file.path) };
}

type Found = { readonly note: EnexNote; readonly resources: ReadonlyMap<number, Resource>; readonly tools: ImportTools };

async function toNote(file: ImportFile, count: number, { note, resources, tools }: Found): Promise<SourceNote> {
  const key = `${file.path}#${count}`;
  const files = note.resources.flatMap(({ index, ...resource }) => {
    const bytes = resources.get(index);
    return bytes === undefined ? [] : [{ md5: bytes.md5, file: toFile(resource, bytes, `${key}/resource-${index + 1}`) }];
  });
  const draft = readEnml(note.fields.get("content") ?? "", note.tasks.map(toTask));
  const filled = await fillDraft(draft, tools, async ({ ref }) => files.find(({ md5 }) => `md5:${md5}` === ref)?.file);
  const placed = new Set(filled.files.map(({ path }) => path));
  const unlinked = files.map((each) => each.file).filter(({ path }) => !placed.has(path));
  const all = [...filled.files, ...unlinked];
  const title = toTitle(note.fields.get("title"), "Untitled");
  const guid = note.fields.get("guid");
  const times = readTimes(note.fields.get("created"), note.fields.get("updated"));
  return {
    ...EMPTY_NOTE,
    key,
    path: file.path,
    title,
    folder: [...folderOf(file.path), withoutExtension(baseName(file.path))],
    tags: [...new Set(note.tags.filter((tag) => tag !== ""))],
    createdMs: times.createdMs,
    modifiedMs: times.modifiedMs,
    doc: withUnlinkedFiles(filled.doc, all, filled.files.length),
    files: all,
    properties: [...times.properties, ...propertiesOf(note)],
    usedPaths: [file.path],
    names: [...(guid === undefined ? [] : [`id:${guid}`]), `title:${title}`],
    remarks: [...filled.remarks, ...times.remarks, ...remarksOf(note, unlinked.length)],
    ...(guid === undefined ? {} : { sourceId: guid }),
  };
}

/** Writes reminder times as a vault's front matter names them. */
function propertiesOf({ fields }: EnexNote): readonly (readonly [string, string])[] {
  const source = fields.get("source-url");
  const reminders = REMINDERS.flatMap(([field, name]) => {
    const ms = parseTime(fields.get(field));
    return ms === undefined ? [] : [[name, new Date(ms).toISOString().slice(0, 19)] as const];
  });
  return [...(source === undefined ? [] : [["source", source] as const]), ...reminders];
}

const REMINDERS = [
  ["reminder-time", "reminder"],
  ["reminder-done-time", "reminder-done"],
] as const;

function toFile({ mimeType, fileName }: { readonly mimeType: string; readonly fileName: string }, bytes: Resource, path: string): NoteFile {
  const type = mimeType === "" ? typeOfName(fileName) : mimeType.toLowerCase();
  const name = fileName === "" ? `${path.slice(path.lastIndexOf("/") + 1)}.${extensionOfType(type)}` : fileName;
  return { ...bytes, name, mimeType: type === UNKNOWN_TYPE ? typeOfName(name) : type, path };
}

function toTask(fields: ReadonlyMap<string, string>): EnmlTask {
  return {
    title: [fields.get("title") ?? "", ...taskSigns(fields)].join(" "),
    sort: fields.get("sortWeight") ?? "",
    isDone: fields.get("taskStatus") === "completed",
    group: fields.get("taskGroupNoteLevelID") ?? "",
  };
}

/** Task fields that a checklist item lacks, in the signs that Markdown task lists use. */
function taskSigns(fields: ReadonlyMap<string, string>): readonly string[] {
  const day = (name: string, sign: string): readonly string[] => {
    const ms = parseTime(fields.get(name));
    return ms === undefined ? [] : [`${sign} ${new Date(ms).toISOString().slice(0, 10)}`];
  };
  return [...day("dueDate", "📅"), ...day("reminderDate", "⏳"), ...(fields.get("taskFlag") === "true" ? ["🔼"] : [])];
}

function remarksOf(note: EnexNote, unlinked: number): readonly Remark[] {
  return [
    ...(unlinked === 0 ? [] : [oneRemark("attachment-unlinked", "approximated", unlinked)]),
    ...(note.fields.has("reminder-time") ? [oneRemark("reminder-dropped", "approximated")] : []),
    ...(note.fields.has("latitude") ? [oneRemark("location-dropped", "lost")] : []),
    ...(note.isCutOff ? [oneRemark("markup-broken", "lost")] : []),
    ...(note.isContentCut ? [oneRemark("content-cut", "lost")] : []),
  ];
}
