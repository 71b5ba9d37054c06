/** Sentences of the command palette. Issue 7, "Command palette". */
export const paletteText = {
  label: "Go to a note or an action",
  placeholder: "Find a note or an action",
  list: "Notes and actions",
  close: "Esc",
  newNote: (title: string) => `New note “${title}”`,
  search: (typed: string) => `Search all notes for “${typed}”`,
  folder: "Folder",
} as const;
