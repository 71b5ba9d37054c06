/** Text of tags: chips, the sidebar's tree, the filter, and changes of a tag in all notes. Decision 0047. */
import { workspaceText } from "./workspace.ts";

export const tagsText = {
  title: "Tags",
  ofNote: "Tags of this note",
  add: "Add tag",
  placeholder: "Add a tag…",
  suggestions: "Tags to choose from",
  remove: (tag: string) => `Remove tag ${tag}`,
  show: (tag: string) => `Show notes with tag ${tag}`,
  create: (tag: string) => `Create “${tag}”`,
  full: (most: number) => `A note can have up to ${most} tags.`,
  done: "Done",

  offer: "Tag from the text",
  offered: (tag: string) => `Make “${tag}” a tag of this note?`,
  dismiss: "Don't add it",

  linesTitle: "Tags of earlier imports",
  linesSentence: "Turns last lines such as #work #ideas into tags. You can undo it.",
  linesLook: "Find tag lines",
  linesLooking: (read: number) => `Looking… ${workspaceText.noteCount(read)} read`,
  linesFound: (count: number) => (count === 0 ? "No note ends with a line of tags." : `${workspaceText.noteCount(count)} found.`),
  linesMore: (count: number) => `and ${count.toLocaleString("en-GB")} more`,
  linesConvert: (count: number) => (count === 1 ? "Turn 1 line into tags" : `Turn ${count.toLocaleString("en-GB")} lines into tags`),

  ofNotes: (count: number) => (count === 1 ? "Tags of this note" : `Tags of ${workspaceText.noteCount(count)}`),
  none: "No tags yet. Type one to add it.",
  some: (count: number, of: number) => `on ${count.toLocaleString("en-GB")} of ${of.toLocaleString("en-GB")}`,
  addToAll: (tag: string) => `Add tag ${tag} to all`,

  expand: (tag: string) => `Show tags in ${tag}`,
  collapse: (tag: string) => `Hide tags in ${tag}`,
  showAll: (count: number) => `Show all ${count.toLocaleString("en-GB")} tags`,
  showFewer: "Show fewer tags",

  filter: "Filtered by tag",
  removeFilter: (tag: string) => `Remove filter ${tag}`,
  addFilter: "Also with tag",
  clearFilter: "Show all notes",
  menu: "Tag",
  rename: "Rename…",
  delete: "Remove from all notes",

  renameTitle: "Rename tag",
  name: "Name",
  nameHint: "Use / to put it inside another tag.",
  nameMissing: "Enter a name.",
  save: "Rename",
  merge: "Merge",
  renames: (count: number) => `Changes ${workspaceText.noteCount(count)}. You can undo it.`,
  merges: (tag: string, count: number) =>
    `“${tag}” exists already. ${workspaceText.noteCount(count)} will be merged into it. You can undo it.`,
} as const;
