/** Sentences of the pages between the others: not found, something broke, back from the drive's sign-in. Spec A §2.1, A §2.6, B §2. */
import type { RouteName } from "@satchel/core/model/routes.ts";

/** What the browser's own tab says. No note's title: it would stand in the history of a shared computer. */
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
  dashboard: "Dashboard · Satchel",
  notes: "Notes · Satchel",
  "note-new": "New note · Satchel",
  note: "Notes · Satchel",
  "note-edit": "Notes · Satchel",
  "not-found": "Page not found · Satchel",
} as const satisfies Record<RouteName | "not-found", string>;

export const pagesText = {
  notFound: "Page not found",
  notFoundSentence: "There is nothing at this address.",
  goToDashboard: "Go to Dashboard",
  goBack: "Go Back",

  brokenTitle: "Oops! Something went wrong",
  brokenSentence: "Satchel could not show this page. Your notes are kept as they are.",
  notStartedSentence:
    "Satchel could not start in this browser. Your notes are kept as they are. It needs a secure address (https) and site data allowed.",
  diskFullTitle: "This device’s disk is full",
  diskFullSentence: "Satchel can’t open your notes safely until there is room. Free some space, then try again.",
  unsavedTitle: "Unsaved text",
  unsavedSentence: "This is what you were writing. It is kept on this device; you can also copy it now.",
  copyText: "Copy text",
  copied: "Copied",
  refreshPage: "Refresh Page",
  goHome: "Go Home",
  details: "Details",

  returningTitle: "Connecting your drive",
  returningSentence: "One moment, please.",
  returnedTitle: "Connected",
  returnedSentence: "Your drive is connected. Taking you on…",
  returnFailedTitle: "Connection failed",
  exchangeFailed: (status: number) => `Failed to exchange authorization code: ${status}`,
  returnFailedSentence: "The drive was not connected. Taking you back…",
} as const;
