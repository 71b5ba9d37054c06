import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

describe("decision 0006 bodies: strict JSON", () => {
  it("reads every JSON value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{"c":1},"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a" : 1, "a" : 2}',
    '[{"x":{"y":1,"y":1}}]',
    '{"a\\"":1,"a\\"":2}',
  ])("refuses a duplicate name: %s", (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: false });
  });

  it.each(['{"a":"a","b":"a"}', '{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"b\\":1,\\"b\\":2}"}', '{"a:":1,"a":2}'])(
    "lets names repeat in other places: %s",
    (text) => {
      expect(parseStrictJson(text).ok).toBe(true);
    },
  );

  it.each(["", "{", "{'a':1}", "NaN", '{"a":1}}'])("refuses what is no JSON: %j", (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: false });
  });
});
