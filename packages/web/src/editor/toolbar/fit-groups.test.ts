import { describe, expect, it } from "vitest";
import { fitGroups } from "./use-fitting-groups.ts";

const groups = [
  { widthPx: 70, rank: 2 },
  { widthPx: 110, rank: 1 },
  { widthPx: 70, rank: 9 },
  { widthPx: 40, rank: 1 },
  { widthPx: 70, rank: 9 },
];

describe("A2.14 the toolbar at every width", () => {
  it.each([
    ["shows all if there is space", 360, [0, 1, 2, 3, 4]],
    ["hides the lowest rank first, among equals the last", 355, [0, 1, 2, 4]],
    ["hides as few as possible", 320, [0, 2, 4]],
    ["keeps permanent groups longest", 180, [2, 4]],
    ["hides all if only the button fits", 60, []],
  ])("fits its groups: %s", (_what, availablePx, expected) => {
    expect(fitGroups(groups, availablePx, 32)).toEqual(expected);
  });

  it("uses the width of the row", () => {
    for (let availablePx = 172; availablePx < 400; availablePx += 1) {
      const shown = fitGroups(groups, availablePx, 32);
      const used = shown.reduce((sum, index) => sum + (groups[index]?.widthPx ?? 0), 0);
      expect(used + (shown.length < groups.length ? 32 : 0)).toBeLessThanOrEqual(availablePx);
    }
  });
});
