/** Search in the unlocked Sensitive folder: an index in memory that ends with the lock. encryption.md 3.5 (8), 3.6 (i). */

import type { NotesService } from "../../library/notes/notes-service-types.ts";
import { linkTitlesOf, toPlace } from "../../library/search/plan-search.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Excerpt, Found, GivenSearchEngine, SearchEngine, SearchRequest } from "../../ports/device/search-engine.ts";
import type { OpenedText, OpenedTexts } from "../../vault/sensitive/opened-texts-service.ts";

export type UnlockedSearchDeps = {
  readonly texts: ReadableStore<OpenedTexts>;
  readonly notes: Pick<NotesService, "store">;
  readonly openEngine: () => GivenSearchEngine;
};

/** The index of one unlock, and the texts it has. */
type Open = {
  readonly engine: SearchEngine & Pick<GivenSearchEngine, "give">;
  indexed: ReadonlyMap<string, OpenedText>;
  isFeeding: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
};

const NOTHING: Found = { hits: [], total: 0, words: [] };

export type UnlockedSearch = {
  search(request: SearchRequest): Promise<Result<Found, StoreProblem>>;
  excerpts: SearchEngine["excerpts"];
  stop(): void;
};

/** `onIndexed`: more can be found. `onLocked`: these notes must no longer be shown. */
export function searchUnlocked(
  { texts, notes, openEngine }: UnlockedSearchDeps,
  onIndexed: () => void,
  onLocked: (noteIds: ReadonlySet<string>) => void,
): UnlockedSearch {
  let open: Open | undefined;
  /** Ids of notes that earlier indexes of this unlock had. */
  let seen: readonly string[] = [];

  const feed = async (mine: Open): Promise<void> => {
    if (mine.isFeeding) return;
    mine.isFeeding = true;
    while (open === mine) {
      const { byId } = texts.getState();
      const changed = [...byId].filter(([id, opened]) => opened.text !== undefined && mine.indexed.get(id) !== opened);
      const removed = [...mine.indexed.keys()].filter((id) => byId.get(id)?.text === undefined);
      if (changed.length === 0 && removed.length === 0) break;
      mine.indexed = new Map([...byId].filter(([, opened]) => opened.text !== undefined));
      await updateEngine(mine.engine, notes, { changed, removed });
      if (open === mine) onIndexed();
    }
    mine.isFeeding = false;
  };
  const end = (): void => {
    const ended = open;
    open = undefined;
    seen = [...seen, ...(ended?.indexed.keys() ?? [])];
    ended?.engine.close();
    ended?.end();
  };
  /** An index whose worker stopped is replaced at the next query or with the next text. */
  const openNext = (): Open => {
    const next: Open = openWith(openEngine(), () => next === open && end());
    return next;
  };
  const follow = (): void => {
    if (texts.getState().isUnlocked) {
      open ??= openNext();
      void feed(open);
    } else if (open !== undefined || seen.length > 0) {
      end();
      const locked = new Set(seen);
      seen = [];
      onLocked(locked);
    }
  };
  const unsubscribe = texts.subscribe(follow);
  follow();
  /** A query of an index that ends returns `nothing`. */
  const whileOpen = async <Value>(ask: (engine: SearchEngine) => Promise<Result<Value, StoreProblem>>, nothing: Value) => {
    if (open === undefined) follow();
    return open === undefined ? ok(nothing) : Promise.race([ask(open.engine), open.ended.then(() => ok(nothing))]);
  };

  return {
    search: (request) => whileOpen((engine) => engine.search(request), NOTHING),
    excerpts: (noteIds, words) => whileOpen((engine) => engine.excerpts(noteIds, words), new Map<string, Excerpt>()),
    stop() {
      unsubscribe();
      end();
    },
  };
}

function openWith(given: GivenSearchEngine, onStopped: () => void): Open {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Texts that could not be passed are missing in the following update, which reports it.
  const give: GivenSearchEngine["give"] = (rows) => given.give(rows).catch(() => undefined);
  return { engine: { ...toStoppableEngine(given, onStopped), give }, indexed: new Map(), isFeeding: false, ended, end };
}

async function updateEngine(
  engine: Open["engine"],
  notes: UnlockedSearchDeps["notes"],
  { changed, removed }: { readonly changed: readonly (readonly [string, OpenedText])[]; readonly removed: readonly string[] },
): Promise<void> {
  const { notesById } = notes.store.getState();
  for (let from = 0; from < changed.length || from === 0; from += SEARCH.updateBatchSize) {
    const piece = changed.slice(from, from + SEARCH.updateBatchSize);
    const rows = piece.map(([noteId, { text }]) => ({ noteId, title: text?.title ?? "", content: text?.content ?? "" }));
    const placed = piece.map(([noteId, { entity }]) => ({
      ...toLocation(notesById, noteId),
      noteId,
      stamp: vectorKey(entity.vv),
      // Pinning would take the note out of the folder.
      pinnedFrom: undefined,
      modifiedMs: entity.mtime,
    }));
    await engine.give(rows);
    await engine.update(placed, from === 0 ? removed : []);
  }
}

function toLocation(notesById: ReadonlyMap<string, NoteSummary>, noteId: string) {
  const note = notesById.get(noteId);
  if (note === undefined) return { folderId: null, createdMs: 0, hasFile: false, tagKeys: undefined };
  return { ...toPlace(note), linkTitles: linkTitlesOf(note, notesById) };
}

/** Merges the results of two indexes: more words in the title first, then the newest. */
export function mergeFound(one: Found, other: Found, limit: number): Found {
  const hits = [...one.hits, ...other.hits].sort((a, b) => b.titleTerms - a.titleTerms || b.modifiedMs - a.modifiedMs);
  return { hits: hits.slice(0, limit), total: one.total + other.total, words: [...new Set([...one.words, ...other.words])] };
}

export const STOPPED_INDEX = failed({ kind: "storage-broken", detail: "the index stopped" } as const);

/** Converts rejections of a stopped worker to a problem, and reports that it has stopped. */
export function toStoppableEngine(engine: SearchEngine, onStopped: () => void): SearchEngine {
  const orStopped = <Value>(answer: Promise<Result<Value, StoreProblem>>) =>
    answer.catch(() => {
      onStopped();
      return STOPPED_INDEX;
    });
  return {
    update: (changed, removed) => orStopped(engine.update(changed, removed)),
    pruneStale: () => orStopped(engine.pruneStale()),
    search: (request) => orStopped(engine.search(request)),
    excerpts: (noteIds, words) => orStopped(engine.excerpts(noteIds, words)),
    close: () => engine.close(),
  };
}
