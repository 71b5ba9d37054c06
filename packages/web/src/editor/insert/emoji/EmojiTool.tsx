/** The toolbar's emoji button. Spec A §2.14. */
import { Smile } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { holdKeys, releaseKeys } from "../../../shared/typeahead/held-keys.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { ToolbarButton } from "../../controls/ToolbarButton.tsx";
import toolbar from "../../controls/toolbar.module.css";
import { ToolbarContext } from "../../controls/toolbar-context.ts";
import { EmojiPopover, type EmojiProps } from "./EmojiPopover.tsx";

export function EmojiTool({ editor, preferences }: EmojiProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const { done } = useContext(ToolbarContext);
  const close = (): void => {
    releaseKeys("dialog");
    setOpen(false);
    done();
  };
  const open = (): void => {
    holdKeys("dialog", close);
    setOpen(true);
  };
  return (
    <div ref={anchor} className={toolbar.anchor}>
      <ToolbarButton label={editorText.emoji.open} Icon={Smile} onPress={open} />
      <EmojiPopover editor={editor} preferences={preferences} at={anchor} isOpen={isOpen} onClose={close} />
    </div>
  );
}
