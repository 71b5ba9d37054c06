/**
 * All tags of a library with the number of their notes, kept up to date note by note as the list of notes changes. Locked notes have no tags
 * in that list, so theirs disappear with the lock. Decision 0047.
 */
import type { NoteSummary } from "../../model/entities/note.ts";
import { type Tags, tagKey } from "../../model/entities/tags/tag.ts";

/** `count`: notes with the tag or one nested in it. `tag`: the most frequent spelling. `depth`: 0 for a tag that is not nested. */
export type TagCount = { readonly key: string; readonly tag: string; readonly count: number; readonly depth: number };

/** In the order of a tree: each tag before those nested in it. A level that no note has by itself is listed, too. */
export type TagList = readonly TagCount[];

type TaggedNote = Pick<NoteSummary, "noteId" | "tags">;
type Entry = { count: number; readonly spellings: Map<string, number>; listed: TagCount | undefined };

const NONE: Tags = [];

export class TagIndex {
  #notes: readonly TaggedNote[] = [];
  readonly #tagsOf = new Map<string, Tags>();
  readonly #entries = new Map<string, Entry>();
  #order: readonly string[] = [];
  #list: TagList = [];

  /** Returns the same list while no tag has changed. */
  read(notes: readonly TaggedNote[]): TagList {
    if (notes === this.#notes) return this.#list;
    if (this.#update(notes)) this.#list = this.#toList();
    this.#notes = notes;
    return this.#list;
  }

  #update(notes: readonly TaggedNote[]): boolean {
    let isChanged = false;
    let tagged = 0;
    let at = 0;
    for (const note of notes) {
      const { noteId, tags = NONE } = note;
      if (tags.length > 0) tagged += 1;
      // Most notes are those of the last list, in the same order, but for a few that were changed or moved.
      if (note === this.#notes[at + 1] && note !== this.#notes[at]) at += 1;
      if (note === this.#notes[at]) {
        at += 1;
        continue;
      }
      const before = this.#tagsOf.get(noteId) ?? NONE;
      if (before === tags) continue;
      isChanged = true;
      this.#count(before, -1);
      this.#count(tags, 1);
      if (tags.length > 0) this.#tagsOf.set(noteId, tags);
      else this.#tagsOf.delete(noteId);
    }
    return this.#tagsOf.size > tagged ? this.#forgetOthers(notes) : isChanged;
  }

  #forgetOthers(notes: readonly TaggedNote[]): true {
    const listed = new Set(notes.map(({ noteId }) => noteId));
    for (const [noteId, tags] of this.#tagsOf) {
      if (listed.has(noteId)) continue;
      this.#count(tags, -1);
      this.#tagsOf.delete(noteId);
    }
    return true;
  }

  /** Counts a note once in each level above its tags. */
  #count(tags: Tags, step: 1 | -1): void {
    const seen = new Set<string>();
    for (const tag of tags) {
      for (const path of levelsOf(tag)) {
        const key = tagKey(path);
        const entry = this.#entries.get(key) ?? { count: 0, spellings: new Map<string, number>(), listed: undefined };
        this.#entries.set(key, entry);
        entry.listed = undefined;
        entry.spellings.set(path, (entry.spellings.get(path) ?? 0) + step);
        if (!seen.has(key)) entry.count += step;
        seen.add(key);
        if (entry.count === 0) this.#entries.delete(key);
      }
    }
  }

  #toList(): TagList {
    const known = new Set(this.#order);
    const kept = this.#order.filter((key) => this.#entries.has(key));
    const added = [...this.#entries.keys()].filter((key) => !known.has(key)).sort(compareKeys);
    this.#order = added.length === 0 ? kept : mergeKeys(kept, added);
    return this.#order.map((key) => {
      const entry = this.#entries.get(key) as Entry;
      entry.listed ??= { key, tag: mostFrequent(entry.spellings), count: entry.count, depth: key.split("/").length - 1 };
      return entry.listed;
    });
  }
}

function levelsOf(tag: string): readonly string[] {
  const levels = tag.split("/");
  return levels.map((_, at) => levels.slice(0, at + 1).join("/"));
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [first] = [...spellings].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0] ?? "";
}

const names = new Intl.Collator(undefined, { numeric: true });

/** Level by level, so that nested tags follow their parent. */
function compareKeys(a: string, b: string): number {
  const [one, other] = [a.split("/"), b.split("/")];
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const [x, y] = [one[at] as string, other[at] as string];
    if (x !== y) return names.compare(x, y) || (x < y ? -1 : 1);
  }
  return one.length - other.length;
}

function mergeKeys(kept: readonly string[], added: readonly string[]): readonly string[] {
  const merged: string[] = [];
  let at = 0;
  for (const key of added) {
    let [low, high] = [at, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(kept[middle] as string, key) < 0) low = middle + 1;
      else high = middle;
    }
    for (; at < low; at += 1) merged.push(kept[at] as string);
    merged.push(key);
  }
  for (; at < kept.length; at += 1) merged.push(kept[at] as string);
  return merged;
}
