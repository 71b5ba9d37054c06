/** Sentences of the onboarding wizard. Spec A §2.5, A §8 "Onboarding". */
import type { ConnectionProblem } from "@satchel/core/connection/connection-service-types.ts";
import type { Step } from "@satchel/core/workspace/onboarding/steps.ts";

export const onboardingText = {
  steps: "Setup",
  previous: "Previous",
  continue: "Continue",
  skip: "Skip for now",
  skipStorage: "Skip",
  start: "Start using Notes",
  starting: "Finishing setup…",

  welcomeTitle: "Welcome to Satchel",
  welcomeSentence: "Three short steps, and your notes have a home that only you can open.",
  welcomePoints: [
    ["Yours to read, nobody else's", "Notes are encrypted here, with a key made from your password."],
    ["Kept where you decide", "In your own drive, or in storage we manage for you."],
    ["Always at hand", "Everything works without a network and catches up later."],
  ],

  planTitle: "Choose a plan",
  planSentence: "You can change it later.",
  recommended: "Recommended",
  providersSoon: ["Dropbox", "OneDrive"],

  storageTitle: "Connect your drive",
  storageSentence: (drive: string) => `Satchel keeps its encrypted files in one folder of your ${drive}, and sees nothing else there.`,
  connect: (drive: string) => `Connect ${drive}`,
  connecting: "Opening sign-in…",
  notYetConnected: "Not connected yet",
  connectSkip: "You can skip this. Your notes then stay on this device until you connect.",
  connectedAs: (email: string) => `Connected as ${email}`,
  connected: "Connected",
  comingSoonTitle: "Coming Soon",
  comingSoonSentence: "Google Drive is not available yet. Please try again later.",
  readyTitle: "Storage Ready",
  readySentence: (plan: string) => `Your ${plan} plan brings its own storage. There is nothing to connect.`,

  doneTitle: "All set",
  doneSentence: "This is how your notes are kept.",
  plan: "Plan",
  storage: "Storage",
  account: "Account",
  managed: "Managed storage",
  notConnected: "This device, not connected yet",
} as const;

export const stepText = {
  welcome: "Welcome",
  plan: "Plan",
  storage: "Storage",
  "all-set": "All set",
} as const satisfies Record<Step, string>;

export const connectionProblemText = {
  "not-configured": "Google Drive is not available yet. Please try again later.",
  offline: "No internet connection detected...",
  "not-responding": "Google services are not responding...",
  unreachable: "Cannot reach Google services...",
  "not-signed-in": "Please log in first before connecting Google Drive",
  "not-connected": "Not connected to cloud storage",
  refused: "Failed to connect cloud storage",
  "no-code": "No authorization code received",
  "scope-missing": "Access to the drive was not granted. Please connect again and tick the drive permission.",
  "state-mismatch": "This sign-in was not started here, or took too long. Please connect again.",
  failed: "Failed to connect cloud storage",
} as const satisfies Record<ConnectionProblem["kind"], string>;
