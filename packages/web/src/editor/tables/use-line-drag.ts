/** Drags the row or column of the caret by its handle. A press without a move opens the handle's menu. */
import type { Editor } from "@tiptap/core";
import { selectedRect } from "@tiptap/pm/tables";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { lineAt, moveLine, type TableSide } from "./table-commands.ts";

/** Edge of the row or column at which the dragged one would land, in pixels of the viewport. */
type Landing = { readonly to: number; readonly edge: number };

type Press = { readonly pointerId: number; readonly x: number; readonly y: number; readonly from: number; readonly tableStart: number };

/** A pointer that moves less than this has pressed the handle. */
const DRAG_FROM_PX = 5;

export function useLineDrag(editor: Editor, side: TableSide) {
  const [landing, setLanding] = useState<Landing>();
  const press = useRef<Press & { isDragged: boolean }>(undefined);
  const stop = (): void => {
    press.current = undefined;
    setLanding(undefined);
  };
  useEscape(landing !== undefined, stop);
  const handlePointerDown = (event: PointerEvent<HTMLElement>): void => {
    // Events of the menu also arrive here, because React passes them to the component that opened it.
    if (event.button !== 0 || !event.currentTarget.contains(event.target as Node)) return;
    // The menu's own handler would open it before it is known whether the pointer moves, and mousedown would take the focus from the text.
    event.stopPropagation();
    event.preventDefault();
    const { top, left, tableStart } = selectedRect(editor.state);
    const { pointerId, clientX: x, clientY: y } = event;
    press.current = { pointerId, x, y, from: side === "row" ? top : left, tableStart, isDragged: false };
    event.currentTarget.setPointerCapture(pointerId);
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { current } = press;
    if (current?.pointerId !== event.pointerId) return;
    current.isDragged ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) >= DRAG_FROM_PX;
    if (current.isDragged) setLanding(findLanding(editor, { side, press: current, x: event.clientX, y: event.clientY }));
  };
  const handlePointerUp = (event: PointerEvent<HTMLElement>): void => {
    const { current } = press;
    if (current?.pointerId !== event.pointerId) return;
    if (!current.isDragged) event.currentTarget.querySelector("button")?.click();
    else if (landing !== undefined) moveLine(editor.state, editor.view.dispatch, { side, to: landing.to });
    stop();
  };
  return {
    landing,
    handlers: {
      onPointerDownCapture: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUpCapture: handlePointerUp,
      onPointerCancel: stop,
    },
  };
}

function useEscape(isActive: boolean, stop: () => void): void {
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", handleKey, true);
    return () => document.removeEventListener("keydown", handleKey, true);
  }, [isActive]);
}

type Pointer = { readonly side: TableSide; readonly press: Press; readonly x: number; readonly y: number };

/** The row or column under the pointer, looked up in the caret's own column or row, because the pointer is beside the table. */
function findLanding({ state, view }: Editor, { side, press: { from, tableStart }, x, y }: Pointer): Landing | undefined {
  const { map, top, left, table } = selectedRect(state);
  const dom = view.nodeDOM(tableStart + map.positionAt(top, left, table));
  if (!(dom instanceof HTMLElement)) return undefined;
  const own = dom.getBoundingClientRect();
  const point = side === "row" ? { left: own.left + own.width / 2, top: y } : { left: x, top: own.top + own.height / 2 };
  const pos = view.posAtCoords(point)?.pos;
  const line = pos === undefined ? undefined : lineAt(state.doc, { pos, tableStart, side });
  const target = line === undefined ? undefined : view.nodeDOM(line.cell);
  if (line === undefined || line.index === from || !(target instanceof HTMLElement)) return undefined;
  const box = target.getBoundingClientRect();
  if (side === "row") return { to: line.index, edge: line.index > from ? box.bottom : box.top };
  const isRightToLeft = getComputedStyle(target).direction === "rtl";
  return { to: line.index, edge: line.index > from !== isRightToLeft ? box.right : box.left };
}
