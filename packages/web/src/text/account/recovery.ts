/** Text about the recovery key. encryption.md 3.5 (1) (7). */
export const recoveryText = {
  title: "Your recovery key",
  sentence:
    "If you forget your password, this key may be the only way back to your notes. Write it down or print it, and keep it away from this device.",
  askSentence: "Enter your password to see it. This device no longer stores it because you set up a Sensitive folder.",
  show: "Show recovery key",
  copy: "Copy",
  print: "Print",
  copied: "Copied",
  check: "I've saved it",
  checkSentence: "Enter three of its groups to confirm you saved it correctly.",
  group: (position: number) => `Group ${position}`,
  confirm: "Confirm",
  back: "Show the key again",
  wrong: "These groups don't match your key. Check them and try again.",
  confirmed: "Your recovery key is confirmed.",
} as const;
