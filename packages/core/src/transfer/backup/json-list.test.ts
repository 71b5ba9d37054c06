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

describe("JSON list, read and written one object at a time", () => {
  it("reads its own output in pieces of any size", () => {
    fc.assert(
      fc.property(records, cuts, (values, at) => {
        const text = `${jsonListHead()}${values.map(jsonListItem).join("")}${jsonListTail()}`;
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(values)));
        expect(read(text, at)).toEqual({ items: JSON.parse(text), isWhole: true });
      }),
    );
  });

  it("reads a list in another layout", () => {
    fc.assert(
      fc.property(records, cuts, fc.integer({ min: 0, max: 4 }), (values, at, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(read(text, at)).toEqual({ items: JSON.parse(text), isWhole: true });
      }),
    );
  });

  it("rejects every text that JSON rejects", () => {
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

  it("gives up on an endless record within its memory limit and reads the next one", () => {
    const reader = createJsonListReader(1000);
    reader.push('[\n{"a":"');
    for (let at = 0; at < 20 && reader.brokenCount() === 0; at += 1) reader.push("x".repeat(100));
    expect(reader.brokenCount()).toBe(1);
    expect(reader.push('"},\n{"a":1}\n]\n')).toEqual([{ a: 1 }]);
    expect(reader.isWhole()).toBe(false);
  });

  it("skips only damaged records in a list of its own", () => {
    const ours = fc.array(
      fc.record({ id: fc.string(), text: fc.string({ unit: "binary" }), more: fc.jsonValue() }, { requiredKeys: ["id", "text"] }),
      { minLength: 1, maxLength: 8 },
    );
    const damage = fc.record({ at: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 40 }), by: fc.string({ maxLength: 10 }) });
    fc.assert(
      fc.property(ours, damage, cuts, (values, { at, from, length, by }, where) => {
        const lines = values.map((value) => JSON.stringify(value));
        const damagedAt = at % lines.length;
        const line = lines[damagedAt] as string;
        const start = from % line.length;
        lines[damagedAt] = line.slice(0, start) + by.replace(/[\n\r]/g, "") + line.slice(start + length);
        const { items } = read(`[\n${lines.join(",\n")}\n]\n`, where);
        const others = values.filter((_, index) => index !== damagedAt).map((value) => JSON.parse(JSON.stringify(value)));
        for (const value of others) expect(items).toContainEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it("reads two records whose separator is damaged", () => {
    const record = fc.record({
      id: fc.string(),
      text: fc.string(),
      attachments: fc.array(fc.record({ id: fc.string() }), { maxLength: 3 }),
    });
    const between = fc.constantFrom(", ", "x\n", ",x", "\0\0", ",{");
    fc.assert(
      fc.property(fc.array(record, { minLength: 2, maxLength: 6 }), fc.nat(), between, (values, at, damaged) => {
        const lines = values.map((value) => JSON.stringify(value));
        const damagedAt = at % (lines.length - 1);
        const text = lines
          .map((line, index) => line + (index === damagedAt ? damaged : index === lines.length - 1 ? "\n" : ",\n"))
          .join("");
        const { items, isWhole } = read(`[\n${text}]\n`, []);
        for (const value of values) expect(items).toContainEqual(value);
        expect(isWhole).toBe(false);
      }),
    );
  });

  it("reads the records before a truncation", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.string() }), { minLength: 2, maxLength: 6 }), fc.nat(), cuts, (values, at, where) => {
        const text = `${jsonListHead()}${values.map(jsonListItem).join("")}${jsonListTail()}`;
        const cut = text.slice(0, at % (text.length - 2));
        const { items, isWhole } = read(cut, where);
        expect(isWhole).toBe(false);
        expect(items).toEqual(values.slice(0, items.length));
        // Every record that ended before the cut must be found.
        expect(items.length).toBeGreaterThanOrEqual(cut.split("}").length - 1 - values.filter(({ id }) => id.includes("}")).length * 20);
      }),
    );
  });

  it("rejects an object nested deeper than the limit, whatever its length", () => {
    for (const depth of [100, 400_000]) {
      const deep = `{"id":"deep","a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      const { items, isWhole } = read(`[\n${deep},\n{"id":"next"}\n]`, depth > 1000 ? [] : [10, 50]);
      if (depth > 1000) expect(items).toEqual([{ id: "next" }]);
      else expect(items.at(-1)).toEqual({ id: "next" });
      expect(isWhole).toBe(depth <= 1000 && items.length === 2);
    }
  });
});
