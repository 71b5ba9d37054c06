/** The keyboard shortcuts, beside the button that shows them. Spec A §2.15. */
import type { RefObject } from "react";
import { Dialog, Heading, Popover } from "react-aria-components";
import { shortcutRows } from "../../text/actions/shortcut-rows.ts";
import { shortcutsText } from "../../text/actions/shortcuts.ts";
import { ShortcutRows } from "./ShortcutRows.tsx";
import css from "./shortcuts.module.css";

export function ShortcutList({ at, onClose }: { readonly at: RefObject<HTMLElement | null>; readonly onClose: () => void }) {
  return (
    <Popover isOpen triggerRef={at} placement="top end" offset={8} className={css.popover as string} onOpenChange={onClose}>
      <Dialog className={css.dialog as string}>
        <Heading slot="title" level={2} className={css.title as string}>
          {shortcutsText.title}
        </Heading>
        <ShortcutRows rows={shortcutRows} />
      </Dialog>
    </Popover>
  );
}
