/** A menu that opens from a button, with icons, shortcuts and a disabled reason. Actions are the caller's. */
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, MenuTrigger, Popover, Separator } from "react-aria-components";
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

type MenuChoicesProps<Id extends string> = {
  readonly label: string;
  readonly value: Id;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
};

/** One of several that holds; the menu says which. */
export function MenuChoices<Id extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Id>) {
  return (
    <MenuSection aria-label={label} selectionMode="single" disallowEmptySelection selectedKeys={[value]}>
      {choices.map((choice) => (
        <AriaMenuItem
          key={choice.id}
          id={choice.id}
          className={css.item as string}
          textValue={choice.label}
          onAction={() => onChoose(choice.id)}
        >
          <span className={css.tick}>{choice.id === value && <Check />}</span>
          <span className={css.text}>{choice.label}</span>
        </AriaMenuItem>
      ))}
    </MenuSection>
  );
}

export function MenuLine() {
  return <Separator className={css.line as string} />;
}
