import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonListReader, jsonListHead, jsonListItem, jsonListTail } from "./json-list.ts";

const MAX_CHARS = 1_000_000;

function read(text: string, cuts: readonly number[]): { items: unknown[]; isWhole: boolean } {
  const reader = createJsonListReader(MAX_CHARS);
  const items: unknown[] = [];
  let from = 0;
  for (const to of [...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    items.push(...reader.push(text.slice(from, to)));
    from = to;
  }
  return { items, isWhole: reader.isWhole() };
}

const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe("a list of records, one at a time", () => {
  it("reads what it wrote, however it is cut", () => {
    fc.assert(
      fc.property(records, cuts, (values, at) => {
        const text = `${jsonListHead()}${values.map(jsonListItem).join("")}${jsonListTail()}`;
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(values)));
        expect(read(text, at)).toEqual({ items: JSON.parse(text), isWhole: true });
      }),
    );
  });

  it("reads another's layout too", () => {
    fc.assert(
      fc.property(records, cuts, fc.integer({ min: 0, max: 4 }), (values, at, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(read(text, at)).toEqual({ items: JSON.parse(text), isWhole: true });
      }),
    );
  });

  it("never takes a text for whole that JSON would refuse", () => {
    const text = fc.stringMatching(/^[[\]{}",: \\a1]{0,12}$/);
    fc.assert(
      fc.property(text, cuts, (guess, at) => {
        if (!read(guess, at).isWhole) return;
        expect(read(guess, at).items).toEqual(JSON.parse(guess));
      }),
      {
        numRuns: 5000,
        examples: [
          ["[{}]", []],
          ["[{},]", []],
          ["[]]", []],
          ["[{}{}]", []],
          ["[1]", []],
          ['[{"a":1}]', [4]],
        ],
      },
    );
  });

  it("gives up on a record that never ends, before it fills the memory", () => {
    const reader = createJsonListReader(1000);
    reader.push('[{"a":"');
    for (let at = 0; at < 20 && !reader.isBroken(); at += 1) reader.push("x".repeat(100));
    expect(reader.isBroken()).toBe(true);
  });
});
