/** In the place of a menu or a dialog that could not be fetched. Goes with a word, and when somebody goes on elsewhere: the next one is fetched again. */
import type { KeyboardEvent, RefObject } from "react";
import { commonText } from "../../text/words.ts";
import { Button } from "./Button.tsx";
import css from "./menu.module.css";
import { NotLoaded } from "./NotLoaded.tsx";

type MissingMenuProps = { readonly at?: RefObject<Element | null>; readonly onClose: () => void };

export function MissingMenu({ at, onClose }: MissingMenuProps) {
  const handleLeave = (): void => {
    onClose();
    if (at?.current instanceof HTMLElement) at.current.focus();
  };
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") handleLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape, and focus that goes on, from the button inside
    <div className={css.missing} onBlur={onClose} onKeyDownCapture={handleKeyDown}>
      <NotLoaded />
      <Button size="small" tone="quiet" autoFocus onPress={handleLeave}>
        {commonText.dismiss}
      </Button>
    </div>
  );
}
