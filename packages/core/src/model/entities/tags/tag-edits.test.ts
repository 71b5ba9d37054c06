import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TAG } from "../../limits/limits.ts";
import { shownTags, tagKey } from "./tag.ts";
import { areSameTags, editTags, mergeTags, readTagList, toTags } from "./tag-edits.ts";

const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("birds", "Birds", "sea/gulls", "Sea", "a/b/c", "a//b", " ", "\u0000", "e\u0301", "\u00e9", "\ud800", "İ", "ß", "日本"),
);
const toTag = (typed: string) => toTags([typed])[0];
const names = fc.array(name, { maxLength: 8 });
const tags = names.map(toTags);
const keys = (list: readonly string[] | undefined) => new Set((list ?? []).map(tagKey));

describe("decision 0047 tags of a note", () => {
  it.each([
    ["  two   words ", "two words"],
    ["sea / gulls/ ", "sea/gulls"],
    ["/a//b/", "a/b"],
    ["e\u0301te\u0301", "\u00e9t\u00e9"],
    ["line\nbreak\u0007", "line break"],
    ["\u202eright to left", "right to left"],
    ["\ud83d\ude00 \ud83d", "\ud83d\ude00"],
    ["x".repeat(500), "x".repeat(100)],
    [`${"x".repeat(98)} / yy`, `${"x".repeat(98)}/y`],
  ])("stores %j as %j", (typed, stored) => {
    expect(toTag(typed)).toBe(stored);
  });

  it.each(["", "  ", "/", " / ", "\u0000\u202e"])("has no tag for %j", (typed) => {
    expect(toTag(typed)).toBeUndefined();
  });

  it("gives names that are shown as they are stored, within the limits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const tag = toTag(typed);
        if (tag === undefined) return;
        expect(toTag(tag)).toBe(tag);
        expect([...tag].length).toBeLessThanOrEqual(TAG.maxChars);
        expect(encodeURIComponent(tag)).not.toBe("");
      }),
    );
  });

  it("keeps one spelling of each tag, sorted, whatever the order", () => {
    fc.assert(
      fc.property(names, (given) => {
        const once = toTags(given);
        expect(toTags(once)).toEqual(once);
        expect(keys(once).size).toBe(once.length);
        expect(keys(toTags([...given].reverse()))).toEqual(keys(once));
        expect(shownTags(once).tags ?? []).toEqual(once);
      }),
    );
    expect(toTags(["sea", "Birds", "birds"])).toEqual(["Birds", "sea"]);
  });

  it("shows stored tags, and none that a screen could not show", () => {
    expect(shownTags(["birds", "sea\u202egulls", "", "x".repeat(5000), "Sea"])).toEqual({
      tags: ["birds", "Sea"],
      tagKeys: ["birds", "sea"],
    });
    for (const none of [["\u0000"], [], undefined]) expect(shownTags(none)).toEqual({});
    expect(shownTags(Array.from({ length: 20_000 }, (_, at) => `tag ${at}`)).tags).toHaveLength(TAG.maxStored);
  });

  it("reads any value as a list of tags", () => {
    fc.assert(fc.property(fc.anything(), (value) => readTagList(value).every((tag) => toTag(tag) === tag)));
    expect(readTagList(["a", 5, null, { a: 1 }, "b"])).toEqual(["a", "b"]);
    expect(readTagList(Array.from({ length: 20_000 }, (_, at) => `tag ${at}`))).toHaveLength(TAG.maxStored);
  });

  it("removes and then adds, up to the limit", () => {
    expect(editTags(["birds", "sea"], { remove: ["SEA"], add: ["Heron", "BIRDS"] })).toEqual(["birds", "Heron"]);
    expect(editTags(["birds"], { remove: ["birds"], add: ["Birds"] })).toEqual(["Birds"]);
    const many = Array.from({ length: 300 }, (_, at) => `tag ${at}`);
    expect(editTags(["zebra"], { add: many })).toHaveLength(TAG.maxPerNote);
    expect(editTags(["zebra"], { add: many })).toContain("zebra");
    // A merge may have exceeded the limit; an edit removes nothing of it unasked.
    expect(editTags(many, { add: ["zebra"] })).toHaveLength(300);
  });

  it("merges the same way from both sides", () => {
    fc.assert(
      fc.property(fc.option(tags, { nil: undefined }), tags, tags, (base, x, y) => {
        expect(keys(mergeTags(base, x, y))).toEqual(keys(mergeTags(base, y, x)));
        expect(areSameTags(mergeTags(base, x, x), x)).toBe(true);
      }),
    );
  });

  it("keeps what either side added and drops what either side removed", () => {
    fc.assert(
      fc.property(fc.option(tags, { nil: undefined }), tags, tags, (base, x, y) => {
        const merged = keys(mergeTags(base, x, y));
        const [was, ours, theirs] = [keys(base), keys(x), keys(y)];
        for (const key of new Set([...was, ...ours, ...theirs, ...merged])) {
          const isIn = ours.has(key) && theirs.has(key);
          const isAdded = !was.has(key) && (ours.has(key) || theirs.has(key));
          expect(merged.has(key)).toBe(isIn || isAdded);
        }
      }),
    );
  });

  it("takes the spelling of the side that changed it", () => {
    expect(mergeTags(["sea"], ["sea"], ["Sea"])).toEqual(["Sea"]);
    expect(mergeTags(["sea"], ["Sea"], ["sea"])).toEqual(["Sea"]);
    expect(mergeTags(["sea"], ["SEA"], ["Sea"])).toEqual(["SEA"]);
  });
});
