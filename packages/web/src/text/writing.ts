/** Sentences of the Editor tab of Settings. decisions §5 "Drafts". */
export const writingText = {
  title: "Editor",
  autosave: "Autosave after 3 seconds",
  autosaveHint:
    "Edits of existing notes are saved when you stop typing for 3 seconds. A new note is saved when you choose Create Note, and if the note was changed on another device you decide when to merge.",
  draftsHint: "Either way, what you type is kept on this device until you save or discard it.",
} as const;
