/** Moves the focus to the first of these when its element is removed, disabled or hidden; rows (`data-row`) first. */
import { type RefObject, useEffect, useRef } from "react";

/** The row that is shown, the way back from a text, a list's first row. */
const ROWS_AND_BACK = ["[data-row][aria-current]", "[data-back]", "[data-row]"] as const;

export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const host = screen.current;
    if (host === null) return;
    let last: Element | undefined;
    let row: string | undefined;
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      row = target.dataset.row ?? row;
    };
    const keep = (): void => {
      if (last === undefined || !isGone(last) || !isNowhere(last)) return;
      // A list that makes way for a text hides its rows; else something was done, and what is said of it comes first.
      const isCovered = last.isConnected && isHidden(last);
      const left = row === undefined ? [] : [`[data-row="${CSS.escape(row)}"]`];
      findTarget(host, isCovered ? ["[data-back]"] : ['[role="status"]:not(:empty)', ...left, ...ROWS_AND_BACK]).focus();
    };
    const observer = new MutationObserver(keep);
    host.addEventListener("focusin", remember);
    observer.observe(host, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled", "hidden"] });
    return () => {
      host.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [screen]);
}

/** A dialog or another part of the page may have it by now. */
function isNowhere(last: Element): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === last;
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled") || isHidden(element);
}

function isHidden(element: Element): boolean {
  return element.closest("[hidden]") !== null || element.checkVisibility?.() === false;
}

function findTarget(host: HTMLElement, selectors: readonly string[]): HTMLElement {
  for (const selector of selectors) {
    const found = [...host.querySelectorAll<HTMLElement>(selector)].find((element) => !isHidden(element) && !element.matches(":disabled"));
    if (found !== undefined) return found;
  }
  return host;
}

/** A text beside a list takes the focus from the row that was chosen, so that what can be done with it comes next; Escape leads back to the row. */
export function useFocusFromRow(chosen: string | undefined): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (chosen !== undefined && activeElement instanceof HTMLElement && activeElement.dataset.row === chosen) region.current?.focus();
  }, [chosen]);
  return region;
}
