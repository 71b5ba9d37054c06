/** Port: the full-text index, off the main thread: library/search/search-engine-service.ts in web/adapters/search's worker. */

import type { NoteEntity } from "../../model/entities/entity.ts";
import type { Content } from "../../model/entities/note.ts";
import type { FieldsWith } from "../../model/entities/note-fields.ts";
import type { Result } from "../../model/result.ts";
import type { TextRange } from "../../model/text-range.ts";
import type { StoreProblem } from "./local-store.ts";

/** A note as the index receives it: without its text, which the index reads itself. */
export type SearchableNote = { readonly [Field in IndexedField as IndexedAs[Field]]: Indexed[Field] } & {
  /** Titles of the notes that the text links to, in the order of its links (document/references.ts); empty for sensitive notes. */
  readonly linkTitles?: readonly string[];
  /** Ids of these notes. */
  readonly linkIds?: readonly string[] | undefined;
};

type IndexedField = FieldsWith<"search", "key" | "version" | "folder" | "time" | "created" | "files" | "tags">;
/** Names of note fields in the index. `stamp`: changes whenever the text changes. */
type IndexedAs = {
  readonly id: "noteId";
  readonly vv: "stamp";
  readonly folderId: "folderId";
  readonly pinnedFrom: "pinnedFrom";
  readonly mtime: "modifiedMs";
  readonly createdAt: "createdMs";
  readonly attachments: "hasFile";
  readonly tags: "tagKeys";
};
type Indexed = Omit<NoteEntity, "vv" | "attachments"> & { readonly vv: string; readonly attachments: boolean };

export type SearchRequest = {
  readonly typed: string;
  /** Folders to search, unless `typed` names others; undefined for all. */
  readonly folderIds: readonly (string | null)[] | undefined;
  readonly limit: number;
  /** Folders that `typed` may name: with `in:`, or by a word that finds the notes in them. */
  readonly folders?: readonly NamedFolder[];
};

/** `path`: names of its parents and its own. */
export type NamedFolder = { readonly folderId: string; readonly name: string; readonly path: string };

export type Hit = { readonly noteId: string; readonly titleTerms: number; readonly modifiedMs: number };

export type Found = {
  /** Best hits, at most `limit`. */
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Words to mark in the hits: those typed, and corrections of words that no note has. */
  readonly words: readonly string[];
};

/** Part of a text that contains the words, and their ranges in it. */
export type Excerpt = { readonly text: string; readonly marks: readonly TextRange[] };

export interface SearchEngine {
  /** Indexes changed notes and removes others; resolves once they can be found. */
  update(changed: readonly SearchableNote[], removed: readonly string[]): Promise<Result<void, StoreProblem>>;
  /** Drops stored texts of notes that no longer exist. Call once the index has received everything. */
  pruneStale(): Promise<Result<void, StoreProblem>>;
  search(request: SearchRequest): Promise<Result<Found, StoreProblem>>;
  /** Returns the part of each text that contains the words. */
  excerpts(noteIds: readonly string[], words: readonly string[]): Promise<Result<ReadonlyMap<string, Excerpt>, StoreProblem>>;
  close(): void;
}

/** An index that does not read texts itself: the caller passes the texts of the next update. */
export type GivenSearchEngine = SearchEngine & { give(texts: readonly NoteText[]): Promise<void> };

/** Plain text of a note with marks for its note links, stored so that a start need not read every note. Never of a sensitive note. */
export type KeptText = {
  readonly noteId: string;
  readonly stamp: string;
  readonly title: string;
  readonly text: string;
  /** Absent in rows that earlier versions stored. */
  readonly contents?: readonly Content[];
};

/** Text fields that the index covers; note-fields.ts makes a missing one a compile error. */
export type NoteText = { readonly noteId: string } & Pick<NoteEntity, FieldsWith<"search", "text">>;

/** Stored texts of the index, and access to the notes. */
export interface SearchTexts {
  /** Returns stored rows after the id `after`, in order; fewer than `count` are the last. */
  readKept(after: string | undefined, count: number): Promise<Result<readonly KeptText[], StoreProblem>>;
  getKept(noteIds: readonly string[]): Promise<Result<readonly KeptText[], StoreProblem>>;
  keep(rows: readonly KeptText[], forget: readonly string[]): Promise<Result<void, StoreProblem>>;
  /** Returns notes whose text may be stored; leaves out sensitive ones. */
  readNotes(noteIds: readonly string[]): Promise<Result<readonly NoteText[], StoreProblem>>;
}
