/** Exports notes, one export at a time: collects the notes in scope, passes them to the writer in the worker, and reports the result. */

import type { AttachmentsService } from "../../library/attachments/attachments-service-types.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { NotesService, NotesState } from "../../library/notes/notes-service-types.ts";
import { type Entity, isAlive } from "../../model/entities/entity.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { shownTags } from "../../model/entities/tags/tag.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import { createStop, type Stop } from "../../model/long-tasks.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createUnionStore } from "../../model/store.ts";
import type { ExportContent, ExportedNote, ExportProblem, NoteExports } from "../../ports/transfer/note-exports.ts";
import { carriedFields } from "../exchange/transfer-note.ts";
import { chooseNotes, folderNameOf, scopeName } from "./choose-notes.ts";
import type { ExportFormat } from "./export-formats.ts";
import type { ExportChoice, ExportService, ExportState, ExportSummary } from "./export-service-types.ts";

export type ExportDeps = {
  readonly library: Library;
  readonly notes: Pick<NotesService, "store" | "open">;
  readonly attachments: Pick<AttachmentsService, "open">;
  readonly exports: NoteExports<ExportFormat, ExportSummary>;
  /** File name for an export of several notes. */
  readonly fileName: (scope: string | undefined) => string;
};

export function createExportService(deps: ExportDeps): ExportService {
  const store = createUnionStore<ExportState>({ kind: "idle" });
  let stop: Stop | undefined;
  return {
    store,
    async start(choice) {
      if (stop !== undefined) return;
      stop = createStop();
      const state = await run(deps, choice, { stop, show: store.replace });
      stop = undefined;
      store.replace(state.kind === "failed" && state.problem.kind === "stopped" ? { kind: "cancelled" } : state);
    },
    cancel: () => stop?.stop(),
    reset() {
      if (stop === undefined) store.replace({ kind: "idle" });
    },
  };
}

type Watching = { readonly stop: StopSignal; readonly show: (state: ExportState) => void };

async function run(deps: ExportDeps, choice: ExportChoice, { stop, show }: Watching): Promise<ExportState> {
  const listed = deps.notes.store.getState();
  const chosen = chooseNotes(listed, choice);
  const total = chosen.length;
  const onProgress = (done: number): void => show({ kind: "exporting", done, total });
  onProgress(0);
  const order = {
    format: choice.format,
    name: deps.fileName(scopeName(listed, choice.scope)),
    notes: chosen.map((note) => ({ id: note.noteId, title: note.title, folderName: folderNameOf(note, listed) })),
  };
  const written = await deps.exports.write(order, exportContent(deps, choice.withSensitive), { onProgress, stop });
  if (!written.ok) return { kind: "failed", problem: written.problem };
  if (stop.isStopped) return { kind: "cancelled" };
  written.value.save();
  return { kind: "exported", fileName: written.value.fileName, summary: written.value.summary };
}

/** `withSensitive`: links in ordinary notes may show titles of sensitive notes. */
export function exportContent(
  { library, notes, attachments }: Pick<ExportDeps, "library" | "notes" | "attachments">,
  withSensitive: boolean,
): ExportContent {
  return {
    async readNotes(ids) {
      const listed = notes.store.getState();
      const plain = ids.filter((id) => listed.notesById.get(id)?.isEncrypted === false);
      const read = await library.store.readEntities(plain);
      if (!read.ok) return read;
      const found: ExportedNote[] = [];
      for (const id of ids) {
        const summary = listed.notesById.get(id);
        if (summary === undefined) continue;
        const text = summary.isEncrypted ? await readSensitive(notes, id) : plainText(read.value.get(id));
        if (!text.ok) return text;
        if (text.value !== undefined) found.push(toExported(summary, text.value, { listed, withSensitive }));
      }
      return ok(found);
    },
    async readFile(file) {
      const opened = await attachments.open({ ...file, isExact: false });
      return opened.ok ? opened.value : undefined;
    },
  };
}

type Text = Pick<ExportedNote, "title" | "content" | "attachments" | "tags" | "unknownFields">;

function plainText(note: Entity | undefined): Result<Text | undefined, ExportProblem> {
  if (note?.kind !== "note" || !isAlive(note) || note.sealed !== undefined) return ok(undefined);
  return ok({ title: note.title, content: note.content, attachments: note.attachments, ...tagsOf(note), ...carriedFields(note) });
}

async function readSensitive(notes: ExportDeps["notes"], id: string): Promise<Result<Text | undefined, ExportProblem>> {
  const opened = await notes.open(id);
  if (opened.ok) {
    const { title, content, attachments, unknownFields } = opened.value;
    return ok({ title, content, attachments, ...tagsOf(opened.value), ...(unknownFields === undefined ? {} : { unknownFields }) });
  }
  const { problem } = opened;
  // A deleted or unreadable note is counted as unread. If its folder has been locked, the export ends.
  return problem.kind === "sensitive-locked" || problem.kind === "storage-broken" ? failed(problem) : ok(undefined);
}

function tagsOf({ tags }: Pick<NoteSummary, "tags">): Pick<Text, "tags"> {
  const { tags: shown } = shownTags(tags);
  return shown === undefined ? {} : { tags: shown };
}

type Readable = { readonly listed: NotesState; readonly withSensitive: boolean };

function toExported(summary: NoteSummary, text: Text, { listed, withSensitive }: Readable): ExportedNote {
  const { noteId, createdAt, lastModified, isEncrypted, folderId, linkIds = [] } = summary;
  const titles = linkIds.flatMap((id) => {
    const linked = listed.notesById.get(id);
    return linked === undefined || linked.title === "" || (linked.isEncrypted && !withSensitive) ? [] : [[id, linked.title] as const];
  });
  return {
    id: noteId,
    ...text,
    folderName: folderNameOf(summary, listed),
    createdMs: createdAt,
    modifiedMs: lastModified,
    isPinned: listed.folders.some((folder) => folder.folderType === "PINNED" && folder.folderId === folderId),
    isSensitive: isEncrypted,
    linkTitles: new Map(titles),
  };
}
