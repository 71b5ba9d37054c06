/** A toolbar icon button. Pressing it with a pointer does not take the focus from the text. */
import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { tipProps } from "../../shared/ui/buttons/tip-props.ts";
import css from "./toolbar.module.css";
import { printKeys } from "./toolbar-items.ts";

type ToolbarButtonProps = {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly keys?: string | undefined;
  /** Undefined for a button that is not a toggle. */
  readonly isOn?: boolean | undefined;
  /** Undefined for a button that shows and hides nothing. */
  readonly isExpanded?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
};

const IS_MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function ToolbarButton({ label, Icon, keys, isOn, isExpanded, isDisabled = false, onPress }: ToolbarButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      {...tipProps(label, keys === undefined ? undefined : printKeys(keys, IS_MAC))}
      aria-label={label}
      aria-pressed={isOn}
      aria-expanded={isExpanded}
      // Uses aria-disabled, so that the button stays focusable in the toolbar and keeps its tooltip.
      aria-disabled={isDisabled || undefined}
      onMouseDown={keepFocus}
      onClick={isDisabled ? undefined : onPress}
    >
      <Icon aria-hidden />
    </button>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
