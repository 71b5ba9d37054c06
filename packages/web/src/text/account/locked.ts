/** Text of the page in front of locked notes, and of the ways to unlock them. encryption.md 3.5 (2) (4)–(6). */
export const lockedText = {
  title: "Your notes are locked",
  sentence:
    "You're signed in, but your password can't unlock your notes. Choose another way to unlock them. Nothing is changed or deleted until you do.",
  limitedTitle: "Choose a new password",
  limitedSentence:
    "You signed in with the password from our email. It can't unlock your notes, so choose another way to unlock them, then set a password of your own.",
  changedTitle: "Your notes have a new key",
  changedSentence: "You started over on another device. Enter your password to continue. Everything on this device is still here.",
  methods: "How do you want to unlock them?",

  open: "Unlock my notes",
  opening: "Unlocking…",
  setAndOpen: "Set password and unlock my notes",
  setOnly: "Set password",
  setting: "Setting…",
  password: "Your password",
  oldPassword: "Old password",
  recoveryKey: "Recovery key",
  recoveryHint: "Nine groups of four characters",
  currentPassword: "Password you signed in with",

  laterSentence:
    "Choose a password now. It starts working in 72 hours, so no one can take over your account with access to your email alone. Your notes stay locked until you unlock them another way. Nothing is deleted.",
  startOverSentence:
    "You get a new, empty vault. The old vault's files stay where they are, and its recovery key or password can bring them back later.",
  startOverBlocked: "Your new password has to take effect first, in 72 hours. Then sign in with it and start over.",
  startOverPhrase: "START OVER",
  startOverType: (word: string) => `Type ${word} to confirm`,
  startOver: "Start over",
  leave: "Keep them locked for now",
} as const;

export const unlockMethodText = {
  password: ["My password", "Another device may have set it up in the meantime"],
  device: ["This device", "It still has the key"],
  "old-password": ["My old password", "The one you used before"],
  "recovery-key": ["My recovery key", "The 36-character key you saved"],
  "other-device": ["Another device", "One that's signed in and open"],
  later: ["Later", "Set a password that works in 72 hours"],
  "start-over": ["Start over", "Deletes your keys for a new, empty vault. Old notes stay locked in your storage"],
} as const;
