import { describe, expect, it } from "vitest";
import { watchVisibleArea } from "./visible-area.ts";

function setup() {
  const viewport = Object.assign(new EventTarget(), { height: 844, width: 390, offsetTop: 0, scale: 1 });
  const root = document.createElement("div");
  let kept = 0;
  watchVisibleArea({ viewport, root, pageHeight: () => 844, keepCaret: () => (kept += 1) });
  const become = (change: Partial<Record<"height" | "width" | "offsetTop" | "scale", number>>, event = "resize") => {
    Object.assign(viewport, change);
    viewport.dispatchEvent(new Event(event));
    return [root.style.getPropertyValue("--visible-height"), root.style.getPropertyValue("--visible-top")];
  };
  return { become, kept: () => kept, isKeyboardOpen: () => root.hasAttribute("data-keyboard") };
}

describe("A2.8 the keyboard never covers the caret", () => {
  it("limits the page to the area above the keyboard, and restores it", () => {
    const { become, kept } = setup();

    expect(become({ height: 500 })).toEqual(["500px", "0px"]);
    expect(become({ offsetTop: 120 }, "scroll")).toEqual(["500px", "120px"]);
    expect(become({ height: 844, offsetTop: 0 })).toEqual(["", ""]);
    expect(kept()).toBe(2);
  });

  it("ignores a browser toolbar that appears, and zooming", () => {
    const { become } = setup();

    expect(become({ height: 790 })).toEqual(["", ""]);
    expect(become({ height: 422, scale: 2 })).toEqual(["", ""]);
  });

  it("detects a keyboard even if the browser shrinks the page, but not a rotation", () => {
    const { become, isKeyboardOpen } = setup();
    expect(isKeyboardOpen()).toBe(false);
    become({ height: 500 });
    expect(isKeyboardOpen()).toBe(true);
    become({ height: 844 });
    expect(isKeyboardOpen()).toBe(false);
    become({ height: 360, width: 844 });
    expect(isKeyboardOpen()).toBe(false);
    become({ height: 180 });
    expect(isKeyboardOpen()).toBe(true);
  });
});
