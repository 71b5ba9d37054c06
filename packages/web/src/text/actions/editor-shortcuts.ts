/** Editor shortcuts for the dialog that lists all shortcuts. The workspace's own are in shortcuts.ts. */

import { editorText } from "../editor/editor.ts";
import { isMac } from "./actions.ts";

/** Converts the editor's notation, such as `Mod-Shift-8`. */
export function editorCaps(keys: string): readonly string[] {
  return keys.split("-").map((key) => (key === "Mod" ? (isMac ? "⌘" : "Ctrl") : key === "Alt" && isMac ? "⌥" : key));
}

export const editorShortcutsText = {
  workspace: "Workspace",
  list: "Notes list",
  text: "Text of a note",
  /** Shortcuts of the list (note-list/rows/use-row-commands.ts). */
  listRows: [
    ["Go to the previous or next note", ["↑", "↓"]],
    ["Open the note", ["Enter"]],
    ["Edit the note", ["E"]],
    ["Select the note", ["Space"]],
    ["Select up to a note", ["Shift", "↑", "↓"]],
    ["Select all notes", editorCaps("Mod-A")],
    ["Open the note's menu", ["Shift", "F10"]],
    ["Delete", ["Delete"]],
    ["End selection", ["Esc"]],
  ],
  /** Shortcuts of the editor. A test checks that they equal those in toolbar-items.ts. */
  rows: [
    [editorText.bold, editorCaps("Mod-B")],
    [editorText.italic, editorCaps("Mod-I")],
    [editorText.underline, editorCaps("Mod-U")],
    [editorText.strike, editorCaps("Mod-Shift-X")],
    [editorText.link, editorCaps("Mod-Shift-K")],
    [editorText.bulletList, editorCaps("Mod-Shift-8")],
    [editorText.orderedList, editorCaps("Mod-Shift-7")],
    [editorText.checklist, editorCaps("Mod-Shift-9")],
    [editorText.quote, editorCaps("Mod-Shift-B")],
    [editorText.codeBlock, editorCaps("Mod-Alt-C")],
    [editorText.clear, editorCaps("Mod-\\")],
    [editorText.find.label, editorCaps("Mod-F")],
    [editorText.undo, editorCaps("Mod-Z")],
    [editorText.redo, editorCaps("Mod-Shift-Z")],
    [editorText.normal, editorCaps("Mod-Alt-0")],
    ["Heading 1 to 6", editorCaps("Mod-Alt-1…6")],
    ["Inline code", editorCaps("Mod-E")],
    ["Superscript", editorCaps("Mod-.")],
    ["Subscript", editorCaps("Mod-,")],
    ["Line break", ["Shift", "Enter"]],
    ["Tick or untick a task", editorCaps("Mod-Enter")],
    ["Indent a list item, or go to the next cell", ["Tab"]],
    ["Outdent a list item, or go to the previous cell", ["Shift", "Tab"]],
    [editorText.blockMenu, editorCaps("Mod-/")],
    ["Move a block", editorCaps("Alt-Shift-↑ ↓")],
    ["Resize the selected image", editorCaps("Alt-Shift-← →")],
    ["Open the insert menu", ["/"]],
    ["Link to a note", ["[ ["]],
    ["Emoji by name", [":"]],
  ],
} as const;
