/** Sizes as people read them: B, KB, MB, GB with two decimals, TB where a drive is meant. Spec B §9 "Size estimates". */

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

export type LargestUnit = "GB" | "TB";

export function formatBytes(bytes: number, largest: LargestUnit = "GB"): string {
  const top = UNITS.indexOf(largest);
  let value = Math.max(0, bytes);
  let unit = 0;
  // What rounds to 1024 is one of the next unit.
  while (Number(value.toFixed(2)) >= 1024 && unit < top) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(2)} ${UNITS[unit]}`;
}
