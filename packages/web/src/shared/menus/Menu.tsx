/** A menu button with icons and shortcuts. Items render only inside the open menu. */
import { type ComponentType, type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { lazyComponent } from "../lazy/lazy-component.ts";
import type { PressButtonProps } from "../ui/buttons/PressButton.tsx";
import type { MenuChoicesProps, MenuItemProps, MenuPlacement, MenuSurfaceProps, MenuToggleProps } from "./menu-parts.tsx";

/** Props with which a button opens the menu: on mouse down, on touch end, and from the keyboard. */
export type Opens = Required<
  Pick<PressButtonProps, "keepsFocus" | "onPointerDown" | "onPress" | "onKeyDown" | "onKeyUp" | "aria-haspopup" | "aria-expanded">
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
  const pointer = useRef("");
  const toggle = (target: Element, focus: Opened["focus"]): void =>
    setOpened((before) => (before === undefined ? { at: { current: target }, focus } : undefined));
  const opens: Opens = {
    "aria-haspopup": "menu",
    "aria-expanded": opened !== undefined,
    keepsFocus: true,
    onPointerDown(event) {
      const { pointerType, button, currentTarget } = event;
      const { width, height } = event.nativeEvent;
      // A screen reader's press has no size.
      pointer.current = width === 0 && height === 0 ? "" : pointerType;
      if (!opensAtOnce(pointer.current) || button !== 0) return;
      // The rest of this press must not take the focus back from the menu, which would close it.
      event.preventDefault();
      // Focus the button before the menu takes the focus, so that it returns here.
      currentTarget.focus({ preventScroll: true });
      toggle(currentTarget, true);
    },
    onPress({ detail, currentTarget }) {
      // The click of a key has no count.
      if (detail === 0 || !opensAtOnce(pointer.current)) toggle(currentTarget, detail > 0 && pointer.current === "touch" ? true : "first");
    },
    // The click of a key would look like a screen reader's to the menu, which then takes the focus itself instead of its first item.
    onKeyDown(event) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp" && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) toggle(event.currentTarget, event.key === "ArrowUp" ? "last" : "first");
    },
    onKeyUp(event) {
      if (event.key !== " ") return;
      event.preventDefault();
      toggle(event.currentTarget, "first");
    },
  };
  return { opened, opens, close: () => setOpened(undefined) };
}

const opensAtOnce = (pointerType: string): boolean => pointerType === "mouse" || pointerType === "pen";

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
