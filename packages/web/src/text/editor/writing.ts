/** Text of the Editor tab of Settings. Decision 0005 "Drafts". */
export const writingText = {
  title: "Editor",
  saving: "Saving",
  autosave: "Autosave after 3 seconds",
  autosaveHint:
    "Edits to existing notes are saved 3 seconds after you stop typing. A new note is saved when you choose Create Note. If the note was changed on another device, you decide when to merge.",
  draftsHint: "Either way, what you type is kept on this device until you save or discard it.",
} as const;
