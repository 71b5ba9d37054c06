import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tips } from "./Tips.tsx";
import { tipProps } from "./tip-props.ts";

let leave: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(notify: (entries: readonly object[]) => void) {
        leave = () => notify([{ isIntersecting: false }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function page() {
  render(
    <StrictMode>
      <button type="button" aria-label="Sort" {...tipProps("Sort")}>
        <i data-testid="icon" />
      </button>
      <button type="button" aria-label="Search" aria-describedby="other" {...tipProps("Search", "Ctrl+K")} />
      <button type="button" aria-label="Off" disabled {...tipProps("Off")} />
      <Tips />
    </StrictMode>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const hover = (target: Element, pointerType = "mouse") =>
    act(() => void target.dispatchEvent(Object.assign(new Event("pointerover", { bubbles: true }), { pointerType })));
  const button = (name: string) => screen.getByRole("button", { name });
  const shown = () => screen.queryByRole("tooltip")?.textContent;
  return { pass, hover, button, shown };
}

describe("tooltips", () => {
  it("open half a second after the pointer rests, once for all parts of a button", () => {
    const { pass, hover, button, shown } = page();
    hover(button("Sort"));
    pass(300);
    hover(screen.getByTestId("icon"));
    pass(199);
    expect(shown()).toBeUndefined();
    pass(1);
    expect(shown()).toBe("Sort");
  });

  it("show the keys, and describe their button while they are open", () => {
    const { pass, hover, button, shown } = page();
    hover(button("Search"));
    pass(500);
    expect(shown()).toBe("SearchCtrl+K");
    expect(button("Search").getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
    hover(document.body);
    expect(shown()).toBeUndefined();
    expect(button("Search").getAttribute("aria-describedby")).toBe("other");
  });

  it("open without a delay soon after another one", () => {
    const { pass, hover, button, shown } = page();
    hover(button("Sort"));
    pass(500);
    hover(button("Search"));
    expect(shown()).toBe("SearchCtrl+K");
    hover(document.body);
    pass(500);
    hover(button("Sort"));
    expect(shown()).toBeUndefined();
  });

  it("stay closed for touch and on disabled buttons", () => {
    const { pass, hover, button, shown } = page();
    hover(button("Sort"), "touch");
    pass(1000);
    expect(shown()).toBeUndefined();
    hover(button("Off"));
    pass(1000);
    expect(shown()).toBeUndefined();
  });

  it("open at once when the keyboard moves the focus, and not after a press", () => {
    const { button, shown } = page();
    act(() => button("Sort").focus());
    expect(shown()).toBeUndefined();
    fireEvent.keyDown(button("Sort"), { key: "Tab" });
    act(() => button("Search").focus());
    expect(shown()).toBe("SearchCtrl+K");
    fireEvent.pointerDown(button("Sort"));
    act(() => button("Sort").focus());
    expect(shown()).toBeUndefined();
  });

  it("close with Escape, which reaches nothing else then", () => {
    const { pass, hover, button, shown } = page();
    const heard = vi.fn();
    button("Sort").addEventListener("keydown", heard);
    hover(button("Sort"));
    pass(500);
    fireEvent.keyDown(button("Sort"), { key: "Escape" });
    expect(shown()).toBeUndefined();
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(button("Sort"), { key: "Escape" });
    expect(heard).toHaveBeenCalledOnce();
  });

  it("close when their button leaves the page", () => {
    const { pass, hover, button, shown } = page();
    hover(button("Sort"));
    pass(500);
    act(() => leave?.());
    expect(shown()).toBeUndefined();
  });
});
