/** The emoji picker beside the caret, for menus: whether the toolbar shows its own button depends on its width. */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { Editor } from "@tiptap/core";
import { Suspense, useEffect, useRef, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { createPortal } from "react-dom";
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { editorText } from "../../../text/editor.ts";
import { BackToText } from "../../controls/BackToText.tsx";
import toolbar from "../../controls/toolbar.module.css";
import { provideAction } from "../../controls/toolbar-context.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

const EmojiPicker = lazyComponent(async () => (await import("./EmojiPicker.tsx")).EmojiPicker, "part");

type EmojiOverlayProps = { readonly editor: Editor; readonly preferences: Preferences };

export function EmojiOverlay({ editor, preferences }: EmojiOverlayProps) {
  const [caret, setCaret] = useState<{ readonly left: number; readonly top: number }>();
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      provideAction(editor, "emoji", () => {
        const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.to);
        setCaret({ left, top: bottom });
      }),
    [editor],
  );
  const close = (): void => setCaret(undefined);
  const insert = (unicode: string): void => {
    close();
    editor.chain().focus().insertContent({ type: "text", text: unicode }).setMeta(OWN_UNDO_STEP, true).run();
  };
  if (caret === undefined) return null;
  return createPortal(
    <>
      <span ref={anchor} style={{ position: "fixed", left: `${caret.left}px`, top: `${caret.top}px` }} />
      <Popover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} className={toolbar.popover as string}>
        <Dialog aria-label={editorText.emoji.title} className={toolbar.emojiDialog as string}>
          <Suspense fallback={<DelayedSpinner />}>
            <EmojiPicker preferences={preferences} onChoose={insert} onClose={close} />
          </Suspense>
        </Dialog>
        <BackToText editor={editor} />
      </Popover>
    </>,
    document.body,
  );
}
