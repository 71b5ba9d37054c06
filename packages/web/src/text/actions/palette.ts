/** Text of the command palette. Decision 0012, "Command palette". */
export const paletteText = {
  label: "Command palette",
  placeholder: "Search notes and actions…",
  list: "Notes and actions",
  close: "Esc",
  newNote: (title: string) => `New note “${title}”`,
  search: (typed: string) => `Search all notes for “${typed}”`,
  folder: "Folder",
  groups: {
    recent: "Recent notes",
    note: "Notes",
    folder: "Folders",
    tag: "Tags",
    search: "Saved searches",
    action: "Actions",
    more: "More",
  },
} as const;
