/** Seconds as minutes and seconds, as a countdown shows them. Pure. */
export function toClock(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
