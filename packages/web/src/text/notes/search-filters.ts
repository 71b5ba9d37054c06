/** Search filters, as chips above the results, and saved searches (decision 0052). */
import type { SearchIcon } from "@satchel/core/model/entities/saved-search.ts";

export const searchFiltersText = {
  label: "Search filters",
  export: "Export…",
  folder: "Folder",
  anyFolder: "Any folder",
  tag: "Tag",
  anyTag: "Any tag",
  attachment: "Has attachment",
  date: "Modified",
  anyDate: "Any time",
  lastDays: { 7: "Last 7 days", 30: "Last 30 days", 365: "Last year" },
  since: (day: string) => `Since ${day}`,
} as const;

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
