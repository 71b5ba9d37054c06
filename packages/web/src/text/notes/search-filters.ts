/** Search filters, as chips above the results. */
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
