/** The keys of a note as a whole, wherever in it the focus is. */
import type { KeyboardEvent } from "react";

export function isFindKey(event: KeyboardEvent): boolean {
  return isCommand(event) && event.key.toLowerCase() === "f";
}

export function isSelectAllKey(event: KeyboardEvent): boolean {
  return isCommand(event) && event.key.toLowerCase() === "a";
}

function isCommand({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey;
}
