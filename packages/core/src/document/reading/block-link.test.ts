import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLinkedBlock, toBlockHash } from "./block-link.ts";

const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 });

describe("decision 0054 links to a block", () => {
  it("find the block in the unchanged note", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (all, seed) => {
        const index = seed % all.length;
        expect(findLinkedBlock(all, toBlockHash(all, index))).toBe(index);
      }),
    );
  });

  it("find the block after others were added, removed or edited before it", () => {
    const hash = toBlockHash([10, 20, 30, 40], 2);
    expect(findLinkedBlock([5, 6, 10, 20, 30, 40], hash)).toBe(4);
    expect(findLinkedBlock([30, 40], hash)).toBe(0);
    expect(findLinkedBlock([10, 20, 33, 40], hash)).toBe(2);
    expect(findLinkedBlock([30, 1, 2, 20, 30, 40, 30], hash)).toBe(4);
  });

  it("stay within the note if nothing fits", () => {
    expect(findLinkedBlock([1], toBlockHash([10, 20, 30], 2))).toBe(0);
    expect(findLinkedBlock([], toBlockHash([10], 0))).toBeUndefined();
  });

  it.each(["", "#block=", "#block=1.2.3", "#block=a.1.1.1", "#block=1.1.1.1.1", "#block=-2.1.1.1", "#heading", "#block=1e999.1.1.1"])(
    "ignore %j",
    (hash) => {
      expect(findLinkedBlock([1, 2, 3], hash)).toBeUndefined();
    },
  );
});
