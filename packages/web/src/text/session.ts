/** Sentences of leaving: signing out, and clearing local mode. Spec B §2 footers, decisions §5 "Sign-out". */
import type { UnsyncedCount } from "@satchel/core/workspace/sign-out/count-unsynced.ts";
import type { StorageLabel } from "./storage-label.ts";

export const sessionText = {
  signOutTitle: "Sign Out",
  signOutMessage: "Are you sure you want to sign out? You'll need to log in again to access your notes.",
  signOut: "Sign Out",
  signingOut: "Finishing sync…",
  onlyHereTitle: "Some things are only on this device",
  onlyHere: ({ changes, files, drafts }: UnsyncedCount, storage: StorageLabel) =>
    [
      changes === 0
        ? ""
        : changes === 1
          ? `One change has not reached your ${storage} yet.`
          : `${changes} changes have not reached your ${storage} yet.`,
      files === 0
        ? ""
        : files === 1
          ? `One attachment has not reached your ${storage} yet.`
          : `${files} attachments have not reached your ${storage} yet.`,
      drafts === 0 ? "" : drafts === 1 ? "One text was never saved." : `${drafts} texts were never saved.`,
      "Signing out now deletes them.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  sending: (percent: number) => `An attachment is being sent now (${percent} %). It goes on while you wait here.`,
  signOutOptions: (drafts: number) =>
    drafts === 0
      ? "A backup holds everything, and Satchel can restore it."
      : "A backup holds every note and attachment, and Satchel can restore it. Texts that were never saved are not in it: a file to read holds them too.",
  allSent: (storage: StorageLabel) => `Everything is in your ${storage} now. You can sign out.`,
  saveFirst: "Save them to a file",
  page: { heading: "Satchel: what was only on this device", untitled: "Untitled Note", draft: "never saved" },
  savedTo: (name: string) =>
    `Saved as ${name} with your downloads. Any browser opens it; it is not encrypted, and Satchel cannot read it back by itself.`,
  notSaved: (count: number) =>
    count === 1 ? "One locked note could not be put into it." : `${count} locked notes could not be put into it.`,
  signOutAnyway: "Sign out and delete them",
  staySignedIn: "Stay signed in",
  clearCachesTitle: "Clear all caches",
  clearCachesMessage: (storage: StorageLabel) =>
    `This signs you out and deletes what Satchel keeps in this browser: notes, settings and the app's own files. Your notes stay in your ${storage}; notes of local mode stay here.`,
  clearCaches: "Clear all caches",
  clearTitle: "Clear All Local Notes",
  clearMessage: "Are you sure you want to clear all local notes? This action cannot be undone.",
  clearCount: (notes: number) =>
    notes === 1
      ? "One note will be deleted from this browser, with its attachments. It is the only copy unless you have a backup."
      : `${notes.toLocaleString("en-GB")} notes will be deleted from this browser, with their attachments. They are the only copies unless you have a backup.`,
  clearAll: "Clear All",
} as const;
