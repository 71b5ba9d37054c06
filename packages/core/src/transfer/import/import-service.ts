/**
 * Imports into the library: scans the source, then adds its notes (import-run-service.ts). Keeps a record until the end, so that after a
 * reload or a full disk the user only chooses the same files again. One tab imports at a time. Decision 0028.
 */
import type { Library } from "../../library/index/library-service.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { createStop, type Stop } from "../../model/long-tasks.ts";
import { ok, type Result } from "../../model/result.ts";
import { createUnionStore } from "../../model/store.ts";
import type { Ids } from "../../ports/environment.ts";
import type { ImportRecord, ImportRecords, ImportTurns } from "../../ports/transfer/import-records.ts";
import type {
  ChosenSource,
  ImportProblem,
  ImportSources,
  OpenedImport,
  ReadChoices,
  ReadOptions,
} from "../../ports/transfer/import-sources.ts";
import { addedIdsOf, hashFiles, isHere, isSameSource, isUndone, planRecord, reportIdOf, saltedId } from "./import-record.ts";
import type { ReportItem, ReportSum } from "./import-report.ts";
import { type ImportRunDeps, runImport } from "./import-run-service.ts";
import type { ImportChoice, ImportFound, ImportService, ImportState, UnfinishedImport } from "./import-service-types.ts";
import { undoImport } from "./undo-import-service.ts";

export type ImportDeps = ImportRunDeps & {
  readonly sources: ImportSources<ReportItem, ReportSum>;
  readonly records: ImportRecords;
  readonly turns: ImportTurns;
  readonly ids: Ids;
  readonly saveReport: (found: ImportFound) => void;
  /** Remembers that an import is unfinished, so that the user learns of it at the next start. */
  readonly remember: (isUnfinished: boolean) => void;
};

type Opened = {
  readonly chosen: readonly ChosenSource[];
  readonly options: ReadOptions;
  readonly source: OpenedImport<ReportItem, ReportSum>;
  readonly found: ImportFound;
};
type Unfinished = Extract<ImportState, { kind: "unfinished" }>;

const IDLE = { kind: "idle" } as const;
const ELSEWHERE = { kind: "failed", problem: { kind: "import-elsewhere" }, added: 0 } as const;
const ID_CHARS = 22;

export function createImportService(deps: ImportDeps): ImportService {
  return new Imports(deps);
}

class Imports implements ImportService {
  readonly store = createUnionStore<ImportState>(IDLE);
  readonly #deps: ImportDeps;
  #stop: Stop | undefined;
  /** Turn of this tab's own `look`, which must not count as another tab. */
  #ownTurn: Promise<unknown> | undefined;
  #isClosed = false;
  #opened: Opened | undefined;
  #found: ImportFound | undefined;
  /** Record of the import that can be continued or undone. */
  #record: ImportRecord | undefined;
  /** Versions that this page wrote for the record's notes. Those written before a reload are unknown, so they count as changed. */
  #written = new Map<string, VersionVector>();

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  async look(): Promise<void> {
    if (this.#stop !== undefined || this.store.getState().kind !== "idle") return;
    const isAsked = (): boolean => this.#stop !== undefined || this.store.getState().kind !== "idle";
    const found = await this.#deps.records.load();
    // If the user has chosen files in the meantime, their scan finds the record.
    if (isAsked()) return;
    const record = found && (await this.#loadInTurn());
    if (record === undefined) this.#deps.remember(false);
    if (record === undefined || isAsked()) return;
    this.#record = record;
    this.store.replace(this.#toUnfinished(record));
  }

  scan(chosen: readonly ChosenSource[], password: string | undefined): Promise<void> {
    return this.#run(async (stop) => {
      await this.#ownTurn;
      const kept = await this.#deps.turns.runIfFree(async () => ({ record: await this.#load() }));
      if (kept === undefined) return ELSEWHERE;
      this.#record = kept.record;
      return kept.record === undefined
        ? this.#scan(chosen, { password, csvAs: "rows", unknownAs: "left-out" }, stop)
        : this.#continue(chosen, { password, record: kept.record }, stop);
    });
  }

  async readAgain(choices: Partial<ReadChoices>): Promise<void> {
    const opened = this.#opened;
    if (opened !== undefined) await this.#run((stop) => this.#scan(opened.chosen, { ...opened.options, ...choices }, stop));
  }

  start(choice: ImportChoice): Promise<void> {
    return this.#run(async (stop) => {
      const opened = this.#opened;
      if (opened === undefined) return IDLE;
      const record = this.#createRecord(opened, choice);
      return this.#import(opened, { record, isNew: true }, stop);
    });
  }

  cancel(): void {
    this.#stop?.stop();
  }

  undo(): Promise<void> {
    return this.#runAlone(async () => {
      const record = this.#record;
      if (record === undefined) return IDLE;
      this.store.replace({ kind: "undoing" });
      // Keeps the record until everything is in the trash, so that a reload can continue the undo.
      this.#deps.remember(true);
      const saved = await this.#deps.records.save(record);
      const added = addedIdsOf(record, this.#entities);
      const noteIds = [...added, reportIdOf(record)];
      const undone = saved.ok ? await undoImport(this.#deps, { noteIds, folderIds: record.folderIds, written: this.#written }) : saved;
      if (!undone.ok) return { kind: "failed", problem: undone.problem, added: added.length };
      await this.#forget();
      this.#record = undefined;
      return { kind: "undone", ...undone.value, noteIds };
    });
  }

  discard(): Promise<void> {
    return this.#runAlone(async () => {
      await this.#forget();
      this.#record = undefined;
      return IDLE;
    });
  }

  saveReport(): void {
    if (this.#found !== undefined) this.#deps.saveReport(this.#found);
  }

  reset(): void {
    if (this.#stop !== undefined) return;
    this.#release();
    const state = this.store.getState();
    const unfinished = state.kind === "failed" || state.kind === "unfinished" ? state.unfinished : undefined;
    this.store.replace(unfinished === undefined ? IDLE : { kind: "unfinished", unfinished, isOther: false });
  }

  close(): void {
    this.#isClosed = true;
    this.#stop?.stop();
    this.#release();
  }

  get #entities() {
    return this.#deps.library.index.entities;
  }

  /** Forgets a record whose additions have all been undone. */
  async #load(): Promise<ImportRecord | undefined> {
    const record = await this.#deps.records.load();
    if (record === undefined || !isUndone(record, this.#entities)) return record;
    await this.#forget();
    return undefined;
  }

  /** Waits while another tab imports, and then loads the record that it left. */
  async #loadInTurn(): Promise<ImportRecord | undefined> {
    const turn = this.#deps.turns.run(() => {
      this.#ownTurn = turn;
      return this.#load();
    });
    const record = await turn;
    this.#ownTurn = undefined;
    return record;
  }

  #release(): void {
    this.#opened?.source.close();
    this.#opened = undefined;
  }

  async #run(work: (stop: Stop) => Promise<ImportState>): Promise<void> {
    if (this.#stop !== undefined || this.#isClosed) return;
    const stop = createStop();
    this.#stop = stop;
    const state = await work(stop);
    this.#stop = undefined;
    this.store.replace(state);
  }

  /** Fails if another tab imports. */
  #runAlone(work: () => Promise<ImportState>): Promise<void> {
    return this.#run(async () => {
      await this.#ownTurn;
      return (await this.#deps.turns.runIfFree(work)) ?? ELSEWHERE;
    });
  }

  async #scan(chosen: readonly ChosenSource[], options: ReadOptions, stop: Stop): Promise<ImportState> {
    const opened = await this.#open(chosen, options, stop);
    if (opened.ok) return { kind: "found", found: opened.value.found };
    return opened.problem.kind === "stopped" ? IDLE : { kind: "failed", problem: opened.problem, added: 0 };
  }

  async #open(chosen: readonly ChosenSource[], options: ReadOptions, stop: Stop): Promise<Result<Opened, ImportProblem>> {
    this.#release();
    this.store.replace({ kind: "scanning", notes: 0 });
    const watch = { stop, onProgress: (notes: number) => this.store.replace({ kind: "scanning", notes }) };
    const read = await this.#deps.sources.open(chosen, options, watch);
    if (!read.ok) return read;
    this.#found = toFound(chosen, read.value, { library: this.#deps.library, options });
    this.#opened = { chosen, options, source: read.value, found: this.#found };
    return ok(this.#opened);
  }

  /** Continues with the choices that were made at the start. */
  async #continue(
    chosen: readonly ChosenSource[],
    { password, record }: Pick<ReadOptions, "password"> & { readonly record: ImportRecord },
    stop: Stop,
  ): Promise<ImportState> {
    const unfinished = this.#toUnfinished(record);
    if (hashFiles(chosen) !== record.filesHash) return { ...unfinished, isOther: true };
    const opened = await this.#open(chosen, { password, csvAs: record.csvAs, unknownAs: record.unknownAs }, stop);
    if (!opened.ok && opened.problem.kind === "stopped") return unfinished;
    if (!opened.ok) return { kind: "failed", problem: opened.problem, added: 0, unfinished: unfinished.unfinished };
    if (isSameSource(record, opened.value.source.scanned.noteIds)) return this.#import(opened.value, { record, isNew: false }, stop);
    this.#release();
    return { ...unfinished, isOther: true };
  }

  #createRecord({ chosen, options, source, found }: Opened, { folderId, duplicates }: ImportChoice): ImportRecord {
    const { clock, ids } = this.#deps;
    const salt = duplicates === "copy" ? ids.random(ID_CHARS) : "";
    const toId = (id: string): string => saltedId(id, salt);
    const { noteIds, trashedIds } = source.scanned;
    return {
      importId: ids.random(ID_CHARS),
      startedAtMs: clock.now(),
      sourceName: found.names[0] ?? "",
      filesHash: hashFiles(chosen),
      csvAs: options.csvAs,
      unknownAs: options.unknownAs,
      salt,
      folderId,
      ...planRecord(noteIds.map(toId), new Set(trashedIds.map(toId)), this.#entities),
      folderIds: [],
      notKept: [],
    };
  }

  async #import(
    opened: Opened,
    { record, isNew }: { readonly record: ImportRecord; readonly isNew: boolean },
    stop: Stop,
  ): Promise<ImportState> {
    const state = await this.#deps.turns.runIfFree(async () => {
      this.#deps.remember(true);
      if (isNew) this.#written.clear();
      const saved = isNew ? await this.#deps.records.save(record) : ok(undefined);
      if (!saved.ok) return { kind: "failed", problem: saved.problem, added: 0 } as const;
      this.#record = record;
      return this.#runImport(opened, record, stop);
    });
    this.#release();
    return state ?? ELSEWHERE;
  }

  async #runImport({ source, found }: Opened, record: ImportRecord, stop: Stop): Promise<ImportState> {
    const records = {
      save: (next: ImportRecord) => {
        this.#record = next;
        return this.#deps.records.save(next);
      },
    };
    const done = await runImport(
      { ...this.#deps, records },
      { source, found, record, stop, show: this.store.replace, onWritten: (id, version) => this.#written.set(id, version) },
    );
    const added = addedIdsOf(record, this.#entities).length;
    if (done.ok) {
      await this.#forget();
      return { kind: "imported", outcome: done.value };
    }
    // An import that stopped because its page closes can be continued.
    if (this.#isClosed) return IDLE;
    if (done.problem.kind === "stopped") {
      await this.#forget();
      return { kind: "cancelled", added };
    }
    return { kind: "failed", problem: done.problem, added, unfinished: this.#toUnfinished(record).unfinished };
  }

  async #forget(): Promise<void> {
    await this.#deps.records.forget();
    this.#deps.remember(false);
  }

  #toUnfinished(record: ImportRecord): Unfinished {
    const added = addedIdsOf(record, this.#entities).length;
    const unfinished: UnfinishedImport = {
      name: record.sourceName,
      done: record.skippedIds.length + added,
      total: record.noteIds.length,
      added,
    };
    return { kind: "unfinished", unfinished, isOther: false };
  }
}

function toFound(
  chosen: readonly ChosenSource[],
  { scanned }: OpenedImport<ReportItem, ReportSum>,
  { library, options: { csvAs, unknownAs } }: { readonly library: Library; readonly options: ReadChoices },
): ImportFound {
  const { entities } = library.index;
  const trashed = new Set(scanned.trashedIds);
  const alreadyHere = scanned.noteIds.filter((id) => isHere(entities.get(id), trashed.has(id))).length;
  const names = [...new Set(chosen.map(({ path, root }) => root ?? path.split("/")[0] ?? path))];
  const hasUnknown = unknownAs === "attached" || scanned.items.some(({ reason }) => reason === "unknown");
  return {
    names,
    items: scanned.items,
    sum: scanned.sum,
    alreadyHere,
    csvAs: scanned.hasTables ? csvAs : undefined,
    unknownAs: hasUnknown ? unknownAs : undefined,
  };
}
