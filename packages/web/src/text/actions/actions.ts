/** Names of the actions that menus show, and the shortcut keys of each action (core/workspace/actions/actions.ts). */
import { type ActionId, type Keys, shownKeys } from "@satchel/core/workspace/actions/actions.ts";

/** Names that menus need from the start; `action-names.ts` has all. */
export const menuActionText = {
  "note-history": "Version history",
  "close-tab": "Close tab",
  "close-other-tabs": "Close other tabs",
  "close-all-tabs": "Close all tabs",
  trash: "Trash",
  past: "Your library on another day",
  drafts: "Unsaved drafts",
  "sync-log": "Sync log",
  settings: "Settings",
} as const satisfies Partial<Record<ActionId, string>>;

export const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const CAPS: Readonly<Record<string, string>> = { PageDown: "PgDn", PageUp: "PgUp", ArrowRight: "→", ArrowLeft: "←" };

/** Keys of an action as printed on a keyboard; empty if it has no shortcut. */
export function keyCaps(id: ActionId, at?: number): readonly string[] {
  const keys = shownKeys(id, at);
  return keys === undefined ? [] : toCaps(keys);
}

function toCaps({ code, command, ctrl, alt, shift }: Keys): readonly string[] {
  return [
    ...(command ? [isMac ? "⌘" : "Ctrl"] : []),
    ...(ctrl ? ["Ctrl"] : []),
    ...(alt ? [isMac ? "⌥" : "Alt"] : []),
    ...(shift ? ["Shift"] : []),
    CAPS[code] ?? code.replace(/^Key/, ""),
  ];
}
