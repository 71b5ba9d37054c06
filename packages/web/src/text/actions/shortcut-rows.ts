/** Rows of the keyboard shortcut list. The keys come from core/workspace/actions/actions.ts. Spec A §2.15, decision 0005 "Shortcuts". */
import { keysOf, SHORTCUTS } from "@satchel/core/workspace/actions/actions.ts";
import { actionText } from "./action-names.ts";
import { toCaps } from "./actions.ts";

export const shortcutRows = [
  ...SHORTCUTS.flatMap((id) =>
    keysOf(id)
      .filter((keys, at) => at === 0 || keys.notInText === true)
      .map(
        (keys) =>
          [keys.notInText === true && keysOf(id).length > 1 ? `${actionText[id]}, outside a text` : actionText[id], toCaps(keys)] as const,
      ),
  ),
  ["Close the focused tab", ["Delete"]] as const,
  ["Leave the text of a note", ["Esc", "Tab"]] as const,
] as const;
