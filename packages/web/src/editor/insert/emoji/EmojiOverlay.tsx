/** Emoji picker beside the caret, for menus, because the toolbar may not have space for its own button. */
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { holdKeys, releaseKeys } from "../../../shared/typeahead/held-keys.ts";
import { provideAction } from "../../controls/toolbar-context.ts";
import { EmojiPopover, type EmojiProps } from "./EmojiPopover.tsx";

export function EmojiOverlay({ editor, preferences }: EmojiProps) {
  const [caret, setCaret] = useState<{ readonly left: number; readonly top: number }>();
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      provideAction(editor, "emoji", () => {
        const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.to);
        holdKeys("dialog", () => setCaret(undefined));
        setCaret({ left, top: bottom });
      }),
    [editor],
  );
  const close = (): void => {
    releaseKeys("dialog");
    setCaret(undefined);
  };
  if (caret === undefined) return null;
  return createPortal(
    <>
      <span ref={anchor} style={{ position: "fixed", left: `${caret.left}px`, top: `${caret.top}px` }} />
      <EmojiPopover editor={editor} preferences={preferences} at={anchor} isOpen onClose={close} />
    </>,
    document.body,
  );
}
