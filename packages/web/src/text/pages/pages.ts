/** Text of pages such as not found and unexpected errors. Spec A §2.1, B §2. */
import type { RouteName } from "@satchel/core/model/routes.ts";

/** Titles of the browser tab. They never contain a note's title, which would appear in the history of a shared computer. */
export const pageTitles = {
  root: "Satchel",
  signup: "Satchel",
  "local-mode": "Satchel",
  login: "Sign in · Satchel",
  register: "Create account · Satchel",
  "forgot-password": "Reset password · Satchel",
  onboarding: "Setup · Satchel",
  "google-callback": "Connecting · Satchel",
  callback: "Connecting · Satchel",
  approve: "Approve a device · Satchel",
  dashboard: "Dashboard · Satchel",
  notes: "Notes · Satchel",
  "note-new": "New note · Satchel",
  note: "Notes · Satchel",
  "note-edit": "Notes · Satchel",
  "note-history": "Version history · Satchel",
  trash: "Trash · Satchel",
  past: "Earlier notes · Satchel",
  "not-found": "Page not found · Satchel",
} as const satisfies Record<RouteName | "not-found", string>;

export const pagesText = {
  notFound: "Page not found",
  notFoundSentence: "There's nothing at this address.",
  goToDashboard: "Go to Dashboard",
  goBack: "Go Back",

  brokenTitle: "Oops! Something went wrong",
  brokenSentence: "Satchel couldn't show this page. Your notes haven't changed.",
  notStartedSentence:
    "Satchel couldn't start in this browser. Your notes haven't changed. Satchel needs a secure (HTTPS) address and permission to store site data.",
  diskFullTitle: "This device's disk is full",
  diskFullSentence: "Satchel can't open your notes safely until there's more space. Free up some space, then try again.",
  unsavedTitle: "Unsaved text",
  unsavedSentence: "This is what you were writing. It's kept on this device, and you can also copy it now.",
  copyText: "Copy text",
  copied: "Copied",
  refreshPage: "Refresh Page",
  goHome: "Go Home",
  details: "Details",
} as const;
