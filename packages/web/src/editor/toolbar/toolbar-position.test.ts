import { describe, expect, it } from "vitest";
import { toolbarPosition } from "./SelectionToolbar.tsx";

const seen = { left: 100, top: 50, right: 700, bottom: 500 };
const size = { width: 200, height: 40 };
const line = (top: number, left = 300, right = 400) => ({ left, right, top, bottom: top + 20 });

describe("A2.14 the toolbar of a selection", () => {
  it.each([
    ["above its middle", line(200), { left: 250, top: 152 }],
    ["below a selection in the first line", line(60), { left: 250, top: 88 }],
    ["within the text at its left edge", line(200, 100, 120), { left: 108, top: 152 }],
    ["within the text at its right edge", line(200, 690, 700), { left: 492, top: 152 }],
    ["at the upper edge of a page that is all selected", { left: 110, right: 690, top: -900, bottom: 4000 }, { left: 300, top: 58 }],
  ])("is %s", (_where, selection, expected) => {
    expect(toolbarPosition(selection, seen, size)).toEqual(expected);
  });

  it("is hidden while the selection is out of view", () => {
    expect(toolbarPosition(line(-40), seen, size)).toBeUndefined();
    expect(toolbarPosition(line(600), seen, size)).toBeUndefined();
  });
});
