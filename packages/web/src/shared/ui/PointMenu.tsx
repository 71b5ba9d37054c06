/** A menu that opens where somebody pointed, or at the row that has the focus. Its entries are the caller's. */
import type { ReactNode } from "react";
import { useRef } from "react";
import { Menu as AriaMenu, Popover } from "react-aria-components";
import css from "./menu.module.css";

export type Point = { readonly x: number; readonly y: number };

type PointMenuProps = { readonly label: string; readonly at: Point; readonly onClose: () => void; readonly children: ReactNode };

export function PointMenu({ label, at, onClose, children }: PointMenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={place} className={css.point} style={{ left: at.x, top: at.y }} aria-hidden />
      <Popover
        isOpen
        triggerRef={place}
        aria-label={label}
        placement="bottom start"
        className={css.popover as string}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <AriaMenu aria-label={label} className={css.menu as string} autoFocus="first" onClose={onClose}>
          {children}
        </AriaMenu>
      </Popover>
    </>
  );
}
