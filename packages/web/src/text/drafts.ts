/** Sentences of 'Unsaved on this device'. decisions §5 "Drafts". */
export const draftsText = {
  title: "Unsaved on this device",
  sentence: "Texts that were typed but never saved, from windows that are closed now.",
  open: "Open",
  discard: "Discard",
} as const;
