/** The search of the notes list, as components use it. Spec A §4 "Search", A §2.9. */

import type { ReadableStore } from "../../model/store.ts";
import type { Excerpt } from "../../ports/device/search-engine.ts";

export type SearchState = {
  /** Term of the hits; empty if there is no search. */
  readonly term: string;
  /** `looking`: no result for the term yet. */
  readonly phase: "off" | "looking" | "found" | "failed";
  /** Best hits, as many as the list shows. */
  readonly noteIds: readonly string[];
  readonly total: number;
  /** Words to mark in titles, previews and the open note. */
  readonly words: readonly string[];
  readonly excerpts: ReadonlyMap<string, Excerpt>;
};

export interface SearchService {
  readonly store: ReadableStore<SearchState>;
  /** Repeats the search for the typed text. */
  again(): void;
  /** Number of hits in all folders; undefined if unknown. */
  count(typed: string): Promise<number | undefined>;
  /** Returns all hits, beyond what the list shows. */
  findAll(): Promise<readonly string[]>;
  close(): void;
}
