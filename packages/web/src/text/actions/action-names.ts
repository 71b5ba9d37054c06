/** Names of all actions of core/workspace/actions/actions.ts, for the palette and the shortcut list, and loaded with them. */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { menuActionText } from "./actions.ts";

export const actionText = {
  ...menuActionText,
  palette: "Command palette",
  "new-note": "New note",
  save: "Save",
  "edit-note": "Edit this note",
  "move-note": "Move this note",
  "tag-note": "Tags of this note",
  "pin-note": "Pin this note",
  "unpin-note": "Unpin this note",
  "duplicate-note": "Duplicate this note",
  "copy-markdown": "Copy this note as Markdown",
  "print-note": "Print this note",
  "export-note": "Export this note",
  "delete-note": "Delete this note",
  expand: "Toggle fullscreen",
  "next-tab": "Next tab",
  "previous-tab": "Previous tab",
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
  conflicts: "Notes edited in two places",
  sync: "Sync now",
  "recovery-key": "Recovery key",
  import: "Import notes",
  export: "Export notes",
  theme: "Switch theme",
  "sign-out": "Sign out",
  "clear-local": "Sign out and delete notes",
} as const satisfies Record<ActionId, string>;

/** Other words that find an action in the palette. */
export const actionKeywords: Partial<Record<ActionId, string>> = {
  past: "history earlier yesterday day time machine restore",
  "note-history": "earlier versions restore",
  settings: "preferences options",
  trash: "deleted bin",
  export: "download",
  theme: "dark light",
};
