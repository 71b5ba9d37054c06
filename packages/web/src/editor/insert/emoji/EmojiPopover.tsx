/** The emoji picker in a popover; its code loads when it first opens. Inserts the choice at the caret. */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { Editor } from "@tiptap/core";
import { type RefObject, Suspense } from "react";
import { Dialog, Popover } from "react-aria-components";
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";
import { missingField } from "../../../shared/typeahead/held-keys.ts";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { editorText } from "../../../text/editor/editor.ts";
import { BackToText } from "../../controls/BackToText.tsx";
import toolbar from "../../controls/toolbar.module.css";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

const EmojiPicker = lazyComponent(async () => (await import("./EmojiPicker.tsx")).EmojiPicker, missingField("dialog", "part"));

export type EmojiProps = { readonly editor: Editor; readonly preferences: Preferences };
type EmojiPopoverProps = EmojiProps & { readonly at: RefObject<Element | null>; readonly isOpen: boolean; readonly onClose: () => void };

export function EmojiPopover({ editor, preferences, at, isOpen, onClose }: EmojiPopoverProps) {
  const insert = (unicode: string): void => {
    onClose();
    // Inserted as a text node: a string would go through an HTML parser, which the page's policy blocks.
    editor.chain().focus().insertContent({ type: "text", text: unicode }).setMeta(OWN_UNDO_STEP, true).run();
  };
  return (
    <Popover triggerRef={at} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} className={toolbar.popover as string}>
      <Dialog aria-label={editorText.emoji.title} className={toolbar.emojiDialog as string}>
        <Suspense fallback={<DelayedSpinner />}>
          <EmojiPicker preferences={preferences} onChoose={insert} onClose={onClose} />
        </Suspense>
      </Dialog>
      <BackToText editor={editor} />
    </Popover>
  );
}
