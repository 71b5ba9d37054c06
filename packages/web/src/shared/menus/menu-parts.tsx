/** Surface and items of menus. Loaded after the page, or with the first menu; Menu.tsx exposes them. */
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, Popover, Separator } from "react-aria-components";
import css from "./menu.module.css";

export type MenuPlacement = "bottom start" | "bottom end" | "top end";

export type MenuSurfaceProps = {
  readonly label: string;
  readonly at: RefObject<Element | null>;
  readonly placement: MenuPlacement;
  readonly offset?: number;
  /** Item that gets the focus; true focuses the menu itself. */
  readonly focus: "first" | "last" | true;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Surface({ label, at, placement, offset, focus, onClose, children }: MenuSurfaceProps) {
  return (
    <Popover
      isOpen
      triggerRef={at}
      aria-label={label}
      placement={placement}
      {...(offset === undefined ? {} : { offset })}
      className={css.popover as string}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaMenu aria-label={label} className={css.menu as string} autoFocus={focus} onClose={onClose}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

export type MenuItemProps = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly tone?: "plain" | "danger";
  readonly isDisabled?: boolean;
  /** Explanation shown with the item. */
  readonly hint?: string;
  readonly onAction: () => void;
};

export function Item({ label, icon, keys, tone = "plain", isDisabled = false, hint, onAction }: MenuItemProps) {
  return (
    <AriaMenuItem
      className={tone === "danger" ? `${css.item} ${css.danger}` : (css.item as string)}
      textValue={label}
      isDisabled={isDisabled}
      onAction={onAction}
    >
      {icon}
      <span className={css.text}>{label}</span>
      {hint !== undefined && <span className={css.hint}>{hint}</span>}
      {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
    </AriaMenuItem>
  );
}

export type MenuChoicesProps<Id extends string> = {
  readonly label: string;
  readonly value: Id;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
};

export function Choices<Id extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Id>) {
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

export type MenuToggleProps = { readonly label: string; readonly isOn: boolean; readonly onToggle: () => void };

export function Toggle({ label, isOn, onToggle }: MenuToggleProps) {
  return (
    <MenuSection aria-label={label} selectionMode="multiple" selectedKeys={isOn ? [label] : []}>
      <AriaMenuItem id={label} className={css.item as string} textValue={label} shouldCloseOnSelect onAction={onToggle}>
        <span className={css.tick}>{isOn && <Check />}</span>
        <span className={css.text}>{label}</span>
      </AriaMenuItem>
    </MenuSection>
  );
}

export function Line() {
  return <Separator className={css.line as string} />;
}
