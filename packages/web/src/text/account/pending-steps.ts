/** Text about a pending reset or deletion. docs/decisions/0016. */
export const pendingStepText = {
  reset: (when: string, device: string, network: string) =>
    `Someone asked to reset your password from ${device} (${network}). It takes effect ${when} and signs out all devices. If this wasn't you, cancel it.`,
  delete: (when: string, device: string, network: string) =>
    `Someone asked to delete your account from ${device} (${network}). It takes effect ${when}. If this wasn't you, cancel it.`,
  cancel: "Cancel request",
} as const;
