/**
 * An import into the library: first what the source holds, then its notes a group at a time, each group whole or not at all, last a note that says
 * what was not kept as it was. Whatever stops it, what was added stays; importing again adds the rest, since notes are known by what they hold.
 */
import type { Library } from "../../library/index/library-service.ts";
import { isAlive } from "../../model/entities/entity.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createUnionStore } from "../../model/store.ts";
import type { AttachmentBytes } from "../../ports/attachment-bytes.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { ChosenSource, ImportedNote, ImportSources, OpenedImport } from "../../ports/import-sources.ts";
import { planRestoreFolders } from "../backup/plan-restore.ts";
import { createStop, type Stop } from "../exchange/stop-service.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";
import type { ImportChoice, ImportFound, ImportOutcome, ImportService, ImportState } from "./import-service-types.ts";
import { planImportFolders, planImportNotes, planUndoImport } from "./plan-import.ts";

export type ImportDeps = {
  readonly library: Library;
  readonly attachments: Pick<AttachmentBytes, "has" | "put">;
  readonly sources: ImportSources<ReportItem, ReportSum>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The report as a note, in the words of the page. */
  readonly reportNote: (
    outcome: ImportOutcome,
    atMs: number,
  ) => { readonly title: string; readonly content: string; readonly folderName: string };
  readonly saveReport: (found: ImportFound) => void;
};

type Opened = OpenedImport<ReportItem, ReportSum>;

export function createImportService(deps: ImportDeps): ImportService {
  const store = createUnionStore<ImportState>({ kind: "idle" });
  let stop: Stop | undefined;
  let opened: { readonly source: Opened; readonly found: ImportFound } | undefined;
  let found: ImportFound | undefined;
  const addedIds: string[] = [];

  const close = (): void => {
    opened?.source.close();
    opened = undefined;
  };
  const run = async (work: (stop: Stop) => Promise<ImportState>): Promise<void> => {
    if (stop !== undefined) return;
    stop = createStop();
    const state = await work(stop);
    stop = undefined;
    store.replace(state);
  };

  return {
    store,
    scan: (chosen, password) =>
      run(async (signal) => {
        close();
        addedIds.length = 0;
        store.replace({ kind: "scanning", notes: 0 });
        const watch = { stop: signal, onProgress: (notes: number) => store.replace({ kind: "scanning", notes }) };
        const read = await deps.sources.open(chosen, { password }, watch);
        if (!read.ok) return read.problem.kind === "stopped" ? { kind: "idle" } : { kind: "failed", problem: read.problem, added: 0 };
        found = toFound(chosen, read.value, deps.library);
        opened = { source: read.value, found };
        return { kind: "found", found };
      }),
    start: (choice) =>
      run(async (signal) => {
        if (opened === undefined) return { kind: "idle" };
        const importing = new Importing({ ...deps, ...opened, choice, stop: signal, addedIds, show: store.replace });
        const state = await importing.run();
        close();
        return state;
      }),
    cancel: () => stop?.stop(),
    undo: () =>
      run(async () => {
        store.replace({ kind: "undoing" });
        const undone = await undo(deps, addedIds);
        if (!undone.ok) return { kind: "failed", problem: undone.problem, added: addedIds.length };
        addedIds.length = 0;
        return { kind: "undone", count: undone.value };
      }),
    saveReport: () => found && deps.saveReport(found),
    reset() {
      if (stop !== undefined) return;
      close();
      store.replace({ kind: "idle" });
    },
  };
}

function toFound(chosen: readonly ChosenSource[], { scanned }: Opened, library: Library): ImportFound {
  const { entities } = library.index;
  const isHere = (id: string): boolean => {
    const entity = entities.get(id);
    return entity !== undefined && isAlive(entity);
  };
  const names = [...new Set(chosen.map(({ path, root }) => root ?? path.split("/")[0] ?? path))];
  return { names, items: scanned.items, sum: scanned.sum, alreadyHere: scanned.noteIds.filter(isHere).length };
}

const ID_CHARS = 22;
/** In groups: a transaction holds what it changes. */
const UNDO_GROUP = 2000;

async function undo({ library, clock }: ImportDeps, ids: readonly string[]) {
  let count = 0;
  for (let at = 0; at < ids.length; at += UNDO_GROUP) {
    const group = ids.slice(at, at + UNDO_GROUP);
    const written = await library.transact(
      { entities: group },
      (seen) => {
        const { writes, count: deleted } = planUndoImport(group, seen, clock.now());
        return { writes, answer: deleted };
      },
      "user",
    );
    if (!written.ok) return written;
    count += written.value;
  }
  return ok(count);
}

type ImportingDeps = ImportDeps & {
  readonly source: Opened;
  readonly found: ImportFound;
  readonly choice: ImportChoice;
  readonly stop: Stop;
  readonly addedIds: string[];
  readonly show: (state: ImportState) => void;
};

type Step<Value = void> = Promise<Result<Value, Extract<ImportState, { kind: "failed" }>["problem"]>>;

class Importing {
  readonly #deps: ImportingDeps;
  readonly #folders = new Map<string, string>();
  readonly #notKept: string[] = [];
  #done = 0;
  #skipped = 0;
  #attachments = 0;

  constructor(deps: ImportingDeps) {
    this.#deps = deps;
  }

  async run(): Promise<ImportState> {
    const { source, stop, choice, ids, addedIds } = this.#deps;
    let problem: Extract<ImportState, { kind: "failed" }>["problem"] | undefined;
    this.#show();
    const read = await source.eachNotes({ salt: choice.duplicates === "copy" ? ids.random(ID_CHARS) : "" }, async (notes) => {
      const taken = stop.isStopped ? failed({ kind: "stopped" } as const) : await this.#take(notes);
      if (!taken.ok) problem = taken.problem;
      return taken.ok;
    });
    problem ??= read.ok ? undefined : read.problem;
    if (problem?.kind === "stopped") return { kind: "cancelled", added: addedIds.length };
    if (problem !== undefined) return { kind: "failed", problem, added: addedIds.length };
    const outcome = this.#outcome();
    const reported = await this.#addReport(outcome);
    return reported.ok ? { kind: "imported", outcome } : { kind: "failed", problem: reported.problem, added: addedIds.length };
  }

  #outcome(): ImportOutcome {
    const { found, addedIds } = this.#deps;
    return { found, added: addedIds.length, skipped: this.#skipped, attachments: this.#attachments, notKept: this.#notKept };
  }

  async #take(notes: readonly ImportedNote[]): Step {
    const fresh = notes.filter(({ note }) => !this.#isHere(note.id));
    this.#skipped += notes.length - fresh.length;
    const folders = await this.#addFolders(fresh, this.#deps.choice.folderId);
    if (!folders.ok) return folders;
    // A note points at its attachments: they are there first.
    for (const { files } of fresh) {
      const kept = await this.#keepFiles(files);
      if (!kept.ok) return kept;
    }
    const added = await this.#addNotes(fresh, this.#deps.choice.folderId);
    if (!added.ok) return added;
    this.#done += notes.length;
    this.#show();
    return ok(undefined);
  }

  #isHere(id: string): boolean {
    const entity = this.#deps.library.index.entities.get(id);
    return entity !== undefined && isAlive(entity);
  }

  /** `target`: the folder for all of them; undefined: those that they name. */
  async #addFolders(notes: readonly ImportedNote[], target: string | undefined): Step {
    const { library, clock } = this.#deps;
    const names = notes.flatMap(({ folderName }) => (folderName === undefined || target !== undefined ? [] : [folderName]));
    const wanted = [...new Set(names)].filter((name) => !this.#folders.has(name));
    if (wanted.length === 0) return ok(undefined);
    const { idsByName, missing } = planImportFolders(wanted, [...library.index.entities.values()], clock.now());
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

  async #keepFiles(files: ImportedNote["files"]): Step {
    for (const { attachment, bytes } of files) {
      if (await this.#deps.attachments.has(attachment.id)) continue;
      const put = await this.#deps.attachments.put(attachment, bytes);
      if (put.ok) this.#attachments += 1;
      else if (put.problem.kind === "too-large" || put.problem.kind === "vault-locked") this.#notKept.push(attachment.fileName);
      else return failed(put.problem);
    }
    return ok(undefined);
  }

  async #addNotes(notes: readonly ImportedNote[], target: string | undefined): Step {
    const { library, addedIds } = this.#deps;
    const locations = {
      pinnedFolderId: pinnedFolderOf(library),
      folderOf: ({ folderName }: ImportedNote) => target ?? (folderName === undefined ? null : (this.#folders.get(folderName) ?? null)),
    };
    const written = await library.transact(
      { entities: notes.map(({ note }) => note.id) },
      (seen) => {
        const planned = planImportNotes(notes, locations, seen);
        return { writes: planned.writes, answer: planned };
      },
      "restore",
    );
    if (!written.ok) return written;
    addedIds.push(...written.value.added);
    this.#skipped += written.value.skipped;
    return ok(undefined);
  }

  async #addReport(outcome: ImportOutcome): Step {
    const { clock, ids, reportNote } = this.#deps;
    const nowMs = clock.now();
    const { folderName, title, content } = reportNote(outcome, nowMs);
    const note = {
      id: ids.random(ID_CHARS),
      title,
      content,
      folderId: null,
      isEncrypted: false,
      createdAt: nowMs,
      lastModified: nowMs,
      attachments: [],
      attIds: [],
    };
    const imported: ImportedNote = { note, folderName, isPinned: false, isTrashed: false, files: [] };
    const folders = await this.#addFolders([imported], undefined);
    return folders.ok ? this.#addNotes([imported], undefined) : folders;
  }

  #show(): void {
    this.#deps.show({ kind: "importing", done: this.#done, total: this.#deps.found.sum.notes });
  }
}

function pinnedFolderOf({ index }: Library): string | undefined {
  for (const entity of index.entities.values())
    if (entity.kind === "folder" && entity.folderType === "PINNED" && isAlive(entity)) return entity.id;
  return undefined;
}
