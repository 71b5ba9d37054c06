/** Text of 'Unsaved drafts', and about recovered unsaved text. Decision 0005 "Drafts". */
export const draftsText = {
  title: "Unsaved drafts",
  sentence: "Text that was typed but never saved, from windows that are now closed.",
  open: "Open",
  discard: "Discard",
  recovered: "Unsaved changes were recovered.",
  recoveredOf: (title: string) => `Unsaved changes were recovered: “${title}”.`,
  recoveredMany: (count: number) => `Unsaved changes were recovered in ${count.toLocaleString("en-GB")} notes.`,
  recoveredSensitive: "Unsaved changes to a sensitive note were recovered. Unlock the Sensitive folder to see them.",
  recoveredInTab: (moment: string) => `Unsaved changes were recovered. Last edited ${moment}.`,
  show: "Show",
  discardTitle: "Discard recovered changes?",
  discardEdit: "The note goes back to its last saved version. The recovered changes are deleted from this device.",
  discardNew: "This note was never saved. Its text is deleted from this device.",
  keep: "Keep",
  hidden: (count: number) => (count === 1 ? "1 sensitive draft" : `${count.toLocaleString("en-GB")} sensitive drafts`),
} as const;
