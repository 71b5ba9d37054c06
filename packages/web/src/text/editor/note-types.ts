/** Kinds of notes that are not available yet, in the menu beside "New". Spec A §2.9, decision 0030. */
export const noteTypesText = {
  types: ["Handwriting Note", "Voice Note", "Item List", "Photo Note", "Spreadsheet Note"],
  hint: "Coming soon",
} as const;
