/** Full-text index in memory, fed in any order. Ranks by words in the title, then by time. Decision 0012. */

import type { Content } from "../../model/entities/note.ts";
import { hasTags } from "../../model/entities/tags/tag.ts";
import type { Hit, NamedFolder } from "../../ports/device/search-engine.ts";
import { foldersNamed } from "./plan-search.ts";
import type { Filter, Query, Term } from "./query.ts";
import type { Span } from "./spans.ts";
import { type Lists, TermTable } from "./term-table.ts";
import { isRun, partsOf, termsOf, toSearchText } from "./words.ts";

export type IndexedNote = NoteLocation & {
  readonly noteId: string;
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  readonly contents?: readonly Content[];
};

/** Fields that may change without the words. */
type NoteLocation = {
  readonly folderId: string | null;
  /** While the note is pinned: its own folder, which also finds it. */
  readonly pinnedFrom?: string | null | undefined;
  readonly modifiedMs: number;
  readonly createdMs: number;
  readonly hasFile: boolean;
  /** Keys of the tags. */
  readonly tagKeys?: readonly string[] | undefined;
  /** Ids of the notes that the text links to. */
  readonly linkIds?: readonly string[] | undefined;
};

export type Scope = {
  /** Undefined for all folders. */
  readonly folderIds: ReadonlySet<string | null> | undefined;
  readonly limit: number;
  /** Folders whose name finds the notes in them. */
  readonly folders?: readonly NamedFolder[] | undefined;
};

export type IndexFound = {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Corrections of typed words that no note has. */
  readonly corrected: readonly string[];
};

/** Documents with a term: they are in at least one list of every group. */
type Matcher = {
  readonly groups: readonly Lists[];
  /** Documents with the term in their title; if absent, titles are scanned. */
  readonly titles?: Lists;
  /** Tests a search text. */
  readonly isIn: (text: string) => boolean;
  /** True if the groups give only candidates, which must be tested. */
  readonly needsLook: boolean;
  readonly corrected: readonly string[];
};

type Document = Omit<IndexedNote, keyof NoteLocation> & { location: NoteLocation };

type Finder = ((number: number, document: Document) => number) & { readonly corrected: readonly string[] };

const NOT_FOUND = -1;
const COMPACT = { atLeast: 1000, deadShare: 0.5 } as const;

export class SearchIndex {
  #table = new TermTable();
  #titles = new TermTable();
  /** Documents by number; replaced and removed ones leave gaps. */
  #documents: (Document | undefined)[] = [];
  #numbers = new Map<string, number>();
  /** Number of notes that link to a note. */
  readonly #linking = new Map<string, number>();
  /** Document numbers, newest first. */
  #order: number[] = [];
  #isSorted = true;

  get size(): number {
    return this.#numbers.size;
  }

  put({ noteId, title, text, contents = [], ...location }: IndexedNote): void {
    this.remove(noteId);
    this.#add({ noteId, title: toSearchText(title), text: toSearchText(text), contents, location });
    this.#countLinks(location, 1);
    this.#compactIfDue();
  }

  /** Updates location and time of a note with unchanged words. Returns false if the note is not indexed. */
  relocate(noteId: string, location: NoteLocation): boolean {
    const document = this.#documents[this.#numbers.get(noteId) ?? -1];
    if (document === undefined) return false;
    if (document.location.modifiedMs !== location.modifiedMs) this.#isSorted = false;
    this.#countLinks(document.location, -1);
    this.#countLinks(location, 1);
    document.location = location;
    return true;
  }

  remove(noteId: string): void {
    const number = this.#numbers.get(noteId);
    if (number === undefined) return;
    this.#numbers.delete(noteId);
    this.#countLinks((this.#documents[number] as Document).location, -1);
    this.#documents[number] = undefined;
  }

  #countLinks({ linkIds = [] }: NoteLocation, by: 1 | -1): void {
    for (const id of linkIds) {
      const count = (this.#linking.get(id) ?? 0) + by;
      if (count > 0) this.#linking.set(id, count);
      else this.#linking.delete(id);
    }
  }

  /** `queries`: the alternatives. */
  search(queries: readonly Query[], scope: Scope): IndexFound {
    const { limit } = scope;
    const found = queries.map((query) => this.#findWith(query, scope));
    const most = Math.max(...queries.map(({ wanted }) => wanted.length));
    const byTitle: Hit[][] = Array.from({ length: most + 1 }, () => []);
    let total = 0;
    for (const number of this.#freshFirst()) {
      const document = this.#documents[number];
      if (document === undefined) continue;
      const titleTerms = found.reduce((best, rankOf) => Math.max(best, rankOf(number, document)), NOT_FOUND);
      if (titleTerms === NOT_FOUND) continue;
      total += 1;
      const equals = byTitle[titleTerms] as Hit[];
      if (equals.length < limit) equals.push({ noteId: document.noteId, titleTerms, modifiedMs: document.location.modifiedMs });
    }
    return { hits: byTitle.reverse().flat().slice(0, limit), total, corrected: [...new Set(found.flatMap(({ corrected }) => corrected))] };
  }

  /** Returns a function that gives the number of words in a document's title, or `NOT_FOUND`. */
  #findWith(query: Query, { folderIds, folders }: Scope): Finder {
    const named = query.wanted.map((term) => foldersWith(term, folders ?? []));
    const matchers = query.wanted.map((term, at) => this.#match(term, (named[at]?.size ?? 0) > 0));
    const chosen = named.every(({ size }) => size === 0) ? this.#inAll(matchers) : this.#inAllOrFolders(matchers, named);
    this.#strike(chosen, query.unwanted);
    const inTitles = this.#countInTitles(matchers);
    const looks = matchers.filter(({ titles }) => titles === undefined);
    const searched = folders === undefined || query.folderNames.length === 0 ? folderIds : foldersNamed(query.folderNames, folders);
    const excluded = foldersNamed(query.unwantedFolderNames, folders ?? []);
    const rankOf = (number: number, document: Document): number => {
      const { title, location } = document;
      if (chosen[number] !== 1 || (searched !== undefined && !isInOneOf(location, searched))) return NOT_FOUND;
      if ((excluded.size > 0 && isInOneOf(location, excluded)) || !this.#passes(document, query.filters)) return NOT_FOUND;
      return looks.reduce((terms, { isIn }) => (isIn(title) ? terms + 1 : terms), inTitles[number] as number);
    };
    return Object.assign(rankOf, { corrected: matchers.flatMap(({ corrected }) => corrected) });
  }

  /** A loop, because a search tests each note of the library. */
  #passes(document: Document, filters: readonly Filter[]): boolean {
    for (const filter of filters) if (this.#has(document, filter) === filter.isUnwanted) return false;
    return true;
  }

  #has({ noteId, contents = [], location }: Document, filter: Filter): boolean {
    const { tagKeys = [], linkIds = [] } = location;
    switch (filter.kind) {
      case "tag":
        return hasTags(tagKeys, [filter.key]);
      case "created":
        return isWithin(location.createdMs, filter.span);
      case "modified":
        return isWithin(location.modifiedMs, filter.span);
      case "has":
        return filter.value === "file" ? location.hasFile : contents.includes(filter.value);
      case "pinned":
        return location.pinnedFrom !== undefined;
      case "untagged":
        return tagKeys.length === 0;
      case "unlinked":
        return linkIds.length === 0 && !this.#linking.has(noteId);
      case "trash":
        // Notes in the trash are not indexed.
        return false;
    }
  }

  #add(document: Document): void {
    const number = this.#documents.push(document) - 1;
    this.#numbers.set(document.noteId, number);
    this.#order.push(number);
    this.#isSorted = false;
    for (const part of partsOf(document.title)) {
      if (!isRun(part)) this.#titles.add(part, number);
      this.#addPart(part, number);
    }
    for (const part of partsOf(document.text)) this.#addPart(part, number);
  }

  #addPart(part: string, number: number): void {
    if (isRun(part)) for (const term of termsOf(part)) this.#table.add(term, number);
    else this.#table.add(part, number);
  }

  #countInTitles(matchers: readonly Matcher[]): Uint8Array {
    const counts = new Uint8Array(this.#documents.length);
    const counted = new Uint8Array(this.#documents.length);
    for (const [index, { titles = [] }] of matchers.entries()) {
      for (const list of titles) {
        for (const number of list) {
          if (counted[number] === index + 1) continue;
          counted[number] = index + 1;
          counts[number] = (counts[number] as number) + 1;
        }
      }
    }
    return counts;
  }

  /** Returns 1 for each document that is in all matchers. */
  #inAll(matchers: readonly Matcher[]): Uint8Array {
    const groups = matchers.flatMap((matcher) => matcher.groups);
    const counts = new Uint8Array(this.#documents.length);
    for (const [index, lists] of groups.entries()) {
      for (const list of lists) for (const number of list) if (counts[number] === index) counts[number] = index + 1;
    }
    const looks = matchers.filter(({ needsLook }) => needsLook);
    for (let number = 0; number < counts.length; number += 1) {
      const isIn = counts[number] === groups.length && looks.every((look) => this.#holds(number, look.isIn));
      counts[number] = isIn ? 1 : 0;
    }
    return counts;
  }

  /** `#inAll`, but a word also matches the name of the note's folder. */
  #inAllOrFolders(matchers: readonly Matcher[], named: readonly ReadonlySet<string | null>[]): Uint8Array {
    const counts = new Uint8Array(this.#documents.length);
    for (const [index, matcher] of matchers.entries()) {
      const inText = this.#inAll([matcher]);
      for (const [number, document] of this.#documents.entries()) {
        const isIn = inText[number] === 1 || (document !== undefined && isInOneOf(document.location, named[index] as ReadonlySet<string>));
        if (isIn) counts[number] = (counts[number] as number) + 1;
      }
    }
    return counts.map((count) => (count === matchers.length ? 1 : 0));
  }

  #strike(chosen: Uint8Array, unwanted: readonly Term[]): void {
    for (const term of unwanted) {
      const struck = this.#inAll([term.kind === "word" ? this.#matchWhole(term.text) : this.#match(term)]);
      for (const [number, isIn] of struck.entries()) if (isIn === 1) chosen[number] = 0;
    }
  }

  #holds(number: number, isIn: Matcher["isIn"]): boolean {
    const document = this.#documents[number];
    return document !== undefined && (isIn(document.title) || isIn(document.text));
  }

  /** A word that names a folder is not corrected. */
  #match(term: Term, isFolderName = false): Matcher {
    if (term.kind === "word") return this.#matchBeginning(term.text, isFolderName);
    return term.kind === "run" ? this.#matchPart([term.text], true) : this.#matchPart(term.parts, term.isOpen);
  }

  #matchBeginning(word: string, isFolderName: boolean): Matcher {
    const lists = this.#table.beginningWith(word);
    if (isFolderName || this.#isAnywhere(lists)) return inWords(lists, this.#titles.beginningWith(word));
    const meant = this.#table.near(word).filter((term) => this.#isAnywhere(this.#listsOf([term])));
    return { ...inWords(this.#listsOf(meant), this.#titlesOf(meant)), corrected: meant.sort() };
  }

  #matchWhole(word: string): Matcher {
    return inWords(this.#listsOf([word]), this.#titlesOf([word]));
  }

  /** Matches adjacent parts; with an open end the last part may be incomplete. */
  #matchPart(parts: readonly string[], isOpen: boolean): Matcher {
    const last = parts.at(-1) ?? "";
    const text = `${isRun(parts[0] ?? "") ? "" : " "}${parts.join(" ")}${isOpen || isRun(last) ? "" : " "}`;
    const terms = parts.flatMap((part) => (isRun(part) ? termsOf(part).slice(0, -1) : [part]));
    const whole = isOpen && !isRun(last) ? terms.slice(0, -1) : terms;
    const ends = isOpen || terms.length === 0 ? [this.#table.beginningWith(endOf(last))] : [];
    const groups = [...whole.map((term) => this.#listsOf([term])), ...ends];
    return { groups, isIn: (where) => where.includes(text), needsLook: true, corrected: [] };
  }

  #listsOf(terms: readonly string[]): Lists {
    return terms.map((term) => this.#table.documentsOf(term));
  }

  #titlesOf(terms: readonly string[]): Lists {
    return terms.map((term) => this.#titles.documentsOf(term));
  }

  #isAnywhere(lists: Lists): boolean {
    return lists.some((list) => list.some((number) => this.#documents[number] !== undefined));
  }

  #freshFirst(): readonly number[] {
    if (this.#isSorted) return this.#order;
    const documents = this.#documents;
    this.#order = this.#order
      .filter((number) => documents[number] !== undefined)
      .sort((a, b) => isFresher(documents[a] as Document, documents[b] as Document));
    this.#isSorted = true;
    return this.#order;
  }

  /** Removes replaced documents from the table once there are many. */
  #compactIfDue(): void {
    const dead = this.#documents.length - this.#numbers.size;
    if (dead < COMPACT.atLeast || dead < this.#documents.length * COMPACT.deadShare) return;
    const alive = this.#documents.filter((document) => document !== undefined);
    this.#table = new TermTable();
    this.#titles = new TermTable();
    this.#documents = [];
    this.#order = [];
    this.#numbers = new Map();
    for (const document of alive) this.#add(document);
  }
}

function isFresher(a: Document, b: Document): number {
  return b.location.modifiedMs - a.location.modifiedMs || (a.noteId < b.noteId ? -1 : 1);
}

function isInOneOf({ folderId, pinnedFrom }: NoteLocation, folderIds: ReadonlySet<string | null>): boolean {
  return folderIds.has(folderId) || (pinnedFrom !== undefined && pinnedFrom !== null && folderIds.has(pinnedFrom));
}

function isWithin(timeMs: number, { sinceMs, untilMs }: Span): boolean {
  return (sinceMs === undefined || timeMs >= sinceMs) && (untilMs === undefined || timeMs < untilMs);
}

/** Returns the folders whose path matches the term like a text. */
function foldersWith(term: Term, folders: readonly NamedFolder[]): ReadonlySet<string | null> {
  const text = term.kind === "phrase" ? term.parts.join(" ") : term.text;
  const isNamed = (name: string): boolean => {
    const searched = toSearchText(name);
    return term.kind === "word" ? partsOf(searched).some((part) => part.startsWith(text)) : searched.includes(text);
  };
  return new Set(folders.filter(({ path }) => isNamed(path)).map(({ folderId }) => folderId));
}

function inWords(lists: Lists, titles: Lists): Matcher {
  return { groups: [lists], titles, isIn: () => true, needsLook: false, corrected: [] };
}

/** Prefix of a term for an incomplete part; the last two letters of a run. */
function endOf(part: string): string {
  return isRun(part) ? part.slice(-2) : part;
}
