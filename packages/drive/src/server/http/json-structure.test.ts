import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasFewValues, MAX_JSON_DEPTH, MAX_JSON_SIGNS } from "./json-structure.ts";

describe("the amount of structure in a JSON text", () => {
  it("finds every name and the bounds of every object, as the parser does", () => {
    const property = fc.property(fc.json(), fc.nat({ max: 3 }), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
      const names: string[] = [];
      let [opened, closed] = [0, 0];
      const isFew = hasFewValues(spaced, {
        onOpen: () => {
          opened += 1;
        },
        onClose: () => {
          closed += 1;
        },
        onName: (quoted) => names.push(JSON.parse(quoted)) > 0,
      });
      const expected: string[] = [];
      let objects = 0;
      JSON.parse(spaced, function (this: unknown, key, value) {
        if (!Array.isArray(this)) expected.push(key);
        if (typeof value === "object" && value !== null && !Array.isArray(value)) objects += 1;
        return value;
      });
      expected.pop();
      expect([isFew, opened, closed]).toEqual([true, objects, objects]);
      expect(names.toSorted()).toEqual(expected.toSorted());
    });
    fc.assert(property);
  });

  it.each([
    ["brackets", "[".repeat(MAX_JSON_DEPTH + 1)],
    ["objects in objects", '{"a":'.repeat(MAX_JSON_DEPTH + 1)],
    ["values", `[${"1,".repeat(MAX_JSON_SIGNS)}1]`],
    ["names", `{${'"":1,'.repeat(MAX_JSON_SIGNS)}"":1}`],
    ["a string that does not end", '{"a":"\\"'],
  ])("refuses too many %s", (_, text) => {
    expect(hasFewValues(text)).toBe(false);
  });

  it("does not count inside strings", () => {
    expect(hasFewValues(JSON.stringify({ a: '{[",:]}\\'.repeat(MAX_JSON_SIGNS) }))).toBe(true);
  });
});
