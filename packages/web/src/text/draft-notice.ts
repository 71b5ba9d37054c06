/** That what is typed cannot be written to this device. */
export const draftNoticeText = {
  draftProblem: "What you type cannot be kept on this device right now. Save often, or copy your text.",
  draftDiskFull:
    "This device’s disk is full. What you type is only on this page until there is room: free some space before you close it, or copy your text.",
  copyText: "Copy text",
} as const;
