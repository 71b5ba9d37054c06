/**
 * Is in a popover of the toolbar. As the popover closes, the text has the focus in the same moment: the editor's own command gives it
 * back a frame later, and what is typed until then would go nowhere.
 */
import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";

type BackToTextProps = {
  readonly editor: Editor;
  /** Read at closing: a menu that nothing was chosen from gives the focus back to its button. */
  readonly isWanted?: RefObject<boolean>;
};

export function BackToText({ editor, isWanted }: BackToTextProps) {
  useLayoutEffect(
    () => () => {
      if (isWanted?.current !== false && !editor.isDestroyed) editor.view.focus();
    },
    [editor, isWanted],
  );
  return null;
}
