/** Ctrl+F while the focus is beside the note, in the list or nowhere: the search of the note that is shown opens. */
import { type RefObject, useEffect } from "react";

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

/** The keys of a note as a whole, wherever in it the focus is. */
type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function isFindKey(event: KeyPress): boolean {
  return isCommand(event) && event.key.toLowerCase() === "f";
}

export function isSelectAllKey(event: KeyPress): boolean {
  return isCommand(event) && event.key.toLowerCase() === "a";
}

export function isUndoKey(event: KeyPress): boolean {
  return isCommand(event) && event.key.toLowerCase() === "z";
}

function isCommand({ ctrlKey, metaKey, shiftKey, altKey }: KeyPress): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey;
}
