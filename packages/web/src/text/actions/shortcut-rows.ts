/** Rows of the keyboard shortcut list. The keys come from core/workspace/actions/actions.ts. Spec A §2.15, decision 0005 "Shortcuts". */
import { SHORTCUTS } from "@satchel/core/workspace/actions/actions.ts";
import { actionText } from "./action-names.ts";
import { keyCaps } from "./actions.ts";

export const shortcutRows = [
  ...SHORTCUTS.map((id) => [actionText[id], keyCaps(id)] as const),
  // The second keys of these two select words inside a text.
  ...(["next-tab", "previous-tab"] as const).map((id) => [`${actionText[id]}, outside a text`, keyCaps(id, 1)] as const),
  ["Close the focused tab", ["Delete"]] as const,
  ["Leave the text of a note", ["Esc", "Tab"]] as const,
] as const;
