/** What every test of the page has: files of a worker share one page, and each test leaves it empty. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { createComputedStyle } from "./computed-style.ts";

// Looking things up by role in a whole page is slow on a busy machine; nothing here waits for time to pass.
configure({ asyncUtilTimeout: 45_000 });

// jsdom has none, and dialogs and lists find their parts by it.
const styles = { ...globalThis.CSS, escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") };
if ("document" in globalThis) Object.defineProperty(globalThis, "CSS", { configurable: true, writable: true, value: styles });

// jsdom has no pointers to hold; toasts are swept away by them.
if ("Element" in globalThis) {
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.releasePointerCapture = () => undefined;
}

const REPLACED = Symbol.for("satchel.computed-style");
if ("document" in globalThis && !(REPLACED in globalThis.getComputedStyle)) {
  const replaced = Object.assign(createComputedStyle(globalThis.getComputedStyle.bind(globalThis)), { [REPLACED]: true });
  globalThis.getComputedStyle = replaced;
  window.getComputedStyle = replaced;
}

afterEach(cleanup);
