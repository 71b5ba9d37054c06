/** Returns the focus to the text as a popover closes; the editor's command would be a frame late and lose typing. */
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
