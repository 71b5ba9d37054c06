/** Saved searches. Decision 0052. */
import type { SearchIcon } from "@satchel/core/model/entities/saved-search.ts";

export const savedSearchesText = {
  title: "Saved searches",
  save: "Save search…",
  saveTitle: "Save search",
  editTitle: "Edit saved search",
  name: "Name",
  nameMissing: "Enter a name.",
  query: "Search",
  queryMissing: "Enter what to search for.",
  queryHint: "Words and filters, as in the search box.",
  icon: "Icon",
  icons: {
    search: "Magnifying glass",
    star: "Star",
    clock: "Clock",
    calendar: "Calendar",
    check: "Check mark",
    book: "Book",
    briefcase: "Briefcase",
    home: "House",
    heart: "Heart",
    tag: "Tag",
  } as const satisfies Record<SearchIcon, string>,
  menu: "Saved search",
  edit: "Edit…",
  delete: "Delete",
  done: "Save",
} as const;
