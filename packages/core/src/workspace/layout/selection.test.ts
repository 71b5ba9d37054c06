import { describe, expect, it } from "vitest";
import { anchorAt, keepListed, NOTHING_SELECTED, type Selection, selectAll, selectRange, toggleSelected } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const ids = ({ ids }: Selection) => [...ids].join("");

describe("selecting several notes", () => {
  it("adds and takes away one at a time", () => {
    const two = toggleSelected(toggleSelected(NOTHING_SELECTED, "a"), "c");
    expect(ids(two)).toBe("ac");
    expect(ids(toggleSelected(two, "a"))).toBe("c");
  });

  it("reaches from the anchor in both directions, and again from the same anchor", () => {
    const anchored = toggleSelected(NOTHING_SELECTED, "c");
    const down = selectRange(anchored, order, { id: "e", fromId: "a" });
    expect(ids(down)).toBe("cde");
    expect(ids(selectRange(down, order, { id: "b", fromId: "a" }))).toBe("bc");
  });

  it("begins at the row in front while nothing was chosen, or when the anchor is gone", () => {
    expect(ids(selectRange(NOTHING_SELECTED, order, { id: "d", fromId: "b" }))).toBe("bcd");
    expect(ids(selectRange(anchorAt("gone"), order, { id: "b", fromId: "a" }))).toBe("ab");
    expect(ids(selectRange(NOTHING_SELECTED, order, { id: "d", fromId: "gone" }))).toBe("d");
    expect(selectRange(NOTHING_SELECTED, order, { id: "gone", fromId: "a" })).toBe(NOTHING_SELECTED);
  });

  it("takes all", () => {
    expect(ids(selectAll(order))).toBe("abcde");
  });

  it("loses what has left the list, and is the same while nothing has", () => {
    const all = selectAll(order);
    expect(keepListed(all, () => true)).toBe(all);
    expect(ids(keepListed(all, (id) => id !== "b"))).toBe("acde");
  });
});
