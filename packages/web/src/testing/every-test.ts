/** Setup of every page test: the files of a worker share one page, and each test leaves it empty. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { createComputedStyle } from "./computed-style.ts";

// Queries by role in a whole page are slow on a busy machine; a passing test never waits this long.
configure({ asyncUtilTimeout: 45_000 });

// jsdom lacks CSS.escape, which dialogs and lists need.
const styles = { ...globalThis.CSS, escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") };
if ("document" in globalThis) Object.defineProperty(globalThis, "CSS", { configurable: true, writable: true, value: styles });

// jsdom lacks pointer capture, which swiping toasts away needs.
if ("Element" in globalThis) {
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.releasePointerCapture = () => undefined;
}

// jsdom lacks scrolling to an element. Newer browsers return a promise, which must not become the cleanup of an effect.
if ("Element" in globalThis) Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });

// jsdom lays nothing out, so every element counts as in view, as in a window of any height.
if ("document" in globalThis)
  globalThis.IntersectionObserver ??= class {
    readonly #notify: IntersectionObserverCallback;
    #isOver = false;

    constructor(notify: IntersectionObserverCallback) {
      this.#notify = notify;
    }

    observe(target: Element): void {
      const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
      queueMicrotask(() => this.#isOver || this.#notify([entry], this as unknown as IntersectionObserver));
    }

    disconnect(): void {
      this.#isOver = true;
    }
  } as unknown as typeof IntersectionObserver;

const REPLACED = Symbol.for("satchel.computed-style");
if ("document" in globalThis && !(REPLACED in globalThis.getComputedStyle)) {
  const replaced = Object.assign(createComputedStyle(globalThis.getComputedStyle.bind(globalThis)), { [REPLACED]: true });
  globalThis.getComputedStyle = replaced;
  window.getComputedStyle = replaced;
}

afterEach(cleanup);
