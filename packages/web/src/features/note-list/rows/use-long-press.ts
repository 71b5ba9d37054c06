/** Long press on a row selects it; a moving finger scrolls. The click after a long press is ignored. */
import { type MouseEvent, type PointerEvent, useRef } from "react";
import { noteIdAt } from "./NoteRow.tsx";

const HOLD_MS = 450;
const SLOP_PX = 10;

export function useLongPress(onHold: (noteId: string) => void) {
  const press = useRef<{ readonly x: number; readonly y: number; readonly timer: ReturnType<typeof setTimeout> } | undefined>(undefined);
  const wasHeld = useRef(false);
  const lastType = useRef("");
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    /** Used to suppress the touch context menu, which would open beside the long press. */
    isTouch: () => lastType.current === "touch",
    /** True if this click only ends a long press. */
    isSpent(event: MouseEvent): boolean {
      const spent = wasHeld.current;
      wasHeld.current = false;
      if (spent) event.preventDefault();
      return spent;
    },
    handlers: {
      onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent) {
        wasHeld.current = false;
        lastType.current = pointerType;
        const noteId = noteIdAt(target);
        if (pointerType !== "touch" || noteId === undefined) return;
        const timer = setTimeout(() => {
          wasHeld.current = true;
          press.current = undefined;
          onHold(noteId);
        }, HOLD_MS);
        press.current = { x: clientX, y: clientY, timer };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (press.current !== undefined && Math.hypot(clientX - press.current.x, clientY - press.current.y) > SLOP_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
