/** The toolbar's emoji button and the overlay it opens, which is fetched when it is first wanted. Spec A §2.14. */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { Editor } from "@tiptap/core";
import { Smile } from "lucide-react";
import { Suspense, useContext, useRef, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { editorText } from "../../../text/editor.ts";
import { BackToText } from "../../controls/BackToText.tsx";
import { ToolbarButton } from "../../controls/ToolbarButton.tsx";
import toolbar from "../../controls/toolbar.module.css";
import { ToolbarContext } from "../../controls/toolbar-context.ts";
import { OWN_UNDO_STEP } from "../../typing/undo-steps.ts";

const EmojiPicker = lazyComponent(async () => (await import("./EmojiPicker.tsx")).EmojiPicker, "part");

const text = editorText.emoji;

type EmojiToolProps = { readonly editor: Editor; readonly preferences: Preferences };

export function EmojiTool({ editor, preferences }: EmojiToolProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const { done } = useContext(ToolbarContext);
  const close = (): void => {
    setOpen(false);
    done();
  };
  const insert = (unicode: string): void => {
    close();
    // As text: content given as a string would go through an HTML parser, which the page's policy refuses.
    editor.chain().focus().insertContent({ type: "text", text: unicode }).setMeta(OWN_UNDO_STEP, true).run();
  };
  return (
    <div ref={anchor} className={toolbar.anchor}>
      <ToolbarButton label={text.open} Icon={Smile} onPress={() => setOpen(true)} />
      <Popover triggerRef={anchor} isOpen={isOpen} onOpenChange={(open) => !open && close()} className={toolbar.popover as string}>
        <Dialog aria-label={text.title} className={toolbar.emojiDialog as string}>
          <Suspense fallback={<DelayedSpinner />}>
            <EmojiPicker preferences={preferences} onChoose={insert} onClose={close} />
          </Suspense>
        </Dialog>
        <BackToText editor={editor} />
      </Popover>
    </div>
  );
}
