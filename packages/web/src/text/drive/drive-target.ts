/** Question which drive should hold the notes after it changed. Spec B §2. */
import type { StorageLabel } from "../storage-label.ts";

export const targetText = {
  otherAccountTitle: "Which drive do you want to use?",
  otherAccountMessage: (former: string, now: string) =>
    `The notes on this device were synced with the drive of ${former}. You're now connected as ${now}.`,
  formerUnknown: "another account",
  folderTitle: "Upload your notes to a new folder?",
  folderMessage: (storage: StorageLabel) =>
    storage === "drive"
      ? "If you moved the folder to the trash, restore it in your drive and check again. Otherwise, Satchel creates a new folder and uploads everything on this device."
      : "You can check again. Otherwise, Satchel creates a new folder and uploads everything on this device.",
  merge: (email: string) => `Use the drive of ${email}`,
  mergeSentence: (former: string) =>
    `Everything on this device is uploaded there and merged with the notes already in it. The drive of ${former} isn't changed.`,
  stay: (email: string) => `Go back to ${email}`,
  upload: "Upload to a new folder",
  lookAgain: "Check again",
} as const;
