/** Runs something when the page has nothing else to do. Not every browser says when that is. Answers what cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const requested = requestIdleCallback(run);
    return () => cancelIdleCallback(requested);
  }
  const requested = setTimeout(run);
  return () => clearTimeout(requested);
}
