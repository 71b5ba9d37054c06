/** A menu that opens from a button, with icons, shortcuts and a disabled reason. Actions are the caller's. */
import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import css from "./menu.module.css";

type MenuProps = {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly placement?: "bottom start" | "bottom end" | "top end";
};

export function Menu({ label, trigger, children, placement = "bottom end" }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={css.popover as string}>
        <AriaMenu aria-label={label} className={css.menu as string}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type MenuItemProps = {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly tone?: "plain" | "danger";
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
  readonly children: string;
};

export function MenuItem({ icon, keys, tone = "plain", isDisabled = false, onAction, children }: MenuItemProps) {
  return (
    <AriaMenuItem
      className={tone === "danger" ? `${css.item} ${css.danger}` : (css.item as string)}
      textValue={children}
      isDisabled={isDisabled}
      onAction={onAction}
    >
      {icon}
      <span className={css.text}>{children}</span>
      {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
    </AriaMenuItem>
  );
}

export function MenuLine() {
  return <Separator className={css.line as string} />;
}
