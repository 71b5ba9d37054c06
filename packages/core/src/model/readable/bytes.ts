/** Sizes as text, apart from readable-values.ts because the workspace shows none before its panels are opened. Pure. */
const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

type LargestUnit = "GB" | "TB";

/** Sizes as people read them: B, KB, MB, GB with two decimals, TB where a drive is meant. Spec B §9 "Size estimates". */
export function formatBytes(bytes: number, largest: LargestUnit = "GB"): string {
  const top = SIZE_UNITS.indexOf(largest);
  let value = Math.max(0, bytes);
  let unit = 0;
  // What rounds to 1024 is one of the next unit.
  while (Number(value.toFixed(2)) >= 1024 && unit < top) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(2)} ${SIZE_UNITS[unit]}`;
}
