/** Keeps the index up to date from stored words or texts, a few at a time so that saves do not wait. Rules: search-index.ts. */
import { toFoundText } from "../../document/html/find-text.ts";
import { contentsOf } from "../../document/reading/contents.ts";
import { LINK_MARK, markNoteLinks, nameNoteLinks } from "../../document/references.ts";
import { NOTE, SEARCH } from "../../model/limits/limits.ts";
import { readAhead } from "../../model/long-tasks.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { KeptText, SearchableNote, SearchEngine, SearchRequest, SearchTexts } from "../../ports/device/search-engine.ts";
import type { Clock } from "../../ports/environment.ts";
import { excerptOf } from "./marks.ts";
import { isEmptyQuery, markedWords, parseQuery } from "./query.ts";
import { SearchIndex } from "./search-index.ts";

type Done = Promise<Result<void, StoreProblem>>;

/** The clock tells which days `today` and `last-week` are. */
export function createSearchEngine(texts: SearchTexts, clock: Clock): SearchEngine {
  return new KeptSearch(texts, clock);
}

class KeptSearch implements SearchEngine {
  readonly #texts: SearchTexts;
  readonly #clock: Clock;
  readonly #index = new SearchIndex();
  /** Each note as indexed. */
  readonly #indexed = new Map<string, { readonly stamp: string; readonly linkTitles: readonly string[] }>();
  /** Stored texts that no note has claimed yet; read with the first update. */
  #kept: Map<string, KeptText> | undefined;
  /** Runs updates one after another in order of arrival. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(texts: SearchTexts, clock: Clock) {
    this.#texts = texts;
    this.#clock = clock;
  }

  update(changed: readonly SearchableNote[], removed: readonly string[]): Done {
    return this.#inTurn(() => this.#update(changed, removed));
  }

  pruneStale(): Done {
    return this.#inTurn(() => {
      const stale = [...(this.#kept?.keys() ?? [])];
      this.#kept = new Map();
      return stale.length === 0 ? Promise.resolve(ok(undefined)) : this.#texts.keep([], stale);
    });
  }

  async search({ typed, folderIds, limit, folders }: SearchRequest) {
    const queries = parseQuery(typed, this.#clock.now());
    if (isEmptyQuery(queries)) return ok({ hits: [], total: 0, words: [] });
    const { hits, total, corrected } = this.#index.search(queries, { folderIds: folderIds && new Set(folderIds), limit, folders });
    return ok({ hits, total, words: markedWords(typed, corrected) });
  }

  async excerpts(noteIds: readonly string[], words: readonly string[]) {
    const read = await this.#texts.getKept(noteIds);
    if (!read.ok) return read;
    return ok(
      new Map(read.value.map(({ noteId, text }) => [noteId, excerptOf(this.#named(noteId, text), words, NOTE.previewSearchChars)])),
    );
  }

  close(): void {
    this.#indexed.clear();
  }

  /** The stored text with the titles of the notes that it links to, which are in memory only. */
  #named(noteId: string, text: string): string {
    return text.includes(LINK_MARK) ? nameNoteLinks(text, this.#indexed.get(noteId)?.linkTitles ?? []) : text;
  }

  #inTurn(work: () => Done): Done {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #update(changed: readonly SearchableNote[], removed: readonly string[]): Done {
    const kept = await this.#readKept();
    if (!kept.ok) return kept;
    for (const noteId of removed) this.#drop(noteId);
    if (removed.length > 0) {
      const forgotten = await this.#texts.keep([], removed);
      if (!forgotten.ok) return forgotten;
    }
    return this.#takeNotes(
      changed.filter((note) => !this.#relocate(note) && !this.#takeRow(wholeRow(kept.value.get(note.noteId), note), note)),
    );
  }

  /** Returns true if the note's current words are already indexed. */
  #relocate({ noteId, stamp, linkTitles = [], ...location }: SearchableNote): boolean {
    const indexed = this.#indexed.get(noteId);
    const isSame = indexed?.stamp === stamp && indexed.linkTitles.join("\n") === linkTitles.join("\n");
    return isSame && this.#index.relocate(noteId, location);
  }

  async #readKept(): Promise<Result<Map<string, KeptText>, StoreProblem>> {
    if (this.#kept !== undefined) return ok(this.#kept);
    const kept = new Map<string, KeptText>();
    for (let after: string | undefined; ; ) {
      const read = await this.#texts.readKept(after, SEARCH.keptBatch);
      if (!read.ok) return read;
      for (const row of read.value) kept.set(row.noteId, row);
      if (read.value.length < SEARCH.keptBatch) break;
      after = read.value.at(-1)?.noteId;
    }
    this.#kept = kept;
    return ok(kept);
  }

  async #takeNotes(notes: readonly SearchableNote[]): Done {
    const batches = inBatches(notes).map((batch) => new Map(batch.map((note) => [note.noteId, note])));
    for await (const [batch, read] of readAhead(batches, (batch) => this.#texts.readNotes([...batch.keys()]))) {
      if (!read.ok) return read;
      const rows = read.value.map(({ noteId, title, content }) => {
        const { stamp } = batch.get(noteId) as SearchableNote;
        return { noteId, stamp, title, text: toFoundText(markNoteLinks(content)), contents: contentsOf(content) };
      });
      for (const row of rows) this.#takeRow(row, batch.get(row.noteId) as SearchableNote);
      const found = new Set(rows.map(({ noteId }) => noteId));
      const gone = [...batch.keys()].filter((noteId) => !found.has(noteId));
      for (const noteId of gone) this.#drop(noteId);
      const kept = await this.#texts.keep(rows, gone);
      if (!kept.ok) return kept;
    }
    return ok(undefined);
  }

  /** Returns false if the row does not have the note's current words. */
  #takeRow(row: KeptText | undefined, { noteId, stamp, linkTitles = [], ...location }: SearchableNote): boolean {
    if (row?.stamp !== stamp) return false;
    this.#kept?.delete(noteId);
    this.#indexed.set(noteId, { stamp, linkTitles });
    this.#index.put({ noteId, title: row.title, text: this.#named(noteId, row.text), contents: row.contents ?? [], ...location });
    return true;
  }

  #drop(noteId: string): void {
    this.#indexed.delete(noteId);
    this.#index.remove(noteId);
  }
}

/** Rows of earlier versions lack the kinds of content or the marks for links; their notes are read once more. */
function wholeRow(row: KeptText | undefined, { linkTitles = [] }: SearchableNote): KeptText | undefined {
  const isOld = !Array.isArray(row?.contents) || (linkTitles.length > 0 && !row.text.includes(LINK_MARK));
  return isOld ? undefined : row;
}

function inBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / SEARCH.readBatch);
  return Array.from({ length: count }, (_, at) => items.slice(at * SEARCH.readBatch, (at + 1) * SEARCH.readBatch));
}
