import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEARCH } from "../../model/limits/limits.ts";
import { misreadFilters, otherFilters, readFilters, withFilters, withoutPiece } from "./filters.ts";
import { isEmptyQuery, parseQuery } from "./query.ts";
import { type IndexedNote, SearchIndex } from "./search-index.ts";

/** A Saturday; days before it. */
const NOW = new Date(2026, 10, 28, 12).getTime();
const daysAgo = (days: number): number => new Date(2026, 10, 28 - days, 9).getTime();
const note = (noteId: string, title: string, text: string, rest: Partial<IndexedNote>): IndexedNote => ({
  ...{ noteId, title, text, folderId: null, modifiedMs: NOW, createdMs: NOW, hasFile: false },
  ...rest,
});
const NOTES = [
  note("rye", "Rye", "bread of rye", {
    folderId: "baking",
    modifiedMs: daysAgo(0),
    hasFile: true,
    tagKeys: ["bread"],
    contents: ["table"],
  }),
  note("oat", "Oat", "bread of oats", { modifiedMs: daysAgo(1), createdMs: daysAgo(400), pinnedFrom: null, linkIds: ["rye"] }),
  note("gull", "Gull", "a bird", { folderId: "birds", modifiedMs: daysAgo(6), tagKeys: ["bird", "sea"], contents: ["image", "task"] }),
  note("heron", "Heron", "or a bird", { folderId: "birds", modifiedMs: daysAgo(40), createdMs: daysAgo(40), hasFile: true }),
];
const FOLDERS = [
  { folderId: "baking", name: "Baking", path: "Baking" },
  { folderId: "birds", name: "Birds", path: "Birds" },
];
const index = new SearchIndex();
for (const note of NOTES) index.put(note);

const search = (typed: string, limit = 100) => index.search(parseQuery(typed, NOW), { folderIds: undefined, limit, folders: FOLDERS });
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
    ["-folder:birds", ["oat", "rye"]],
    ["has:image", ["gull"]],
    ["has:tasks", ["gull"]],
    ["bird -has:image", ["heron"]],
    ["has:file", ["heron", "rye"]],
    ["has:table OR has:task", ["gull", "rye"]],
    ["is:unlinked", ["gull", "heron"]],
    ["-is:unlinked", ["oat", "rye"]],
    ["modified:today", ["rye"]],
    ["modified:yesterday", ["oat"]],
    ["modified:this-week", ["oat", "rye"]],
    ['modified:"last week"', ["gull"]],
    ["modified:last-7-days", ["gull", "oat", "rye"]],
    ["created:last-year", ["oat"]],
    ["created:2025", ["oat"]],
    ["created:<2026-11", ["heron", "oat"]],
    ["bird -modified:last-month", ["gull"]],
    ["before:this-month", ["heron"]],
    ["after:yesterday", ["oat", "rye"]],
    ["in:trash", []],
    ["-in:trash rye", ["rye"]],
  ])("finds with %s: %j", (typed, noteIds) => {
    if (/^(OR)?$/.test(typed)) expect(isEmptyQuery(parseQuery(typed, NOW))).toBe(true);
    else expect(found(typed)).toEqual(noteIds);
  });

  it("searches a mistyped operator as words, and says which one it is", () => {
    expect(misreadFilters("rye is:green has: created:someday")).toMatchObject([
      { source: "is:green", at: 4, misread: { filter: "is", value: "green" } },
      { source: "created:someday", misread: { filter: "created", value: "someday" } },
    ]);
    expect(parseQuery("is:green", NOW)[0]?.wanted).toEqual([
      { kind: "word", text: "is" },
      { kind: "word", text: "green" },
    ]);
    expect(parseQuery("folder:", NOW)[0]?.folderNames).toEqual([]);
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
    "-in:birds",
    "is:unlinked",
    "-has:image",
    "modified:yesterday",
    "created:..2025-12",
    "after:this-week",
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
        .array(
          fc.oneof(
            part,
            fc.constantFrom(
              "OR",
              "created:..",
              "created:>",
              "modified:last-9999-years",
              "tag:",
              "is:",
              'in:"',
              "after:2026-02-31",
              "-",
              '"',
              ":",
            ),
          ),
          { maxLength: 80 },
        )
        .map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const queries = parseQuery(typed, NOW);
        expect(queries.length).toBeGreaterThan(0);
        expect(queries.length).toBeLessThanOrEqual(SEARCH.maxAlternatives);
        for (const { wanted, unwanted, filters } of queries) {
          expect(Math.max(wanted.length, unwanted.length)).toBeLessThanOrEqual(SEARCH.maxTerms);
          expect(filters.length).toBeLessThanOrEqual(SEARCH.maxFilters);
        }
        search(typed);
      }),
    );
  });

  it("lacks a piece that a chip removes, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const typed = parts.join(" ");
        for (const piece of otherFilters(typed)) {
          const at = typed.slice(0, piece.at).split(" ").length - 1;
          if (!typed.includes('"')) expect(withoutPiece(typed, piece)).toBe(parts.filter((_, place) => place !== at).join(" "));
          expect(otherFilters(withoutPiece(typed, piece)).length).toBeLessThan(parts.length);
        }
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
