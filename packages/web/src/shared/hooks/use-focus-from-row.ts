/** A text beside a list takes the focus from the row that was chosen, so that what can be done with it comes next; Escape leads back to the row. */
import { type RefObject, useEffect, useRef } from "react";

export function useFocusFromRow(chosen: string | undefined): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (chosen !== undefined && activeElement instanceof HTMLElement && activeElement.dataset.row === chosen) region.current?.focus();
  }, [chosen]);
  return region;
}
