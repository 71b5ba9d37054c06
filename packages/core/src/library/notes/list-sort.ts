/** Sorts the list by last modified, created or title. Pure. Spec A §3 "Pagination" defines the first. */
import type { NoteSummary } from "../../model/entities/note.ts";

export const LIST_SORTS = ["modified", "created", "title"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A previously sorted list, most of which is unchanged. */
export type SortedNotes = { readonly notes: readonly NoteSummary[]; readonly sort: ListSort };

export function parseListSort(text: string | undefined): ListSort {
  return LIST_SORTS.find((sort) => sort === text) ?? "modified";
}

/** The library already lists by last modified. Titles are sorted like in a dictionary: numbers by value, case and accents last. */
export function sortNotes(notes: readonly NoteSummary[], sort: ListSort, before?: SortedNotes): readonly NoteSummary[] {
  if (sort === "modified") return notes;
  const compare = COMPARE[sort];
  const now = new Set(notes);
  // A changed note is a new object. Comparing titles by language is slow, so only new objects are compared with the rest.
  const kept = before?.sort === sort ? before.notes.filter((note) => now.has(note)) : [];
  const known = new Set(kept);
  const fresh = notes.filter((note) => !known.has(note)).sort(compare);
  return mergeSorted(kept, fresh, compare);
}

const titles = new Intl.Collator(undefined, { numeric: true });

type Compare = (a: NoteSummary, b: NoteSummary) => number;

const COMPARE: Readonly<Record<Exclude<ListSort, "modified">, Compare>> = {
  created: (a, b) => b.createdAt - a.createdAt || byId(a, b),
  title: (a, b) => titles.compare(a.title.trim(), b.title.trim()) || byId(a, b),
};

function byId(a: NoteSummary, b: NoteSummary): number {
  return a.noteId < b.noteId ? -1 : 1;
}

/** Finds the position of each new note by binary search and copies the runs in between. */
function mergeSorted(kept: readonly NoteSummary[], fresh: readonly NoteSummary[], compare: Compare): readonly NoteSummary[] {
  if (kept.length === 0) return fresh;
  const merged: NoteSummary[] = [];
  let from = 0;
  for (const note of fresh) {
    const to = insertionIndexOf(note, kept, { from, compare });
    for (; from < to; from += 1) merged.push(kept[from] as NoteSummary);
    merged.push(note);
  }
  for (; from < kept.length; from += 1) merged.push(kept[from] as NoteSummary);
  return merged;
}

function insertionIndexOf(
  note: NoteSummary,
  kept: readonly NoteSummary[],
  { from, compare }: { readonly from: number; readonly compare: Compare },
): number {
  let [low, high] = [from, kept.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(kept[middle] as NoteSummary, note) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
