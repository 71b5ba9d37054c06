/** One icon of the toolbar. It never takes the focus from the text when pressed with a pointer. */
import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { Focusable } from "react-aria-components";
import { Tip } from "../../shared/ui/Tip.tsx";
import css from "./toolbar.module.css";
import { printKeys } from "./toolbar-items.ts";

type ToolbarButtonProps = {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly keys?: string | undefined;
  /** Undefined for a button that is not a switch. */
  readonly isOn?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
};

const IS_MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function ToolbarButton({ label, Icon, keys, isOn, isDisabled = false, onPress }: ToolbarButtonProps) {
  return (
    <Tip text={label} keys={keys === undefined ? undefined : printKeys(keys, IS_MAC)}>
      <Focusable>
        <button
          type="button"
          className={css.button}
          aria-label={label}
          aria-pressed={isOn}
          // Not `disabled`: the button keeps the keyboard's place in the toolbar and its tooltip.
          aria-disabled={isDisabled || undefined}
          onMouseDown={keepFocus}
          onClick={isDisabled ? undefined : onPress}
        >
          <Icon aria-hidden />
        </button>
      </Focusable>
    </Tip>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
