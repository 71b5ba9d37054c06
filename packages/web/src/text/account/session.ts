/** Text for signing out and for clearing local mode. Spec B §2 footers, decision 0005 "Sign-out". */
import type { UnsyncedCount } from "@satchel/core/workspace/sign-out/unsynced.ts";
import type { StorageLabel } from "../storage-label.ts";

export const sessionText = {
  signOutTitle: "Sign Out",
  signOutMessage: "Are you sure you want to sign out? You'll need to log in again to access your notes.",
  signOut: "Sign Out",
  signingOut: "Finishing sync…",
  onlyHereTitle: "Some changes are only on this device",
  onlyHere: ({ changes, files, drafts }: UnsyncedCount, storage: StorageLabel) =>
    [
      changes === 0
        ? ""
        : changes === 1
          ? `One change hasn't reached your ${storage} yet.`
          : `${changes} changes haven't reached your ${storage} yet.`,
      files === 0
        ? ""
        : files === 1
          ? `One attachment hasn't reached your ${storage} yet.`
          : `${files} attachments haven't reached your ${storage} yet.`,
      drafts === 0 ? "" : drafts === 1 ? "One draft was never saved." : `${drafts} drafts were never saved.`,
      "Signing out now deletes them.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  sending: (percent: number) => `An attachment is uploading (${percent}%). It continues while you wait here.`,
  signOutOptions: (drafts: number) =>
    drafts === 0
      ? "A backup includes everything, and you can restore it in Satchel."
      : "A backup includes all notes and attachments, and you can restore it in Satchel. It doesn't include unsaved drafts; saving to a file does.",
  allSent: (storage: StorageLabel) => `Everything is in your ${storage}. You can sign out now.`,
  saveFirst: "Save them to a file",
  page: { heading: "Satchel: changes that were only on this device", untitled: "Untitled Note", draft: "never saved" },
  savedTo: (name: string) =>
    `Saved as ${name} in your downloads. You can open it in any browser. It isn't encrypted, and Satchel can't restore from it.`,
  notSaved: (count: number) => (count === 1 ? "One locked note couldn't be included." : `${count} locked notes couldn't be included.`),
  signOutAnyway: "Sign out and delete them",
  staySignedIn: "Stay signed in",
  clearCachesTitle: "Clear all caches",
  clearCachesMessage: (storage: StorageLabel) =>
    `This signs you out and deletes what Satchel stores in this browser: notes, settings, and app files. Your notes stay in your ${storage}. Local mode notes stay here.`,
  clearCaches: "Clear all caches",
  clearTitle: "Clear All Local Notes",
  clearMessage: "Are you sure you want to clear all local notes? This action cannot be undone.",
  clearCount: (notes: number) =>
    notes === 1
      ? "One note and its attachments will be deleted from this browser. It's the only copy unless you have a backup."
      : `${notes.toLocaleString("en-GB")} notes and their attachments will be deleted from this browser. They're the only copies unless you have a backup.`,
  clearAll: "Clear All",
} as const;
