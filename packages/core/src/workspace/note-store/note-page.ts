/** One page of a list of notes, and a search in it without an index. Pure. Spec A §3 "Pagination", B §9. */
import { foldText } from "../../document/html/find-text.ts";
import { type ListSort, sortNotes } from "../../library/notes/list-sort.ts";
import { selectNotes } from "../../library/notes/note-list.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { NOTE } from "../../model/limits/limits.ts";
import type { NotePage, NoteQuery } from "./note-store.ts";

const FIELDS = { modified: "lastModified", created: "createdAt", title: "title" } as const satisfies Record<ListSort, string>;

export function pageNotes(all: readonly NoteSummary[], query: NoteQuery): NotePage {
  const { page = 0, size = NOTE.pageSize, folderId = null, sort = "modified" } = query;
  const found = sortNotes(selectNotes(all, folderId), sort);
  return {
    content: found.slice(page * size, (page + 1) * size),
    page,
    size,
    currentPage: page,
    pageSize: size,
    totalPages: Math.ceil(found.length / size),
    totalElements: found.length,
    sortBy: FIELDS[sort],
    sortDir: sort === "title" ? "asc" : "desc",
  };
}

/** True if every word of the term occurs in the text, ignoring case and accents. */
export function hasEveryWord(text: string, term: string): boolean {
  const folded = foldText(text);
  const words = foldText(term).split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => folded.includes(word));
}
