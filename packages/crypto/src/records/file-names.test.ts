import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileNameKeyOf, openFileName, sealFileName } from "./file-names.ts";

const root = Uint8Array.from({ length: 32 }, (_, at) => at);
const key = await fileNameKeyOf(root);
const other = await fileNameKeyOf(root.map((byte) => byte ^ 1));
const ID = "folder-sensitive-Ab3_-x9";

describe("names of drive files", () => {
  it("match the vector", () => {
    expect(sealFileName(key, "note-1700000000000-abc123def")).toBe(
      "OarHzXsgrCQf0PT54oUUTo4dfbgBJiYS-ij7v3UqayOn4wjEIHCg18rJYLmlvSktV8U2H_7ag4l7W3yQ7Rkg8Q",
    );
  });

  it("return every id that fits, and have one of two lengths", () => {
    const ids = fc.string({ minLength: 1, maxLength: 63, unit: fc.constantFrom(..."abcXYZ019-_") });
    fc.assert(
      fc.property(ids, (id) => {
        const name = sealFileName(key, id) ?? "";
        expect([86, 107]).toContain(name.length);
        expect(name).toMatch(/^[\w-]+$/);
        expect(openFileName([other, key], name)).toBe(id);
      }),
    );
  });

  it("are equal for equal ids and differ in every character block for others", () => {
    expect(sealFileName(key, ID)).toBe(sealFileName(key, ID));
    expect(sealFileName(key, ID)?.slice(0, 20)).not.toBe(sealFileName(key, `${ID}0`)?.slice(0, 20));
    expect(sealFileName(key, "note-1")).toHaveLength((sealFileName(key, "note-1700000000000-abc123def") ?? "").length);
  });

  it("do not open under another root or after any change", () => {
    const name = sealFileName(key, ID) ?? "";
    expect(openFileName([other], name)).toBeUndefined();
    for (const at of [0, 40, 84]) {
      const changed = `${name.slice(0, at)}${name[at] === "A" ? "B" : "A"}${name.slice(at + 1)}`;
      expect(openFileName([key], changed)).toBeUndefined();
    }
    expect(openFileName([key], "note-1700000000000-abc123def")).toBeUndefined();
    expect(openFileName([key], "A".repeat(1_000_000))).toBeUndefined();
  });

  it("are not made for an id that is longer than a property can hold", () => {
    expect(sealFileName(key, "x".repeat(63))).toHaveLength(107);
    expect(sealFileName(key, "x".repeat(64))).toBeUndefined();
  });
});
