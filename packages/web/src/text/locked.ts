/** Sentences of the page that stands before locked notes, and of the ways out of it. encryption.md 3.5 (2) (4)–(6). */
import type { Asking } from "@satchel/core/vault/account/approval-service-types.ts";

export const lockedText = {
  title: "Your notes are locked",
  sentence:
    "You are signed in, but your password does not open your notes. Nothing is changed or deleted until you show something that does.",
  limitedTitle: "Choose a new password",
  limitedSentence:
    "You signed in with the password from our mail. It cannot open your notes, so show something that can, and choose a password of your own.",
  changedTitle: "Your notes moved to a new key",
  changedSentence: "You started over on another device. Type your password to go on; everything on this device is still here.",
  methods: "How do you want to open them?",

  open: "Open my notes",
  opening: "Opening…",
  setAndOpen: "Set password and open my notes",
  setOnly: "Set password",
  setting: "Setting…",
  password: "Your password",
  oldPassword: "Old password",
  recoveryKey: "Recovery key",
  recoveryHint: "Nine groups of four, from your paper",
  currentPassword: "Password you signed in with",

  ask: "Ask another device",
  askHint: "Open Satchel there: it tells you that this device asks.",
  waiting: "Waiting for your other device. Open Satchel there and let this one in; Settings, Security has the question.",
  code: "Type this code on your other device",
  accepted: "Did the other device accept it?",
  yes: "Yes, it did",
  no: "No",
  stop: "Stop asking",

  laterSentence:
    "You choose a password now. It starts working in 72 hours, so that nobody can take over your account through your mailbox alone. Your notes stay locked until you show one of the other things; nothing is deleted.",
  startOverSentence:
    "You get a new, empty vault. The files of the old one stay where they are, and its recovery key or password can bring them back later.",
  startOverBlocked: "First the new password has to start working, 72 hours from now. Then sign in with it and start over.",
  startOverPhrase: "START OVER",
  startOverType: (word: string) => `Type ${word} to confirm`,
  startOver: "Start over",
  leave: "Leave them locked for now",
} as const;

export const unlockMethodText = {
  password: ["My password", "Another device may have set it up meanwhile"],
  device: ["This device", "It still holds the key"],
  "old-password": ["My old password", "The one you used before"],
  "recovery-key": ["My recovery key", "The paper with nine groups"],
  "other-device": ["Another device", "One that is signed in and open"],
  later: ["Later", "Set a password that works in 72 hours"],
  "start-over": ["Start over", "With a new, empty vault"],
} as const;

export const askingEndText = {
  refused: "The other device refused, or the code was wrong.",
  expired: "The request has run out after ten minutes.",
  failed: "The two devices did not understand each other. Please ask again.",
} as const satisfies Record<Extract<Asking, { readonly kind: "ended" }>["reason"], string>;
