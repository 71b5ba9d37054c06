/** Text of the shortcut dialog that is needed from the start. Spec A §2.15, decision 0005 "Shortcuts". */
import { keyCaps } from "./actions.ts";

export const shortcutsText = {
  title: "Keyboard shortcuts",
  newNote: keyCaps("new-note").join(" "),
  save: keyCaps("save").join(" "),
} as const;
