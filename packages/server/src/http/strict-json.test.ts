import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

describe("decision 0006 bodies: strict JSON", () => {
  it("parses every JSON value like JSON.parse", () => {
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
  ])("rejects a duplicate name: %s", (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: false });
  });

  it.each(['{"a":"a","b":"a"}', '{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"{\\"b\\":1,\\"b\\":2}"}', '{"a:":1,"a":2}'])(
    "allows repeated names in different objects: %s",
    (text) => {
      expect(parseStrictJson(text).ok).toBe(true);
    },
  );

  it.each(["", "{", "{'a':1}", "NaN", '{"a":1}}'])("rejects invalid JSON: %j", (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: false });
  });
});
