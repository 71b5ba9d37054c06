/** The order of the list: last modified, created, or title. Pure. Spec A §3 "Pagination" gives the first. */
import type { NoteSummary } from "../notes/note.ts";

export const LIST_SORTS = ["modified", "created", "title"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export function parseListSort(text: string | undefined): ListSort {
  return LIST_SORTS.find((sort) => sort === text) ?? "modified";
}

/** The library lists by last modified already. Titles as a dictionary would have them: numbers by value, case and accents last. */
export function sortNotes(notes: readonly NoteSummary[], sort: ListSort): readonly NoteSummary[] {
  if (sort === "modified") return notes;
  if (sort === "created") return [...notes].sort((a, b) => b.createdAt - a.createdAt || byId(a, b));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return [...notes].sort((a, b) => compare(a.title.trim(), b.title.trim()) || byId(a, b));
}

function byId(a: NoteSummary, b: NoteSummary): number {
  return a.noteId < b.noteId ? -1 : 1;
}
