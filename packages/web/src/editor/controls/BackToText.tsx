/** Returns the focus to the text when a popover closes. The editor's command would be a frame late, and typed keys would be lost. */
import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";

type BackToTextProps = {
  readonly editor: Editor;
  /** Read at closing: a menu that closes without a choice returns the focus to its button. */
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
