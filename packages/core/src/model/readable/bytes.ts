/** Formats sizes. Separate from readable-values.ts, because the workspace needs none at startup. Pure. */
const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

type LargestUnit = "GB" | "TB";

/** B, KB, MB, GB with two decimals, and TB for drives. Spec B §9 "Size estimates". */
export function formatBytes(bytes: number, largest: LargestUnit = "GB"): string {
  const top = SIZE_UNITS.indexOf(largest);
  let value = Math.max(0, bytes);
  let unit = 0;
  // A value that rounds to 1024 moves to the next unit.
  while (Number(value.toFixed(2)) >= 1024 && unit < top) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(2)} ${SIZE_UNITS[unit]}`;
}
