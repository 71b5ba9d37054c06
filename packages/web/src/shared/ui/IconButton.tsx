/** A square button with only an icon; its name is read out and shown as a tooltip. */
import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { tipProps } from "../tips/tip-props.ts";
import css from "./icon-button.module.css";

export type IconButtonProps = Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> & {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone?: "quiet" | "danger";
  readonly size?: "small" | "medium";
  /** Shortcut shown after the name in the tooltip. */
  readonly keys?: string;
};

export function IconButton({ label, icon, tone = "quiet", size = "medium", keys, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...tipProps(label, keys)}
      aria-label={label}
      className={[css.button, css[size], tone === "danger" ? css.danger : ""].join(" ")}
    >
      {icon}
    </AriaButton>
  );
}
