/** When the focused element is removed, disabled or hidden, focuses the nearest useful one; rows (`data-row`) first. */
import { type RefObject, useEffect, useRef } from "react";

/** Focus targets: the selected row, the back button of a text, the first row. */
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
      // A list that is replaced by a text hides its rows, so focus the back button. Otherwise an action has finished: focus its status
      // message first.
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

/** False if a dialog or another part of the page has taken the focus. */
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

/** Moves the focus from the chosen row to the text beside the list, so that its actions come next; Escape returns to the row. */
export function useFocusFromRow(chosen: string | undefined): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (chosen !== undefined && activeElement instanceof HTMLElement && activeElement.dataset.row === chosen) region.current?.focus();
  }, [chosen]);
  return region;
}
