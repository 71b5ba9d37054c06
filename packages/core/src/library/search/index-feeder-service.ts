/** Feeds the index: everything once, in pieces, then every write. Rules: plan-search.ts. */

import type { NoteSummary } from "../../model/entities/note.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { SearchableNote, SearchEngine } from "../../ports/device/search-engine.ts";
import type { Timers } from "../../ports/environment.ts";
import type { Library } from "../index/library-service.ts";
import type { NotesService } from "../notes/notes-service-types.ts";
import { type IndexedVersion, linkTitlesOf, toIndexUpdate } from "./plan-search.ts";

export type FeederDeps = {
  readonly library: Pick<Library, "index" | "onChange">;
  readonly notes: Pick<NotesService, "store">;
  readonly timers: Timers;
  readonly engine: Pick<SearchEngine, "update" | "pruneStale">;
  /** Called after every piece. `isOwn`: it contains a change that the user made here. */
  readonly onIndexed: (indexed: Result<{ readonly isOwn: boolean }, StoreProblem>) => void;
};

export type IndexFeeder = { readonly isComplete: () => boolean; readonly stop: () => void };

export function feedIndex(deps: FeederDeps): IndexFeeder {
  const feeder = new Feeder(deps);
  feeder.start();
  return { isComplete: () => feeder.isComplete, stop: () => feeder.stop() };
}

class Feeder {
  isComplete = false;
  readonly #deps: FeederDeps;
  readonly #indexed = new Map<string, IndexedVersion>();
  #subscriptions: readonly (() => void)[] = [];
  /** Ids of notes that may have changed; `all` checks every note. */
  #dirty: Set<string> | "all" = "all";
  #isOwn = false;
  #isFeeding = false;
  #isStopped = false;
  #cancel: (() => void) | undefined;

  constructor(deps: FeederDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { library, notes, timers } = this.#deps;
    this.#subscriptions = [
      library.onChange(({ ids, writes, origin, fromOtherTab }) => {
        if (origin !== "sync" && !fromOtherTab) this.#isOwn = true;
        // A merged folder moves its notes, and a complete cycle reveals hidden copies.
        const isWide = writes.meta?.lastCompleteAt !== undefined || ids.some((id) => library.index.entities.get(id)?.kind === "folder");
        if (isWide) this.#dirty = "all";
        if (this.#dirty !== "all") for (const id of ids) this.#dirty.add(id);
      }),
      notes.store.subscribe(() => {
        this.#cancel ??= timers.after(SEARCH.updateAfterMs, () => void this.#feed());
      }),
    ];
    void this.#feed();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    for (const stop of this.#subscriptions) stop();
  }

  async #feed(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#isFeeding) return;
    this.#isFeeding = true;
    while (!this.#isStopped && (this.#dirty === "all" || this.#dirty.size > 0)) await this.#feedDirty();
    this.#isFeeding = false;
  }

  async #feedDirty(): Promise<void> {
    const isAll = this.#dirty === "all";
    // Changes that the user makes during feeding are fed next, as the user's own.
    const isOwn = this.#isOwn;
    this.#isOwn = false;
    const { changed, removed } = this.#takeDirty();
    for (let from = 0; from < changed.length || from === 0; from += SEARCH.updateBatchSize) {
      const indexed = await this.#deps.engine.update(changed.slice(from, from + SEARCH.updateBatchSize), from === 0 ? removed : []);
      if (this.#isStopped) return;
      this.#deps.onIndexed(indexed.ok ? ok({ isOwn }) : indexed);
      if (!indexed.ok) return;
    }
    if (!isAll || this.isComplete) return;
    await this.#deps.engine.pruneStale();
    this.isComplete = true;
    if (!this.#isStopped) this.#deps.onIndexed(ok({ isOwn: true }));
  }

  #takeDirty(): { readonly changed: readonly SearchableNote[]; readonly removed: readonly string[] } {
    const { notes, notesById } = this.#deps.notes.store.getState();
    const { entities } = this.#deps.library.index;
    const ids = this.#dirty === "all" ? new Set([...notesById.keys(), ...this.#indexed.keys()]) : withLinking(this.#dirty, notes);
    this.#dirty = new Set();
    const changed: SearchableNote[] = [];
    const removed: string[] = [];
    for (const id of ids) {
      const note = notesById.get(id);
      const entity = entities.get(id);
      const linkTitles = note === undefined ? [] : linkTitlesOf(note, notesById);
      const searchable = note && toIndexUpdate(note, { entity, indexed: this.#indexed.get(id), linkTitles });
      if (searchable !== undefined && entity !== undefined) {
        changed.push(searchable);
        this.#indexed.set(id, { entity, folderId: searchable.folderId, linkTitles });
      } else if ((note === undefined || note.isEncrypted) && this.#indexed.delete(id)) removed.push(id);
    }
    return { changed, removed };
  }
}

/** Adds the notes that link to these, because their words include the titles. */
function withLinking(ids: ReadonlySet<string>, notes: readonly NoteSummary[]): ReadonlySet<string> {
  const linking = notes.filter(({ linkIds }) => linkIds?.some((id) => ids.has(id)));
  return new Set([...ids, ...linking.map(({ noteId }) => noteId)]);
}
