/** A menu at the pointer, or at the focused row. The caller supplies the items. */
import { type ReactNode, type SyntheticEvent, useRef } from "react";
import { MenuSurface } from "./Menu.tsx";
import css from "./menu.module.css";

export type Point = { readonly x: number; readonly y: number };

type PointMenuProps = { readonly label: string; readonly at: Point; readonly onClose: () => void; readonly children: ReactNode };

export function PointMenu({ label, at, onClose, children }: PointMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events of the menu from the list or tabs behind it
    <div className={css.apart} role="presentation" onKeyDown={stop} onClick={stop} onContextMenu={stop} onPointerDown={stop}>
      <span ref={anchor} className={css.point} style={{ left: at.x, top: at.y }} aria-hidden />
      <MenuSurface label={label} at={anchor} placement="bottom start" focus="first" onClose={onClose}>
        {children}
      </MenuSurface>
    </div>
  );
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
