/** A square button with only an icon; its name is read out and shown as a tooltip. */
import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import css from "./icon-button.module.css";
import { Tip } from "./Tip.tsx";

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
    <Tip text={label} keys={keys}>
      <AriaButton {...rest} aria-label={label} className={[css.button, css[size], tone === "danger" ? css.danger : ""].join(" ")}>
        {icon}
      </AriaButton>
    </Tip>
  );
}
