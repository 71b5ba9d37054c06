/** Text about names of the user's devices: in Settings, and on a device that has just signed in. Decision 0048. */
export const deviceNameText = {
  label: "Device name",
  rename: "Rename",
  renameOf: (name: string) => `Rename ${name}`,
  calledHere: "This device is called",
  calledElsewhere: "on your other devices.",
  keep: "Keep name",
} as const;
