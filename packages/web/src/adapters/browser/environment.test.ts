import { afterEach, describe, expect, it, vi } from "vitest";
import { isQuietMoment } from "./environment.ts";

function browserIs({ visible, focused, line }: { readonly visible: boolean; readonly focused: boolean; readonly line?: object }): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  vi.spyOn(document, "hasFocus").mockReturnValue(focused);
  Object.defineProperty(navigator, "connection", { value: line, configurable: true });
}

describe("sync.md §8 when packs are written", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["on a hidden page", { visible: false, focused: false }, true],
    ["in a window without the focus", { visible: true, focused: false }, true],
    ["in use", { visible: true, focused: true }, false],
    ["on a cellular network", { visible: false, focused: false, line: { type: "cellular" } }, false],
    ["with data saving on", { visible: false, focused: false, line: { type: "wifi", saveData: true } }, false],
    ["on an unmetered network", { visible: false, focused: false, line: { type: "wifi", saveData: false } }, true],
  ])("detects a quiet moment: %s", (_, browser, isQuiet) => {
    browserIs(browser);

    expect(isQuietMoment()).toBe(isQuiet);
  });
});
