/** The question which drive should hold the notes, where it is another one than before. Spec B §2. */
import type { StorageLabel } from "./storage-label.ts";

export const targetText = {
  otherAccountTitle: "Which drive should hold your notes?",
  otherAccountMessage: (former: string, now: string) =>
    `Your notes on this device were in the drive of ${former}. You are now connected as ${now}.`,
  formerUnknown: "another account",
  folderTitle: "Upload your notes into a new folder?",
  folderMessage: (storage: StorageLabel) =>
    storage === "drive"
      ? "If you moved the folder to the trash, you can take it out again in your drive and look once more. Otherwise Satchel makes a new folder and uploads everything that is on this device."
      : "You can look once more. Otherwise Satchel makes a new folder and uploads everything that is on this device.",
  merge: (email: string) => `Use the drive of ${email}`,
  mergeSentence: (former: string) =>
    `Everything on this device is uploaded there and merged with the notes it already holds. The drive of ${former} stays as it is.`,
  stay: (email: string) => `Go back to ${email}`,
  upload: "Upload into a new folder",
  lookAgain: "Look again",
} as const;
