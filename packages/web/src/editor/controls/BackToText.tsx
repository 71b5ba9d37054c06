/**
 * Returns the focus to the text when a popover closes. A frame later, typed keys would already be lost. Not a layout effect: the popover makes
 * the page inert until its own effects end, and the text would refuse the focus.
 */
import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect } from "react";

type BackToTextProps = {
  readonly editor: Editor;
  /** Read at closing: a menu that closes without a choice returns the focus to its button. */
  readonly isWanted?: RefObject<boolean>;
};

export function BackToText({ editor, isWanted }: BackToTextProps) {
  useEffect(
    () => () => {
      if (isWanted?.current !== false && !editor.isDestroyed) editor.view.focus();
    },
    [editor, isWanted],
  );
  return null;
}
