/** The keyboard shortcuts as they are shown. Keys come from the table of actions (core/workspace/actions/actions.ts). Spec A §2.15, decisions §5 "Shortcuts". */
import { SHORTCUTS } from "@satchel/core/workspace/actions/actions.ts";
import { actionText, editorCaps, keyCaps } from "./actions.ts";
import { editorText } from "./editor.ts";

export const shortcutsText = {
  title: "Keyboard shortcuts",
  rows: [
    ...SHORTCUTS.map((id) => [actionText[id], keyCaps(id)] as const),
    ["Close the focused tab", ["Delete"]] as const,
    ["Leave the text of a note", ["Esc", "Tab"]] as const,
  ],
  workspace: "Workspace",
  text: "Text of a note",
  /** Those of the editor: toolbar-items.ts has its keys, and a test that these are the same. */
  editorRows: [
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
  ] as const,
  newNote: keyCaps("new-note").join(" "),
  save: keyCaps("save").join(" "),
} as const;
