/** Sentences about the recovery key, wherever it is shown. encryption.md 3.5 (1) (7). */
export const recoveryText = {
  title: "Your recovery key",
  sentence:
    "If you forget your password, this key is the only way back to your notes. Write it down or print it, and keep it away from this device.",
  askSentence: "Type your password to see it. Since your Sensitive folder was set up, this device does not keep it any more.",
  show: "Show recovery key",
  copy: "Copy",
  print: "Print",
  copied: "Copied",
  check: "I have it on paper",
  checkSentence: "Type three of its groups, so that we both know it is right.",
  group: (position: number) => `Group ${position}`,
  confirm: "Confirm",
  back: "Show the key again",
  wrong: "These are not the groups of your key. Please look again.",
  confirmed: "Your recovery key is confirmed.",
} as const;
