/** In the place of a menu or a dialog that could not be fetched: fetches it once more. Goes with a word, and when somebody goes on elsewhere. */
import type { FocusEvent, KeyboardEvent, RefObject } from "react";
import { commonText } from "../../text/labels.ts";
import { useTryAgain } from "../try-again.ts";
import { Button } from "./Button.tsx";
import css from "./missing-menu.module.css";
import { NotLoaded } from "./NotLoaded.tsx";

type MissingMenuProps = { readonly at?: RefObject<Element | null>; readonly onClose: () => void };

export function MissingMenu({ at, onClose }: MissingMenuProps) {
  const { isTrying, tryAgain } = useTryAgain();
  const handleLeave = (): void => {
    onClose();
    if (at?.current instanceof HTMLElement) at.current.focus();
  };
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") handleLeave();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape, and focus that goes on, from the buttons inside; takes the focus itself where a button that is pressed does not
    <div className={css.missing} ref={liftAbove} popover="manual" tabIndex={-1} onBlur={handleBlur} onKeyDownCapture={handleKeyDown}>
      <NotLoaded />
      <div className={css.actions}>
        <Button size="small" tone="quiet" onPress={handleLeave}>
          {commonText.dismiss}
        </Button>
        <Button size="small" autoFocus busy={isTrying} onPress={tryAgain}>
          {commonText.retry}
        </Button>
      </div>
    </div>
  );
}

/** Over all else, where a row of the list or a drawer would cut it off. */
function liftAbove(element: HTMLElement | null): void {
  element?.showPopover?.();
}
