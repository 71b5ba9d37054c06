import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEARCH } from "../../model/limits/limits.ts";
import { readFilters, withFilters } from "./filters.ts";
import { isEmptyQuery, parseQuery } from "./query.ts";
import { type IndexedNote, SearchIndex } from "./search-index.ts";

const NOTES: readonly IndexedNote[] = [
  { noteId: "rye", title: "Rye", text: "bread of rye", folderId: "baking", modifiedMs: 5, hasFile: true, tagKeys: ["bread"] },
  { noteId: "oat", title: "Oat", text: "bread of oats", folderId: null, modifiedMs: 4, hasFile: false, pinnedFrom: null },
  { noteId: "gull", title: "Gull", text: "a bird", folderId: "birds", modifiedMs: 3, hasFile: false, tagKeys: ["bird", "sea"] },
  { noteId: "heron", title: "Heron", text: "or a bird", folderId: "birds", modifiedMs: 2, hasFile: true },
];
const FOLDERS = [
  { folderId: "baking", name: "Baking", path: "Baking" },
  { folderId: "birds", name: "Birds", path: "Birds" },
];
const index = new SearchIndex();
for (const note of NOTES) index.put(note);

const search = (typed: string, limit = 100) => index.search(parseQuery(typed), { folderIds: undefined, limit, folders: FOLDERS });
const found = (typed: string) =>
  search(typed)
    .hits.map(({ noteId }) => noteId)
    .sort();

describe("A4 search: operators", () => {
  it.each([
    ["rye OR gull", ["gull", "rye"]],
    ["bread -rye OR bird tag:sea", ["gull", "oat"]],
    ["folder:Baking OR folder:Birds has:attachment", ["heron", "rye"]],
    ["in:birds OR is:pinned", ["gull", "heron", "oat"]],
    ["is:untagged", ["heron", "oat"]],
    ["-is:untagged", ["gull", "rye"]],
    ["-is:pinned bread", ["rye"]],
    ["or", ["heron"]],
    ["rye OR", ["rye"]],
    ["OR OR rye", ["rye"]],
    ["OR", []],
  ])("finds with %s: %j", (typed, noteIds) => {
    if (noteIds.length === 0) expect(isEmptyQuery(parseQuery(typed))).toBe(true);
    else expect(found(typed)).toEqual(noteIds);
  });

  it("searches a mistyped operator as words", () => {
    expect(parseQuery("is:green")[0]?.wanted).toEqual([
      { kind: "word", text: "is" },
      { kind: "word", text: "green" },
    ]);
    expect(parseQuery("folder:")[0]?.folderNames).toEqual([]);
  });

  const part = fc.constantFrom(
    "rye",
    "bread",
    "bird",
    "-rye",
    "tag:sea",
    "is:pinned",
    "-is:untagged",
    "folder:birds",
    "has:att",
    '"of rye"',
    "a",
  );
  const alternative = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));

  it("finds for alternatives what it finds for each of them, and counts a note once", () => {
    fc.assert(
      fc.property(fc.array(alternative, { minLength: 1, maxLength: 4 }), (alternatives) => {
        const each = new Set(alternatives.flatMap(found));
        const { hits, total } = search(alternatives.join(" OR "));

        expect(hits.map(({ noteId }) => noteId).sort()).toEqual([...each].sort());
        expect(total).toBe(each.size);
        expect(search(alternatives.join(" OR "), 1)).toMatchObject({ total: each.size });
      }),
    );
  });

  it("parses any text within its limits, and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc
        .array(fc.oneof(part, fc.constantFrom("OR", "tag:", "is:", 'in:"', "after:2026-02-31", "-", '"', ":")), { maxLength: 80 })
        .map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const queries = parseQuery(typed);
        expect(queries.length).toBeGreaterThan(0);
        expect(queries.length).toBeLessThanOrEqual(SEARCH.maxAlternatives);
        for (const { wanted, unwanted } of queries) expect(Math.max(wanted.length, unwanted.length)).toBeLessThanOrEqual(SEARCH.maxTerms);
        search(typed);
      }),
    );
  });

  it("means the same after a chip has written its filters again", () => {
    fc.assert(
      fc.property(alternative, (typed) => {
        const again = withFilters(typed, {});
        expect(found(again)).toEqual(found(typed));
        expect(readFilters(again)).toEqual(readFilters(typed));
      }),
    );
  });
});
