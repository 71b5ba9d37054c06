/** The button in five tones. While busy it keeps the focus and announces it; the caller runs the action. visual.md "Frame". */
import type { ReactNode } from "react";
import css from "./button.module.css";
import { PressButton, type PressButtonProps } from "./buttons/PressButton.tsx";
import { Spinner } from "./Spinner.tsx";

export type ButtonTone = "primary" | "plain" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "small" | "medium" | "large";

export type ButtonProps = Omit<PressButtonProps, "className" | "style" | "children" | "isPending"> & {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  readonly busy?: boolean;
  readonly wide?: boolean;
  /** Shortcut shown after the label. */
  readonly keys?: string;
  readonly label: ReactNode;
};

export function Button({ tone = "plain", size = "medium", icon, busy = false, wide = false, keys, label, ...rest }: ButtonProps) {
  return (
    <PressButton {...rest} isPending={busy} className={buttonClass(tone, size, wide)}>
      {busy ? <Spinner /> : icon}
      <span className={css.label}>{label}</span>
      {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
    </PressButton>
  );
}

/** Button styles for a link: `<Link className={buttonClass("primary")}>`. */
export function buttonClass(tone: ButtonTone, size: ButtonSize = "medium", wide = false): string {
  return [css.button, css[tone], css[size], wide ? css.wide : ""].join(" ");
}
