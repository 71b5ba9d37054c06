/** Text of the page that returns from the drive's sign-in. Separate, because the start does not need it. Spec A §2.6. */
export const returnText = {
  waitingTitle: "Connecting your drive",
  waitingSentence: "This will only take a moment.",
  connectedTitle: "Connected",
  connectedSentence: "Your drive is connected. Redirecting…",
  failedTitle: "Connection failed",
  failedSentence: "Your drive wasn't connected. Taking you back…",
  exchangeFailed: (status: number) => `Failed to exchange authorization code: ${status}`,
} as const;
