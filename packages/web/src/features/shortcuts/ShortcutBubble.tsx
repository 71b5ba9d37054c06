/** The round button at the bottom right that shows the keyboard shortcuts. Spec A §2.8, A §2.15. */
import { Keyboard } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { PressButton } from "../../shared/ui/buttons/PressButton.tsx";
import { shortcutsText } from "../../text/actions/shortcuts.ts";
import css from "./shortcuts.module.css";

const ShortcutList = lazyComponent(async () => (await import("./ShortcutList.tsx")).ShortcutList, "dialog");

export const fetchShortcuts = ShortcutList.fetch;

export function ShortcutBubble() {
  const [isOpen, setOpen] = useState(false);
  const bubble = useRef<HTMLButtonElement>(null);
  return (
    <>
      <PressButton
        ref={bubble}
        className={css.bubble}
        aria-label={shortcutsText.title}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Keyboard width={18} height={18} aria-hidden />
      </PressButton>
      <Suspense>{isOpen && <ShortcutList at={bubble} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
