/** What the bands above the notes say about the keys: a device that asks, a password that opens nothing yet, a recovery key not on paper. */
export const remindersText = {
  approveAsked: "Another device asks for the key to your notes.",
  approveLook: "Look at it",
  needsPassword:
    "Your password does not open your notes yet, only this device does. Choose a new one in Settings, so that you can get in elsewhere.",
  openSettings: "Open settings",
  keyReminder: "Your recovery key is not on paper yet. Without it a forgotten password locks your notes for good.",
  showKey: "Show the key",
} as const;
