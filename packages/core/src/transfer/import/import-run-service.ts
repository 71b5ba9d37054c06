/**
 * Writes an import: notes in groups, each group completely or not at all, and finally a report note. Does not read notes again that are
 * already present. Stores only the attachments that could not be kept; the library holds the rest of the progress.
 */
import type { Library } from "../../library/index/library-service.ts";
import { isAlive } from "../../model/entities/entity.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { Stop } from "../../model/long-tasks.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Clock } from "../../ports/environment.ts";
import type { AttachmentBytes } from "../../ports/transfer/attachment-bytes.ts";
import type { ImportRecord, ImportRecords } from "../../ports/transfer/import-records.ts";
import type { ImportedNote, OpenedImport } from "../../ports/transfer/import-sources.ts";
import { planRestoreFolders } from "../backup/plan-restore.ts";
import { addedIdsOf, reportIdOf } from "./import-record.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";
import type { ImportFailure, ImportFound, ImportOutcome, ImportState } from "./import-service-types.ts";
import { planImportFolders, planImportNotes, type WantedFolder } from "./plan-import.ts";

export type ImportRunDeps = {
  readonly library: Library;
  readonly attachments: Pick<AttachmentBytes, "has" | "put">;
  readonly records: Pick<ImportRecords, "save">;
  readonly clock: Clock;
  /** Builds the report note in the language of the page. */
  readonly reportNote: (
    outcome: ImportOutcome,
    atMs: number,
  ) => { readonly title: string; readonly content: string; readonly folderName: string };
};

export type ImportRun = {
  readonly source: OpenedImport<ReportItem, ReportSum>;
  readonly found: ImportFound;
  readonly record: ImportRecord;
  readonly stop: Stop;
  readonly show: (state: ImportState) => void;
  /** Called with each version that was written, by which an undo recognizes what has not been changed. */
  readonly onWritten: (noteId: string, version: VersionVector) => void;
};

type Step<Value = void> = Promise<Result<Value, ImportFailure>>;

export function runImport(deps: ImportRunDeps, run: ImportRun): Step<ImportOutcome> {
  return new Importing({ ...deps, ...run }).run();
}

class Importing {
  readonly #deps: ImportRunDeps & ImportRun;
  readonly #folders = new Map<string, string>();
  readonly #handled: ReadonlySet<string>;
  readonly #startMs: number;
  #record: ImportRecord;
  #done: number;

  constructor(deps: ImportRunDeps & ImportRun) {
    this.#deps = deps;
    this.#record = deps.record;
    this.#startMs = deps.clock.now();
    this.#handled = new Set([...deps.record.skippedIds, ...addedIdsOf(deps.record, deps.library.index.entities)]);
    this.#done = this.#handled.size;
  }

  async run(): Step<ImportOutcome> {
    const { source, stop, record } = this.#deps;
    let problem: ImportFailure | undefined;
    this.#show();
    const read = await source.eachNotes({ salt: record.salt, skip: [...this.#handled] }, async (notes) => {
      const taken = stop.isStopped ? failed({ kind: "stopped" } as const) : await this.#take(notes);
      if (!taken.ok) problem = taken.problem;
      return taken.ok;
    });
    problem ??= read.ok ? undefined : read.problem;
    if (problem !== undefined) return failed(problem);
    const outcome = this.#outcome();
    const reported = await this.#addReport(outcome);
    return reported.ok ? ok(outcome) : reported;
  }

  #outcome(): ImportOutcome {
    const { found, library } = this.#deps;
    const added = addedIdsOf(this.#record, library.index.entities);
    const notKept = this.#record.notKept.map(([, name]) => name);
    const attached = added.map((id) => library.index.entities.get(id)).flatMap((note) => (note?.kind === "note" ? note.attIds : []));
    const skipped = this.#record.skippedIds.length;
    return { found, added: added.length, skipped, attachments: attached.length - notKept.length, notKept };
  }

  async #take(notes: readonly ImportedNote[]): Step {
    const { record } = this.#deps;
    const target = record.folderId !== undefined && this.#isAlive(record.folderId) ? record.folderId : undefined;
    const folders = await this.#addFolders(notes, target);
    if (!folders.ok) return folders;
    // Attachments come before the notes that refer to them.
    const kept = await this.#keepFiles(notes.flatMap(({ files }) => files));
    if (!kept.ok) return kept;
    const added = await this.#addNotes(notes, target);
    if (!added.ok) return added;
    this.#done += notes.length;
    this.#show();
    return ok(undefined);
  }

  #isAlive(id: string): boolean {
    const entity = this.#deps.library.index.entities.get(id);
    return entity !== undefined && isAlive(entity);
  }

  /** `target`: folder for all notes; undefined to use the folders that the notes name. */
  async #addFolders(notes: readonly ImportedNote[], target: string | undefined): Step {
    const { library } = this.#deps;
    const wanted = new Map<string, WantedFolder>();
    for (const { folderName, folderAt = 0 } of target === undefined ? notes : [])
      if (folderName !== undefined && !this.#folders.has(folderName)) wanted.set(folderName, { name: folderName, at: folderAt });
    if (wanted.size === 0) return ok(undefined);
    const { idsByName, missing } = planImportFolders([...wanted.values()], [...library.index.entities.values()], this.#startMs);
    const recorded = await this.#recordFolders(missing.map(({ id }) => id));
    if (!recorded.ok) return recorded;
    const written = await library.transact(
      { entities: missing.map(({ id }) => id) },
      (seen) => {
        const planned = planRestoreFolders(missing, seen);
        return { writes: planned.writes, answer: undefined };
      },
      "restore",
    );
    if (written.ok) for (const [name, id] of idsByName) this.#folders.set(name, id);
    return written;
  }

  /** Recorded before the folders are written, so that an undo finds them wherever the import was interrupted. */
  async #recordFolders(ids: readonly string[]): Step {
    const added = ids.filter((id) => !this.#record.folderIds.includes(id));
    if (added.length === 0) return ok(undefined);
    this.#record = { ...this.#record, folderIds: [...this.#record.folderIds, ...added] };
    return this.#deps.records.save(this.#record);
  }

  async #keepFiles(files: ImportedNote["files"]): Step {
    const notKept = new Map(this.#record.notKept);
    for (const { attachment, bytes } of files) {
      if (await this.#deps.attachments.has(attachment.id)) continue;
      const put = await this.#deps.attachments.put(attachment, bytes);
      if (put.ok) continue;
      if (put.problem.kind !== "too-large") return failed(put.problem);
      notKept.set(attachment.id, attachment.fileName);
    }
    if (notKept.size === this.#record.notKept.length) return ok(undefined);
    // Saved before the notes, since notes that are present are not read again.
    this.#record = { ...this.#record, notKept: [...notKept] };
    return this.#deps.records.save(this.#record);
  }

  async #addNotes(notes: readonly ImportedNote[], target: string | undefined): Step {
    const { library } = this.#deps;
    const locations = {
      pinnedFolderId: pinnedFolderOf(library),
      folderOf: ({ folderName }: ImportedNote) => target ?? (folderName === undefined ? null : (this.#folders.get(folderName) ?? null)),
    };
    const written = await library.transact(
      { entities: notes.map(({ note }) => note.id) },
      (seen) => {
        const { writes } = planImportNotes(notes, locations, seen);
        return { writes, answer: writes.entities ?? [] };
      },
      "restore",
    );
    if (!written.ok) return written;
    for (const { id, vv } of written.value) this.#deps.onWritten(id, vv);
    return ok(undefined);
  }

  /** The report's id is derived from the import, so that a continued import does not write a second one. */
  async #addReport(outcome: ImportOutcome): Step {
    const { clock, reportNote } = this.#deps;
    const nowMs = clock.now();
    const { folderName, title, content } = reportNote(outcome, nowMs);
    const times = { createdAt: nowMs, lastModified: nowMs };
    const note = {
      id: reportIdOf(this.#record),
      title,
      content,
      folderId: null,
      isEncrypted: false,
      ...times,
      attachments: [],
      attIds: [],
    };
    const imported: ImportedNote = { note, folderName, folderAt: this.#folders.size, isPinned: false, isTrashed: false, files: [] };
    const folders = await this.#addFolders([imported], undefined);
    return folders.ok ? this.#addNotes([imported], undefined) : folders;
  }

  #show(): void {
    this.#deps.show({ kind: "importing", done: this.#done, total: this.#record.noteIds.length });
  }
}

function pinnedFolderOf({ index }: Library): string | undefined {
  for (const entity of index.entities.values())
    if (entity.kind === "folder" && entity.folderType === "PINNED" && isAlive(entity)) return entity.id;
  return undefined;
}
