import { describe, expect, it } from "vitest";
import { anchorAt, keepListed, NOTHING_SELECTED, type Selection, selectAll, selectRange, toggleSelected } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const ids = ({ ids }: Selection) => [...ids].join("");

describe("selection of several notes", () => {
  it("adds and removes one note at a time", () => {
    const two = toggleSelected(toggleSelected(NOTHING_SELECTED, "a"), "c");
    expect(ids(two)).toBe("ac");
    expect(ids(toggleSelected(two, "a"))).toBe("c");
  });

  it("extends from the anchor in both directions, repeatedly", () => {
    const anchored = toggleSelected(NOTHING_SELECTED, "c");
    const down = selectRange(anchored, order, { id: "e", fromId: "a" });
    expect(ids(down)).toBe("cde");
    expect(ids(selectRange(down, order, { id: "b", fromId: "a" }))).toBe("bc");
  });

  it("starts at the active row without a selection or an anchor", () => {
    expect(ids(selectRange(NOTHING_SELECTED, order, { id: "d", fromId: "b" }))).toBe("bcd");
    expect(ids(selectRange(anchorAt("gone"), order, { id: "b", fromId: "a" }))).toBe("ab");
    expect(ids(selectRange(NOTHING_SELECTED, order, { id: "d", fromId: "gone" }))).toBe("d");
    expect(selectRange(NOTHING_SELECTED, order, { id: "gone", fromId: "a" })).toBe(NOTHING_SELECTED);
  });

  it("selects all", () => {
    expect(ids(selectAll(order))).toBe("abcde");
  });

  it("drops notes that left the list, and is unchanged if none did", () => {
    const all = selectAll(order);
    expect(keepListed(all, () => true)).toBe(all);
    expect(ids(keepListed(all, (id) => id !== "b"))).toBe("acde");
  });
});
