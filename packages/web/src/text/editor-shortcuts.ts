/** The shortcuts of the editor, for the dialog that lists them all: the workspace's own come with it (shortcuts.ts). */
import { isMac } from "./actions.ts";
import { editorText } from "./editor.ts";

/** `Mod-Shift-8`, as the editor spells its keys. */
export function editorCaps(keys: string): readonly string[] {
  return keys.split("-").map((key) => (key === "Mod" ? (isMac ? "⌘" : "Ctrl") : key === "Alt" && isMac ? "⌥" : key));
}

export const editorShortcutsText = {
  workspace: "Workspace",
  text: "Text of a note",
  /** Those of the editor: toolbar-items.ts has its keys, and a test that these are the same. */
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
    ["Move a block", editorCaps("Alt-Shift-↑ ↓")],
  ],
} as const;
