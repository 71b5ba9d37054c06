/** The search of the notes list as components see it. Spec A §4 "Search", A §2.9. */

import type { ReadableStore } from "../../model/store.ts";
import type { Excerpt } from "../../ports/device/search-engine.ts";

export type SearchState = {
  /** What the hits are for; empty: no search. */
  readonly term: string;
  /** `looking`: nothing is known of the term yet. */
  readonly phase: "off" | "looking" | "found" | "failed";
  /** The best hits, as many as the list shows. */
  readonly noteIds: readonly string[];
  readonly total: number;
  /** What is marked in titles, previews and the open note. */
  readonly words: readonly string[];
  readonly excerpts: ReadonlyMap<string, Excerpt>;
};

export interface SearchService {
  readonly store: ReadableStore<SearchState>;
  /** Asks once more for what is typed. */
  again(): void;
  /** How many notes of all folders would be found; `undefined` when that is not known. */
  count(typed: string): Promise<number | undefined>;
  /** All that the list would show after its last page. */
  findAll(): Promise<readonly string[]>;
  close(): void;
}
