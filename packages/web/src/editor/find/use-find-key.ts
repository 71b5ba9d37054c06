/** Ctrl+F while the focus is beside the note, in the list or nowhere: the search of the note that is shown opens. */
import { type RefObject, useEffect } from "react";
import { isFindKey } from "./find-keys.ts";

const OVER_THE_NOTE = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/** `within` is anything in the note's page, whose own key opens its search. */
export function useFindKey(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const page = within.current?.closest<HTMLElement>("[data-print]");
      if (page == null || !isFindKey(event) || event.defaultPrevented || page.contains(event.target as Node)) return;
      if (page.checkVisibility?.() === false || document.querySelector(OVER_THE_NOTE) !== null) return;
      event.preventDefault();
      const { key, ctrlKey, metaKey } = event;
      page.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, metaKey, bubbles: true, cancelable: true }));
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [within]);
}
