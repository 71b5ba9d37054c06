/** Notice that typed text cannot be written to this device. */
export const draftNoticeText = {
  draftProblem: "Unsaved changes can't be kept on this device right now. Save often, or copy your text.",
  draftDiskFull:
    "This device's disk is full, so what you type is only on this page. Free up some space before you close it, or copy your text.",
  copyText: "Copy text",
} as const;
