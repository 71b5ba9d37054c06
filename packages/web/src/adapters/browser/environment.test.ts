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
    ["behind another page", { visible: false, focused: false }, true],
    ["beside the window that is used", { visible: true, focused: false }, true],
    ["in use", { visible: true, focused: true }, false],
    ["on a phone's own line", { visible: false, focused: false, line: { type: "cellular" } }, false],
    ["where the person saves data", { visible: false, focused: false, line: { type: "wifi", saveData: true } }, false],
    ["on a line that costs nothing", { visible: false, focused: false, line: { type: "wifi", saveData: false } }, true],
  ])("%s", (_, browser, isQuiet) => {
    browserIs(browser);

    expect(isQuietMoment()).toBe(isQuiet);
  });
});
