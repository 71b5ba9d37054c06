/** Search in the notes list; starts its index after the first render or with the first search. Spec A §4 "Search", decision 0005. */
import { folderIdsBelow } from "../../library/folders/folder-tree.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import { feedIndex, type IndexFeeder } from "../../library/search/index-feeder-service.ts";
import { isWorthShowing } from "../../library/search/plan-search.ts";
import { folderPath } from "../../model/entities/folder.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Excerpt, Found, SearchEngine } from "../../ports/device/search-engine.ts";
import type { Timers } from "../../ports/environment.ts";
import type { WorkspaceService } from "../layout/workspace-service.ts";
import type { SearchService, SearchState } from "./search-service-types.ts";
import {
  mergeFound,
  STOPPED_INDEX,
  searchUnlocked,
  toStoppableEngine,
  type UnlockedSearch,
  type UnlockedSearchDeps,
} from "./unlocked-search-service.ts";

export type SearchDeps = {
  readonly library: Pick<Library, "index" | "onChange">;
  readonly notes: Pick<NotesService, "store">;
  readonly workspace: Pick<WorkspaceService, "store">;
  readonly timers: Timers;
  /** Creates the engine when it is first needed. */
  readonly openEngine: () => SearchEngine;
  /** Search in the unlocked Sensitive folder; created with the first unlock. */
  readonly unlocked?: Pick<UnlockedSearchDeps, "texts" | "openEngine">;
};

type Started = { readonly engine: SearchEngine; readonly feeder: IndexFeeder };

const NO_EXCERPTS = ok(new Map<string, Excerpt>());
const OFF: SearchState = { term: "", phase: "off", noteIds: [], total: 0, words: [], excerpts: new Map() };

export function createSearchService(deps: SearchDeps): SearchService {
  return new ListSearch(deps);
}

class ListSearch implements SearchService {
  readonly store = createStore<SearchState>(OFF);
  readonly #deps: SearchDeps;
  readonly #stops: readonly (() => void)[];
  readonly #unlocked: UnlockedSearch | undefined;
  #started: Started | undefined;
  #isClosed = false;
  /** Number of the latest query; results of earlier ones are dropped. */
  #turn = 0;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
    this.#unlocked =
      deps.unlocked &&
      searchUnlocked(
        { ...deps.unlocked, notes: deps.notes },
        () => void this.#ask("asked"),
        (noteIds) => this.#drop(noteIds),
      );
    this.#stops = [
      deps.timers.after(SEARCH.indexAfterMs, () => void this.#start()),
      deps.workspace.store.subscribe((state, before) => {
        if (
          state.term !== before.term ||
          state.folderId !== before.folderId ||
          state.hasSubfolders !== before.hasSubfolders ||
          state.tagKeys !== before.tagKeys ||
          state.shownCount !== before.shownCount
        )
          void this.#ask("asked");
      }),
    ];
  }

  again(): void {
    void this.#ask("asked");
  }

  async count(typed: string): Promise<number | undefined> {
    const found = await this.#search(typed, null, 0);
    return found.ok ? found.value.total : undefined;
  }

  async findAll(): Promise<readonly string[]> {
    const { term, folderId, tagKeys } = this.#deps.workspace.store.getState();
    const found = await this.#search(withTagKeys(term, tagKeys), folderId, this.store.getState().total);
    return found.ok ? found.value.hits.map(({ noteId }) => noteId) : this.store.getState().noteIds;
  }

  close(): void {
    this.#isClosed = true;
    this.#turn += 1;
    for (const stop of this.#stops) stop();
    this.#unlocked?.stop();
    this.#letGo();
    this.store.setState(OFF);
  }

  #start(): SearchEngine {
    if (this.#started !== undefined) return this.#started.engine;
    // A stopped engine is replaced on the next query, and the new one is fed everything.
    const engine = toStoppableEngine(this.#deps.openEngine(), () => this.#started?.engine === engine && this.#letGo());
    const feeder = feedIndex({
      ...this.#deps,
      engine,
      onIndexed: (indexed) => void (indexed.ok && this.#ask(indexed.value.isOwn ? "asked" : "arrived")),
    });
    this.#started = { engine, feeder };
    return engine;
  }

  #letGo(): void {
    this.#started?.feeder.stop();
    this.#started?.engine.close();
    this.#started = undefined;
  }

  async #ask(cause: "asked" | "arrived"): Promise<void> {
    const { term, folderId, tagKeys, shownCount } = this.#deps.workspace.store.getState();
    if (this.#isClosed) return;
    this.#turn += 1;
    const turn = this.#turn;
    const before = this.store.getState();
    if (term === "") {
      if (before.phase !== "off") this.store.setState(OFF);
      return;
    }
    if (before.phase !== "found") this.store.setState({ ...OFF, term, phase: "looking" });
    const found = await this.#search(withTagKeys(term, tagKeys), folderId, shownCount);
    if (turn !== this.#turn) return;
    if (!found.ok) this.store.setState({ ...OFF, term, phase: "failed" });
    else if (before.phase !== "found" || before.term !== term || isWorthShowing(cause, before.total, found.value.total))
      await this.#publish(term, found.value, turn);
  }

  async #publish(term: string, { hits, total, words }: Found, turn: number): Promise<void> {
    const noteIds = hits.map(({ noteId }) => noteId);
    const isStillLooking = total === 0 && this.#started?.feeder.isComplete() !== true;
    this.store.setState({ term, phase: isStillLooking ? "looking" : "found", noteIds, total, words });
    const [ordinary, unlocked] = await Promise.all([
      this.#start().excerpts(noteIds, words),
      this.#unlocked === undefined ? NO_EXCERPTS : this.#unlocked.excerpts(noteIds, words),
    ]);
    if (turn !== this.#turn || !ordinary.ok) return;
    this.store.setState({ excerpts: new Map([...ordinary.value, ...(unlocked.ok ? unlocked.value : [])]) });
  }

  /** Removes locked notes from the results at once. */
  #drop(locked: ReadonlySet<string>): void {
    this.#turn += 1;
    const { noteIds, excerpts } = this.store.getState();
    if (noteIds.some((noteId) => locked.has(noteId)))
      this.store.setState({
        noteIds: noteIds.filter((noteId) => !locked.has(noteId)),
        excerpts: new Map([...excerpts].filter(([noteId]) => !locked.has(noteId))),
      });
    void this.#ask("asked");
  }

  async #search(typed: string, folderId: string | null, limit: number): Promise<Result<Found, StoreProblem>> {
    if (this.#isClosed) return STOPPED_INDEX;
    const listed = this.#deps.notes.store.getState().folders;
    const folders = listed.map((folder) => ({ folderId: folder.folderId, name: folder.name, path: folderPath(folder) }));
    const { hasSubfolders } = this.#deps.workspace.store.getState();
    const folderIds = folderId === null ? undefined : hasSubfolders ? [...folderIdsBelow(listed, folderId)] : [folderId];
    const request = { typed, folderIds, limit, folders };
    const [ordinary, unlocked] = await Promise.all([this.#start().search(request), this.#unlocked?.search(request)]);
    // The lock ended the index of the Sensitive folder, so its result is left out.
    return ordinary.ok && unlocked?.ok === true ? ok(mergeFound(ordinary.value, unlocked.value, limit)) : ordinary;
  }
}

/** Adds the filter of the list to the typed text. */
function withTagKeys(term: string, tagKeys: readonly string[]): string {
  return [term, ...tagKeys.map((key) => `tag:"${key.replaceAll('"', " ")}"`)].join(" ");
}
