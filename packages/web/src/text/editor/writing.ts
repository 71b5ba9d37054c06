/** Saving, in the Writing tab of Settings. decision 0042. */
export const writingText = {
  title: "Writing",
  notes: "Notes",
  saving: "Saving",
  choices: { automatically: "Automatically", "with-button": "With the Save button" },
  hints: {
    automatically: "Notes are saved as you type.",
    "with-button": "Notes change with Save or Create Note. Until then, this device keeps what you type.",
  },
} as const;
