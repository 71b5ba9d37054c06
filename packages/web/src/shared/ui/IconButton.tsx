/** A square button with only an icon; its name is read out and shown as a tooltip. */
import type { ReactNode } from "react";
import { PressButton, type PressButtonProps } from "./buttons/PressButton.tsx";
import { tipProps } from "./buttons/tip-props.ts";
import css from "./icon-button.module.css";

export type IconButtonProps = Omit<PressButtonProps, "className" | "style" | "children" | "aria-label"> & {
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone?: "quiet" | "danger";
  readonly size?: "small" | "medium";
  /** Shortcut shown after the name in the tooltip. */
  readonly keys?: string;
};

export function IconButton({ label, icon, tone = "quiet", size = "medium", keys, ...rest }: IconButtonProps) {
  return (
    <PressButton
      {...rest}
      {...tipProps(label, keys)}
      aria-label={label}
      className={[css.button, css[size], tone === "danger" ? css.danger : ""].join(" ")}
    >
      {icon}
    </PressButton>
  );
}
