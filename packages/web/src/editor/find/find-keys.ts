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
