/** A menu button with icons and shortcuts. Items render only inside the open menu. */
import { type ComponentType, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { ButtonProps } from "react-aria-components";
import { lazyComponent } from "../lazy/lazy-component.ts";
import type { MenuChoicesProps, MenuItemProps, MenuPlacement, MenuSurfaceProps, MenuToggleProps } from "./menu-parts.tsx";

/** Props with which a button opens the menu: on mouse down, on touch end, and from the keyboard. */
export type Opens = Required<
  Pick<ButtonProps, "preventFocusOnPress" | "onPressStart" | "onPress" | "onKeyDown" | "aria-haspopup" | "aria-expanded">
>;

type MenuProps = {
  readonly label: string;
  readonly trigger: (opens: Opens) => ReactElement;
  readonly children: ReactNode;
  readonly placement?: MenuPlacement;
};

const OFFSET_PX = 4;

export function Menu({ label, trigger, children, placement = "bottom end" }: MenuProps) {
  const { opened, opens, close } = useOpened();
  return (
    <>
      {trigger(opens)}
      {opened !== undefined && (
        <MenuSurface label={label} placement={placement} offset={OFFSET_PX} {...opened} onClose={close}>
          {children}
        </MenuSurface>
      )}
    </>
  );
}

type Opened = Pick<MenuSurfaceProps, "at" | "focus">;

function useOpened() {
  const [opened, setOpened] = useState<Opened>();
  const toggle = (target: Element, focus: Opened["focus"]): void =>
    setOpened((before) => (before === undefined ? { at: { current: target }, focus } : undefined));
  const opens: Opens = {
    "aria-haspopup": "menu",
    "aria-expanded": opened !== undefined,
    preventFocusOnPress: true,
    onPressStart({ pointerType, target }) {
      if (pointerType === "touch" || pointerType === "keyboard") return;
      // Focus the button before the menu takes the focus, so that it returns here.
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      toggle(target, pointerType === "virtual" ? "first" : true);
    },
    onPress({ pointerType, target }) {
      if (pointerType === "touch") toggle(target, true);
      if (pointerType === "keyboard") toggle(target, "first");
    },
    onKeyDown(event) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return event.continuePropagation();
      event.preventDefault();
      toggle(event.currentTarget, event.key === "ArrowDown" ? "first" : "last");
    },
  };
  return { opened, opens, close: () => setOpened(undefined) };
}

let parts: typeof import("./menu-parts.tsx") | undefined;

const entries: (() => Promise<unknown>)[] = [];

const Surface = lazyComponent(async () => {
  [parts] = await Promise.all([import("./menu-parts.tsx"), ...entries.map((load) => load())]);
  return parts.Surface;
}, "dialog");

/** Items whose code loads together with the menu's surface, because they render only inside it. */
export function menuEntries<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Entries: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => {
    Entries = await load();
  };
  // The surface loads once, together with the items known by then.
  if (parts === undefined) entries.push(fetch);
  else fetch().catch(() => undefined);
  // biome-ignore lint/correctness/noComponentHookFactories: created once per kind of items, when its module loads
  return function MenuEntries(props: Props) {
    return Entries && <Entries {...props} />;
  };
}

export const fetchMenus = Surface.fetch;

export function MenuSurface(props: MenuSurfaceProps) {
  return (
    <Suspense>
      <Surface {...props} />
    </Suspense>
  );
}

export function MenuItem(props: MenuItemProps) {
  return parts && <parts.Item {...props} />;
}

export function MenuChoices<Id extends string>(props: MenuChoicesProps<Id>) {
  return parts && <parts.Choices {...props} />;
}

export function MenuToggle(props: MenuToggleProps) {
  return parts && <parts.Toggle {...props} />;
}

export function MenuLine() {
  return parts && <parts.Line />;
}
