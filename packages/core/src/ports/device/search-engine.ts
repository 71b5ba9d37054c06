/** Port: the full-text index, off the page's thread: library/search/search-engine-service.ts in web/adapters/search's worker. */

import type { NoteEntity } from "../../model/entities/entity.ts";
import type { FieldsWith } from "../../model/entities/note-fields.ts";
import type { Result } from "../../model/result.ts";
import type { TextRange } from "../../model/text-range.ts";
import type { StoreProblem } from "./local-store.ts";

/** A note as the index receives it: everything but its words, which the index reads itself. */
export type SearchableNote = { readonly [Field in IndexedField as IndexedAs[Field]]: Indexed[Field] };

type IndexedField = FieldsWith<"search", "key" | "version" | "folder" | "time" | "files">;
/** What the index calls these fields of a note. `stamp`: another one means other words. */
type IndexedAs = {
  readonly id: "noteId";
  readonly vv: "stamp";
  readonly folderId: "folderId";
  readonly pinnedFrom: "pinnedFrom";
  readonly mtime: "modifiedMs";
  readonly attachments: "hasFile";
};
type Indexed = Omit<NoteEntity, "vv" | "attachments"> & { readonly vv: string; readonly attachments: boolean };

export type SearchRequest = {
  readonly typed: string;
  /** Folders to stay in, unless `typed` names others; `undefined`: everywhere. */
  readonly folderIds: readonly (string | null)[] | undefined;
  readonly limit: number;
  /** Those that `typed` may name: with `in:`, or by a word, which finds the notes that are in them. */
  readonly folders?: readonly NamedFolder[];
};

export type NamedFolder = { readonly folderId: string; readonly name: string };

export type Hit = { readonly noteId: string; readonly titleTerms: number; readonly modifiedMs: number };

export type Found = {
  /** The best ones. */
  readonly hits: readonly Hit[];
  readonly total: number;
  /** What is to be marked in the hits: the words that were typed, and what was meant by one that no note has. */
  readonly words: readonly string[];
};

/** The part of a text that shows the words, and where in it they are. */
export type Excerpt = { readonly text: string; readonly marks: readonly TextRange[] };

export interface SearchEngine {
  /** Takes in what changed and what is gone; done once it can be found. */
  update(changed: readonly SearchableNote[], removed: readonly string[]): Promise<Result<void, StoreProblem>>;
  /** The index has received everything once: stored words of other notes are dropped. */
  pruneStale(): Promise<Result<void, StoreProblem>>;
  search(request: SearchRequest): Promise<Result<Found, StoreProblem>>;
  /** The part of each text that shows the words. */
  excerpts(noteIds: readonly string[], words: readonly string[]): Promise<Result<ReadonlyMap<string, Excerpt>, StoreProblem>>;
  close(): void;
}

/** An index that reads nothing itself: it is given the words of what it receives next. */
export type GivenSearchEngine = SearchEngine & { give(texts: readonly NoteText[]): Promise<void> };

/** Plain words of a note as they are kept, so that a start need not read every note. Never those of a sensitive note. */
export type KeptText = { readonly noteId: string; readonly stamp: string; readonly title: string; readonly text: string };

/** A text field that is to be found is read here, or this does not compile: note-fields.ts. */
export type NoteText = { readonly noteId: string } & Pick<NoteEntity, FieldsWith<"search", "text">>;

/** What the device keeps for searching, and the notes themselves. */
export interface SearchTexts {
  /** Kept rows in the order of their ids, from behind `after`; fewer than `count` are the last. */
  readKept(after: string | undefined, count: number): Promise<Result<readonly KeptText[], StoreProblem>>;
  getKept(noteIds: readonly string[]): Promise<Result<readonly KeptText[], StoreProblem>>;
  keep(rows: readonly KeptText[], forget: readonly string[]): Promise<Result<void, StoreProblem>>;
  /** Notes whose words may be kept; sensitive ones are left out. */
  readNotes(noteIds: readonly string[]): Promise<Result<readonly NoteText[], StoreProblem>>;
}
