/**
 * Handles the workspace's keyboard shortcuts while no dialog is open; locking works even above dialogs. The keys are in
 * core/workspace/actions/shortcuts.ts.
 */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { useEffect, useRef } from "react";
import { holdKeys, releaseKeys } from "../typeahead/held-keys.ts";
import { shortcutOf } from "../typeahead/typed-key.ts";

export function useShortcuts(handle: (action: ActionId) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const action = shortcutOf(event, isInText(event.target));
      if (action === undefined || (action !== "lock-sensitive" && isDialogOpen())) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
}

/** While `isOn`, runs `handle` on Escape, unless an open popup or the text used the key. */
export function useEscape(isOn: boolean, handle: () => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isOn]);
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** A menu finds its items by the letters typed in it. The list of notes does not. */
const TYPED_IN = "input, textarea, select, [role='menu'], [role='listbox']:not([data-note-rows])";

function isInText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPED_IN) !== null);
}

/** A shortcut that was pressed before the workspace could run it. The last one counts; keys typed after it are held as well. */
let held: ActionId | undefined;

export function holdShortcut(action: ActionId): void {
  held = action;
  holdKeys("shortcut");
}

export function runHeldShortcut(run: (action: ActionId) => void): void {
  const action = held;
  held = undefined;
  if (action !== undefined) run(action);
  // If the action has not opened a field for the keys, they had no effect.
  releaseKeys("shortcut");
}
