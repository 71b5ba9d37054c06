import { hostileValues } from "@satchel/core/testing/hostile-values.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeJson } from "./write-json.ts";

describe("any value as JSON", () => {
  it("equals JSON.stringify for values that JSON can represent", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(writeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is valid JSON for any value, even ten thousand levels deep", () => {
    fc.assert(
      fc.property(hostileValues, (value) => {
        expect(() => JSON.parse(writeJson({ value })) as unknown).not.toThrow();
      }),
    );
    let deep: unknown = "end";
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(writeJson(deep)).toBe(`${"[".repeat(10_000)}"end"${"]".repeat(10_000)}`);
  });

  it("marks cycles, names numbers that JSON lacks, and writes bytes as Base64", () => {
    const value: Record<string, unknown> = { size: Number.NaN, none: undefined, data: Uint8Array.of(1, 2, 3), repeated: [[], []] };
    value.self = value;
    expect(JSON.parse(writeJson(value))).toEqual({ size: "NaN", data: { base64: "AQID" }, repeated: [[], []], self: "[contains itself]" });
  });
});
