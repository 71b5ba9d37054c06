/** Ctrl+F while the focus is outside the note: opens the find bar of the shown note. */
import { type RefObject, useEffect } from "react";

const OVER_THE_NOTE = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/** `within`: any element of the note's page, where the note's own key handler opens the find bar. */
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

/** Keys that apply to a note as a whole, wherever the focus is in it. */
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
