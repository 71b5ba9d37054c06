/** Text of the notice that a new version can be loaded. */
export const updateText = {
  ready: "A new version of Satchel is available.",
  now: "Reload",
} as const;
