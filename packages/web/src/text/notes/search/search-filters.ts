/** Search filters, as chips above the results. Decision 0012. */
import type { FilterName } from "@satchel/core/library/search/query.ts";

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
  others: "Other filters",
  or: "or",
  editFilter: (filter: string) => `Edit ${filter}`,
  removeFilter: (filter: string) => `Remove ${filter}`,
  inTrash: "Deleted notes are in the trash",
  inTrashSentence: "The trash searches titles and texts; other filters don't apply there.",
  searchTrash: "Search the trash",
  completions: "Completions",
  tab: "Tab",
  misread: (filter: string, values: string) => `“${filter}” is searched as words. Filters are ${values}.`,
  /** Of each filter, for the sentence above. */
  values: {
    in: "in:trash or the name of a folder",
    folder: "folder: and the name of a folder",
    tag: "tag: and a tag",
    has: "has:file, has:image, has:table, has:task and has:link",
    is: "is:pinned, is:untagged and is:unlinked",
    created: "created:today, created:last-week, created:2026-01 and the like",
    modified: "modified:today, modified:last-week, modified:2026-01 and the like",
    after: "after:yesterday, after:2026-01-31 and the like",
    before: "before:this-week, before:2026-01-31 and the like",
  } as const satisfies Record<FilterName, string>,
} as const;
