/**
 * Text about the Sensitive folder in the list, the tabs and a note's page; for its forms and dialogs see sensitive.ts. Spec A §2.13, A §8
 * "Sensitive".
 */

export const sensitiveNotesText = {
  note: "Sensitive note",
  locked: "Please authenticate to view sensitive content",
  editFailed: "Failed to decrypt note - please try again",
  decryptFailed: "Failed to decrypt content",
  decryptFailedRow: "🔒 Failed to decrypt content",
  decryptFailedSentence: "The note is unchanged. Open it on a device where it works, and save it again.",
  unlock: "Unlock",
  lockFolder: "Lock the Sensitive folder",
  timeLeft: "Time until the Sensitive folder locks",
  folderMenu: "Sensitive folder",
  folderSettings: "Sensitive folder settings",
} as const;
