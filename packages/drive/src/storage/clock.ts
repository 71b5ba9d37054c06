/** How long a piece of work took on this machine. Decides nothing but how large the next piece is. */
export function createStopwatch(): () => number {
  const began = performance.now();
  return () => performance.now() - began;
}
