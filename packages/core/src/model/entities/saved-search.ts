/** A search that the user has saved under a name. Stored as a note that is not listed. Decision 0052. */
import type { LightNote } from "./entity.ts";

export const SEARCH_ICONS = ["search", "star", "clock", "calendar", "check", "book", "briefcase", "home", "heart", "tag"] as const;
export type SearchIcon = (typeof SEARCH_ICONS)[number];

export type SearchValues = { readonly name: string; readonly query: string; readonly icon: string };

/** `icon`: a later version may have icons that this one does not know. */
export type SavedSearch = SearchValues & { readonly searchId: string };

export function isSavedSearch({ searchQuery }: Pick<LightNote, "searchQuery">): boolean {
  return searchQuery !== undefined;
}

/** Expects a note for which `isSavedSearch` is true. */
export function toSavedSearch({ id, title, searchQuery = "", searchName = title, searchIcon = "" }: LightNote): SavedSearch {
  return { searchId: id, name: searchName, query: searchQuery, icon: searchIcon };
}
