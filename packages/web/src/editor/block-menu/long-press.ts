/** A finger that rests: browsers have no event for it. */
const LONG_PRESS_MS = 500;
/** Movement, in pixels, from which the finger scrolls. */
const STILL_PX = 10;

export type Pressed = { readonly target: EventTarget | null; readonly clientX: number; readonly clientY: number };

/** Returns a function that ends this. */
export function listenForLongPress(element: HTMLElement, onPress: (pressed: Pressed) => void): () => void {
  let [timer, from]: [number, Pressed | undefined] = [0, undefined];
  const end = (): void => {
    clearTimeout(timer);
    from = undefined;
  };
  const begin = ({ pointerType, target, clientX, clientY }: PointerEvent): void => {
    end();
    if (pointerType !== "touch") return;
    const pressed = { target, clientX, clientY };
    from = pressed;
    timer = window.setTimeout(() => onPress(pressed), LONG_PRESS_MS);
  };
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (from !== undefined && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) end();
  };
  const listeners = [
    ["pointerdown", begin],
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
    ["pointerleave", end],
  ] as const;
  for (const [name, run] of listeners) element.addEventListener(name, run as EventListener);
  return () => {
    end();
    for (const [name, run] of listeners) element.removeEventListener(name, run as EventListener);
  };
}
