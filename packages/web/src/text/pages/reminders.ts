/** Text of the bands about keys: a device that requests access, a password that opens nothing yet, a recovery key that is not on paper. */
export const remindersText = {
  approveAsked: "Another device is asking to unlock your notes.",
  approveLook: "Review",
  needsPassword:
    "Your password can't unlock your notes yet; only this device can. Choose a new one in Settings to sign in on other devices.",
  openSettings: "Open settings",
  keyReminder: "Save your recovery key. If you forget your password, it may be the only way back.",
  showKey: "Show key",
} as const;
