/** Measures inside the page from an input event until its effect is painted. */
import type { Page } from "playwright-core";

/** Visible effect of an action. */
export type Effect =
  /** A paragraph of an open note, outside the list, that begins with this text. */
  | { readonly kind: "text"; readonly text: string }
  /** A focused field with exactly this value. */
  | { readonly kind: "field"; readonly selector: string; readonly value: string }
  | { readonly kind: "element"; readonly selector: string };

type Watch = { readonly event: "keydown" | "pointerdown"; readonly key?: string; readonly effect: Effect; readonly timeoutMs: number };

declare global {
  /** Input events of the page, oldest first. */
  var handEvents: { readonly type: string; readonly key: string | undefined; readonly atMs: number }[];
  /** The milliseconds of the watched action; null after the timeout. */
  var handPainted: Promise<number | null>;
}

/** Records input before the app does: its own listeners stop the keys that they handle. Self-contained, for `addInitScript`. */
export function recordInput(): void {
  globalThis.handEvents = [];
  for (const type of ["keydown", "pointerdown"])
    addEventListener(type, (event) => globalThis.handEvents.push({ type, key: (event as KeyboardEvent).key, atMs: event.timeStamp }), {
      capture: true,
    });
}

/** Acts and returns the milliseconds from the event, as the browser stamped it, to the paint of its effect; undefined after the timeout. */
export async function measureAction(page: Page, watch: Watch, act: () => Promise<unknown>): Promise<number | undefined> {
  // The page handles input before other messages, so it must watch already when the action begins.
  await page.evaluate(startWatching, watch);
  await act();
  return (await page.evaluate(() => globalThis.handPainted)) ?? undefined;
}

/** Self-contained, because it is sent to the page as text. */
function startWatching({ event, key, effect, timeoutMs }: Watch): void {
  const isShown = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && element.checkVisibility({ visibilityProperty: true });
  const isDone = (): boolean => {
    if (effect.kind === "element") return isShown(document.querySelector(effect.selector));
    if (effect.kind === "text")
      return [...document.querySelectorAll("p")].some(
        (block) => block.closest('[role="listbox"]') === null && block.textContent?.startsWith(effect.text) && isShown(block),
      );
    const focused = document.activeElement as HTMLInputElement | null;
    return focused?.matches(effect.selector) === true && focused.value === effect.value && isShown(focused);
  };
  globalThis.handEvents.length = 0;
  globalThis.handPainted = new Promise((resolve) => {
    const end = (value: number | null): void => {
      clearTimeout(timeout);
      resolve(value);
    };
    let isOver = false;
    const timeout = setTimeout(() => {
      isOver = true;
      end(null);
    }, timeoutMs);
    // A frame calls this before it paints, so the paint has happened when a message that it posts arrives.
    const look = (): void => {
      if (isOver) return;
      const began = globalThis.handEvents.find((one) => one.type === event && (key === undefined || one.key === key));
      if (began === undefined || !isDone()) return void requestAnimationFrame(look);
      const painted = new MessageChannel();
      painted.port1.onmessage = () => end(performance.now() - began.atMs);
      painted.port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
}
