import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completionsAt } from "./completions.ts";
import { misreadFilters, readFilters } from "./filters.ts";
import { FILTER_NAMES } from "./query.ts";

const KNOWN = { tags: ["work", "two words", "home/work"], folders: ["Birds", "Trash talk", "Trash"] };
const offered = (typed: string, caret = typed.length) => completionsAt(typed, caret, KNOWN).map(({ label }) => label);

describe("completions of search filters", () => {
  it.each([
    ["rye tag:", ["tag:work", 'tag:"two words"', "tag:home/work"]],
    ["tag:wo", ["tag:work", 'tag:"two words"', "tag:home/work"]],
    ['-tag:"two', ['-tag:"two words"']],
    ["in:tr", ["in:trash", 'in:"Trash talk"']],
    ["has:t", ["has:table", "has:task"]],
    ["is:un", ["is:untagged", "is:unlinked"]],
    ["created:last-w", ["created:last-week"]],
    ["ta", ["tag:"]],
    ["t", []],
    ["milk", []],
    ["has:table", []],
    ["tag:unknown", []],
    ["", []],
  ])("for %j are %j", (typed, labels) => {
    expect(offered(typed)).toEqual(labels);
  });

  it("replace what is being typed, and keep the text around it", () => {
    expect(completionsAt("rye has:t bread", 9, KNOWN)[0]).toEqual({ label: "has:table", typed: "rye has:table bread", caret: 13 });
    expect(completionsAt("ta", 2, KNOWN)[0]).toEqual({ label: "tag:", typed: "tag:", caret: 4 });
    expect(completionsAt('tag:"tw', 7, KNOWN)[0]).toMatchObject({ typed: 'tag:"two words" ' });
    expect(offered("rye has:t bread", 3)).toEqual([]);
  });

  it("are filters that are understood, at any caret in any text", () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== "");
    const begun = fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...FILTER_NAMES), fc.string({ maxLength: 3 }));
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      begun.map(([minus, filter, value]) => `rye ${minus}${filter}:${value}`),
    );
    fc.assert(
      fc.property(text, fc.nat(30), fc.array(name, { maxLength: 4 }), (typed, caret, names) => {
        for (const one of completionsAt(typed, Math.min(caret, typed.length), { tags: names, folders: names })) {
          expect(one.caret).toBeLessThanOrEqual(one.typed.length);
          expect(misreadFilters(one.label)).toEqual([]);
          if (/^(tag|folder):./.test(one.label)) expect(Object.values(readFilters(one.label)).some(Boolean)).toBe(true);
        }
      }),
    );
  });
});
