/** Which keys are text, edit text or are shortcuts, and where they are typed. Without the code that types them, type-key.ts. */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { decideShortcut } from "@satchel/core/workspace/actions/shortcuts.ts";
import { isMac } from "../../text/actions/actions.ts";

export type TypedKey =
  | { readonly kind: "key" | "shortcut"; readonly init: KeyboardEventInit }
  | { readonly kind: "paste"; readonly data: readonly (readonly [type: string, text: string])[] };

/** Input types in which letters are typed. */
const TEXT_INPUTS = new Set(["text", "search", "email", "password", "tel", "url", "number"]);

export function isTextField(element: EventTarget | null): element is HTMLElement {
  if (element instanceof HTMLInputElement) return TEXT_INPUTS.has(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** An input method owns these. Code 229 marks them before the composition begins. */
export function isComposed({ isComposing, key, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || key === "Process" || key === "Dead" || key === "Unidentified";
}

const EDITING_KEYS = new Set(["Enter", "Escape", "Tab", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown"]);

/** Text and the keys that edit it. */
export function isTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (EDITING_KEYS.has(key) || key.startsWith("Arrow")) return !metaKey && !(ctrlKey && altKey);
  if ([...key].length !== 1) return false;
  // AltGr, and Option on a Mac, make characters. Windows reports AltGr as Ctrl and Alt.
  return event.getModifierState("AltGraph") || (!ctrlKey && !metaKey && (!altKey || key > "~"));
}

/** Returns the action whose keys these are. `isInText`: some keys have another meaning in text. */
export function shortcutOf(event: KeyboardEvent, isInText: boolean): ActionId | undefined {
  const { code, key, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift } = event;
  return decideShortcut({ code, key, ctrl, meta, alt, shift }, isMac, isInText);
}

const COMMANDS = /^[abeikuyz]$/i;

/** Shortcuts that save, format, select or undo text. The browser's own shortcuts are left to it, and a lock is never delayed. */
export function isShortcut(event: KeyboardEvent): boolean {
  const action = shortcutOf(event, true);
  if (action !== undefined) return action !== "lock-sensitive";
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  return (ctrlKey || metaKey) && (COMMANDS.test(key) || ((shiftKey || altKey) && code.startsWith("Digit")));
}

export function toInit({ key, code, keyCode, location, repeat, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, keyCode, location, repeat, ctrlKey, shiftKey, altKey, metaKey };
}
