/** Text of the onboarding wizard. Spec A §2.5, A §8 "Onboarding". */
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
  welcomeSentence: "A few quick steps, and you're ready to write.",
  welcomePoints: [
    ["Only you can read them", "Notes are encrypted on this device with a key made from your password."],
    ["Stored where you choose", "In your own drive, or in storage we manage for you."],
    ["Always available", "Everything works offline and syncs when you're back online."],
  ],

  planTitle: "Choose a plan",
  planSentence: "You can change it later.",
  recommended: "Recommended",
  planned: "Planned",
  providersSoon: ["Dropbox", "OneDrive"],

  storageTitle: "Connect your drive",
  storageSentence: (drive: string) =>
    `Satchel stores its encrypted files in one folder of your ${drive} and can't see anything else there.`,
  connect: (drive: string) => `Connect ${drive}`,
  connecting: "Opening sign-in…",
  notYetConnected: "Not connected yet",
  connectSkip: "You can skip this. Your notes stay on this device until you connect.",
  connectedAs: (email: string) => `Connected as ${email}`,
  connected: "Connected",
  comingSoonTitle: "Coming Soon",
  comingSoonSentence: "Google Drive is not available yet. Please try again later.",
  readyTitle: "Storage Ready",
  readySentence: "There's no drive to connect.",
  import: "Import notes",

  doneTitle: "All set",
  doneSentence: "Here's how your notes are stored.",
  plan: "Plan",
  storage: "Storage",
  account: "Account",
  notConnected: "This device only, not connected yet",
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
  "scope-missing": "Drive access wasn't granted. Connect again and check the drive permission.",
  "state-mismatch": "This sign-in wasn't started here or took too long. Please connect again.",
  failed: "Failed to connect cloud storage",
} as const satisfies Record<ConnectionProblem["kind"], string>;
