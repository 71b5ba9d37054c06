/** Sentences of the pages between the others: not found, something broke, back from the drive's sign-in. Spec A §2.1, A §2.6, B §2. */
export const pagesText = {
  notFound: "Page not found",
  notFoundSentence: "There is nothing at this address.",
  goToDashboard: "Go to Dashboard",
  goBack: "Go Back",

  brokenTitle: "Oops! Something went wrong",
  brokenSentence: "Satchel could not show this page. Your notes are kept as they are.",
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
  returnFailedSentence: "The drive was not connected. Taking you back…",
} as const;
