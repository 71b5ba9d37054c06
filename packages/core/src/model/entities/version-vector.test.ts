import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isContained, isEqual, join, parseVector, vectorKey } from "./version-vector.ts";

/** A device id is drawn by us and is never this one; a vector from outside that names it is refused. */
const device = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/).filter((id) => !(id in Object.prototype));
const vector = fc.dictionary(device, fc.integer({ min: 1, max: 2 ** 40 }), { maxKeys: 12 });

describe("sync.md §2 version vectors", () => {
  it("reads back what it wrote", () => {
    fc.assert(
      fc.property(vector, (vv) => {
        expect(isEqual(parseVector(vectorKey(vv)) ?? { none: 1 }, vv)).toBe(true);
      }),
    );
  });

  it("joins to the least vector that contains both", () => {
    fc.assert(
      fc.property(vector, vector, vector, (a, b, above) => {
        const both = join(a, b);
        expect(isContained(a, both) && isContained(b, both)).toBe(true);
        if (isContained(a, above) && isContained(b, above)) expect(isContained(both, above)).toBe(true);
      }),
    );
  });

  it("has one text for one version, whatever the order of its devices", () => {
    expect(vectorKey({ b: 2, a: 35 })).toBe(vectorKey({ a: 35, b: 2 }));
    expect(vectorKey({ a: 35 })).toBe("a:z");
  });

  it.each(["a", "a:", ":1", "a:1;b:2", "a:-1", "a b:1", "a:1,b:ZZ", "__proto__:1"])("does not guess what %s might mean", (text) => {
    expect(parseVector(text)).toBeUndefined();
  });
});
