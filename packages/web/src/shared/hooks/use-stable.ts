/** A callback that stays the same while what it does follows the latest render: for children that are rendered again only when they change. */
import { useCallback, useRef } from "react";

export function useStable<Args extends readonly unknown[]>(handle: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handle);
  latest.current = handle;
  return useCallback((...args: Args) => latest.current(...args), []);
}
