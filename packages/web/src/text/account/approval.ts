/** Sentences of approving a new device, on both devices. encryption.md 3.5 (6). */
import type { ApprovalEnd, ScanOutcome } from "@satchel/core/vault/approval/approval-service-types.ts";

export const approvalText = {
  ask: "Ask another device",
  askHint: "You need a device where your notes are open.",
  scanMe: "Scan this code with your other device",
  scanMeHint: "Use its camera app and open the link in the browser where your notes are open.",
  qrLabel: "Code for the camera of your other device",
  waiting: "Waiting for your other device…",
  scanned: "Code scanned. Waiting for your other device…",
  cannotScan: "Can't scan?",
  openThere: "On your other device, open Satchel > Settings > Security and approve this device. A code to type will appear here.",
  typeThere: "Type this code on your other device",
  typeHere: "Code on your other device",
  typeHereHint: "Four characters. You have one try.",
  unlock: "Unlock",
  cancel: "Cancel request",

  title: "Approve a device",
  none: "Requests from new devices appear here.",
  sentence: "This device is asking for the key to your notes. Approve it only if you started this request just now.",
  from: (network: string, when: string) => `From ${network}, ${when}`,
  approve: "Approve",
  decline: "Decline",
  scanThis: "Scan this code with the new device",
  scanThisHint: "Use its camera app and open the link in the same browser.",
  qrLabelHolder: "Code for the camera of the new device",
  codeWillAppear: "A code will appear on the new device. You'll type it here.",
  typedCode: "Code on the new device",
  typedCodeHint: "Eight characters. You have one try.",
  sendKey: "Send the key",
  sending: "Sending the key…",
  typeOnNew: "Type this code on the new device",
  approved: "Approved. The new device unlocks by itself.",
  done: "Done",

  scanTheirs: "Scan its code",
  scanTitle: "Scan the code",
  scanHint: "Hold the code on the other device in front of the camera.",
  notOurs: "This isn't a code from this Satchel.",
  noCamera: "The camera can't be used. Allow it for this page, or type the code instead.",

  pageTitle: "Approve a device",
  pageIncomplete: "This link isn't complete. Scan the code on your other device again.",
  pageSignedOut: "Your notes aren't open in this browser. Scan the code with a device where they are, or sign in here and scan it again.",
  pageLooking: "Looking for the request…",
  goToNotes: "Go to notes",
} as const;

/** `taken` needs no sentence: the steps that follow are on the screen. */
export const scanText = {
  taken: undefined,
  ready: undefined,
  "handed-on": "Code scanned. Continue in the tab where you started.",
  "other-request":
    "This code doesn't belong to an open request here. Check that both devices use the same account, then start a new request and scan its code.",
} as const satisfies Record<ScanOutcome, string | undefined>;

const ATTACK =
  "Someone may be trying to get into your notes between your devices. No key was handed over. Approvals are paused on this device for an hour.";

export const askingEndText = {
  refused: "The other device declined or stopped the request.",
  expired: "The request expired after 10 minutes.",
  failed: "The devices couldn't connect. Please ask again.",
  exchanged:
    "The server changed something between your devices, so Satchel stopped. Your notes stay locked here. If this happens again, contact the server's administrator.",
  "code-wrong": `That code is incorrect. ${ATTACK}`,
  "other-vault": "The key that arrived isn't the one for these notes, so Satchel didn't use it. Please ask again.",
  paused: "A code was incorrect less than an hour ago, so approvals are paused on this device. Use another way or try again later.",
} as const satisfies Record<ApprovalEnd, string>;

export const lettingEndText = {
  refused: "The request was declined or withdrawn.",
  expired: "The request expired, or another device answered it.",
  failed: "The devices couldn't connect. Nothing was sent.",
  exchanged:
    "The server changed something between your devices, so Satchel stopped. Nothing was sent. If this happens again, contact the server's administrator.",
  "code-wrong": `That code is incorrect. ${ATTACK}`,
  "other-vault": "The request is for other notes. Nothing was sent.",
  paused: "A code was incorrect less than an hour ago, so approvals are paused on this device. Try again later.",
} as const satisfies Record<ApprovalEnd, string>;
