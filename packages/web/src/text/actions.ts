/** The words of each action of core/workspace/actions/actions.ts, as palette and menus show them, and its keys. */
import { type ActionId, type Keys, shownKeys } from "@satchel/core/workspace/actions/actions.ts";

export const actionText = {
  palette: "Command palette",
  "new-note": "New note",
  save: "Save",
  "edit-note": "Edit this note",
  "move-note": "Move this note",
  "pin-note": "Pin this note",
  "unpin-note": "Unpin this note",
  "duplicate-note": "Duplicate this note",
  "copy-markdown": "Copy this note as Markdown",
  "print-note": "Print this note",
  "export-note": "Export this note",
  "note-history": "Version history",
  "delete-note": "Delete this note",
  expand: "Toggle fullscreen",
  "next-tab": "Next tab",
  "previous-tab": "Previous tab",
  "close-tab": "Close tab",
  "close-other-tabs": "Close other tabs",
  "close-all-tabs": "Close all tabs",
  "new-folder": "New Folder",
  "edit-folder": "Edit this folder",
  "export-folder": "Export this folder",
  "delete-folder": "Delete this folder",
  "next-folder": "Next folder",
  "previous-folder": "Previous folder",
  "lock-sensitive": "Lock the Sensitive folder",
  "unlock-sensitive": "Unlock the Sensitive folder",
  shortcuts: "Keyboard shortcuts",
  "search-notes": "Search notes",
  "toggle-list": "Toggle the notes list",
  dashboard: "Dashboard",
  trash: "Trash",
  past: "My library as it was on another day",
  drafts: "Unsaved drafts",
  conflicts: "Notes edited in two places",
  sync: "Sync now",
  "sync-log": "Sync log",
  "recovery-key": "Recovery key",
  import: "Import notes",
  export: "Export notes",
  settings: "Settings",
  theme: "Switch theme",
  "sign-out": "Sign out",
  "clear-local": "Sign out and delete notes",
} as const satisfies Record<ActionId, string>;

export const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const CAPS: Readonly<Record<string, string>> = { PageDown: "PgDn", PageUp: "PgUp", ArrowRight: "→", ArrowLeft: "←" };

/** The keys of an action as they are printed on a keyboard; none: an empty list. */
export function keyCaps(id: ActionId): readonly string[] {
  const keys = shownKeys(id);
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
