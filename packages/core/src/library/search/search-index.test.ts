import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "./query.ts";
import { type IndexedNote, SearchIndex } from "./search-index.ts";

type Given = Partial<IndexedNote> & { readonly noteId: string };

const note = (given: Given): IndexedNote => ({
  title: "",
  text: "",
  folderId: null,
  modifiedMs: 0,
  createdMs: 0,
  hasFile: false,
  ...given,
});

function indexOf(...notes: readonly Given[]): SearchIndex {
  const index = new SearchIndex();
  for (const given of notes) index.put(note(given));
  return index;
}

function find(index: SearchIndex, typed: string, folderIds?: ReadonlySet<string | null>): readonly string[] {
  return index.search(parseQuery(typed, 0), { folderIds, limit: 100 }).hits.map(({ noteId }) => noteId);
}

const textsOf = (texts: Readonly<Record<string, string>>) => indexOf(...Object.entries(texts).map(([noteId, text]) => ({ noteId, text })));

describe("A4 search", () => {
  it.each([
    ["milk", ["a"]],
    ["MIL", ["a"]],
    ["oat milk", ["a"]],
    ["milk oat", ["a"]],
    ["ilk", []],
    ["resume", ["b"]],
    ["Résumé", ["b"]],
    ["strasse", ["c"]],
    ["24", ["d"]],
    ["milk bread", []],
    ["!?", ["a", "b", "c", "d"]],
  ])("finds beginnings of words, ignoring case and accents: %s", (typed, found) => {
    const index = textsOf({ a: "Two litres of oat milk.", b: "My résumé, the new one", c: "Straße nach Bern; strasse", d: "at 24 °C" });

    expect([...find(index, typed)].sort()).toEqual(found);
  });

  it.each([
    ["tag:sea", ["a", "b"]],
    ["tag:#SEA", ["a", "b"]],
    ["tag:sea/gulls", ["b"]],
    ["tag:gulls", []],
    ['tag:"two words"', ["a"]],
    ["tag:sea tag:birds", ["b"]],
    ["tag:sea -tag:birds", ["a"]],
    ["-tag:sea", ["c", "d"]],
    ["heron tag:sea", ["a"]],
    ["tag:se", []],
  ])("finds notes by their tags and those nested in them: %s", (typed, found) => {
    const index = indexOf(
      { noteId: "a", text: "heron", tagKeys: ["sea", "two words"] },
      { noteId: "b", tagKeys: ["birds", "sea/gulls"] },
      { noteId: "c", text: "heron", tagKeys: ["seaside"] },
      { noteId: "d" },
    );
    expect([...find(index, typed)].sort()).toEqual(found);
  });

  it.each([
    ["勉強", ["ja"]],
    ["の勉", ["ja"]],
    ["本語の勉強", ["ja"]],
    ["強", ["ja"]],
    ["强", []],
    ["国人", ["zh"]],
    ["我是中国人", ["zh"]],
    ["国中", []],
    ["안녕", ["ko"]],
    ["녕하", ["ko"]],
    ["กิน", ["th"]],
    ["ข้าว", ["th"]],
    ["iphone 手机", ["mixed"]],
    ["iPhone手机", ["mixed"]],
  ])("finds any part of a line in scripts without spaces: %s", (typed, found) => {
    const index = textsOf({
      ja: "日本語の勉強ノート",
      zh: "我是中国人。",
      ko: "안녕하세요 여러분",
      th: "ฉันกินข้าวทุกวัน",
      mixed: "新的iPhone手机",
    });

    expect(find(index, typed)).toEqual(found);
  });

  it.each([
    ['"oat milk"', ["a"]],
    ['"milk oat"', ["b"]],
    ['"oat mil"', []],
    ['"oat mil', ["a"]],
    ["“oat milk”", ["a"]],
    ['"oat, milk!"', ["a"]],
    ["milk -oat", ["c"]],
    ["milk -oa", ["a", "b", "c"]],
    ['milk -"oat milk"', ["b", "c"]],
    ["-milk", ["d"]],
    ["milk oat -bread", ["a", "b"]],
  ])("supports phrases and exclusions: %s", (typed, found) => {
    const index = textsOf({ a: "oat milk", b: "milk, oat", c: "cow milk", d: "bread" });

    expect([...find(index, typed)].sort()).toEqual(found);
  });

  it.each([
    ["recieve", ["a"]],
    ["recieving", ["a"]],
    ["teh", []],
    ["sourdough", ["b"]],
    ["sourduogh", ["b"]],
    ["surdough", ["b"]],
    ["xourdough", ["b"]],
    ["sourdo", ["b"]],
    ["sourtaxes", []],
  ])("corrects a typo in a word that no note has: %s", (typed, found) => {
    expect(find(textsOf({ a: "receive and receiving the parcel", b: "sourdough" }), typed)).toEqual(found);
  });

  it("does not guess if a note has the exact word, and reports its guesses", () => {
    const index = textsOf({ a: "from the form", b: "forms" });

    expect(find(index, "from")).toEqual(["a"]);
    expect(index.search(parseQuery("frms", 0), { folderIds: undefined, limit: 5 }).corrected).toEqual(["forms"]);
  });

  it("ranks titles above texts, and newer notes above older ones", () => {
    const index = indexOf(
      { noteId: "old-title", title: "Bread", modifiedMs: 1 },
      { noteId: "new-title", title: "My bread", modifiedMs: 3 },
      { noteId: "new-text", text: "bread", modifiedMs: 9 },
      { noteId: "old-text", text: "bread", modifiedMs: 2 },
    );

    expect(find(index, "bread")).toEqual(["new-title", "old-title", "new-text", "old-text"]);
  });

  it("counts all hits and returns the best", () => {
    const index = indexOf(...Array.from({ length: 30 }, (_, at) => ({ noteId: `n${at}`, text: "bread", modifiedMs: at })));
    const found = index.search(parseQuery("bread", 0), { folderIds: undefined, limit: 2 });

    expect(found.total).toBe(30);
    expect(found.hits.map(({ noteId }) => noteId)).toEqual(["n29", "n28"]);
  });

  it("stays within the given folders, and follows a note that moves", () => {
    const index = indexOf({ noteId: "a", text: "bread", folderId: "f" }, { noteId: "b", text: "bread", folderId: "g" });
    expect(find(index, "bread", new Set(["f"]))).toEqual(["a"]);
    expect(index.relocate("b", { folderId: "f", modifiedMs: 5, createdMs: 0, hasFile: false })).toBe(true);

    expect(find(index, "bread", new Set(["f"]))).toEqual(["b", "a"]);
    expect(index.relocate("gone", { folderId: "f", modifiedMs: 5, createdMs: 0, hasFile: false })).toBe(false);
  });

  it("finds a pinned note in its own folder too", () => {
    const index = indexOf(
      { noteId: "a", text: "bread", folderId: "pinned", pinnedFrom: "f" },
      { noteId: "b", text: "bread", folderId: "g" },
    );
    expect([find(index, "bread", new Set(["f"])), find(index, "bread", new Set(["pinned"]))]).toEqual([["a"], ["a"]]);
  });

  it("finds notes by the name of their folder, beside those with the word", () => {
    const index = indexOf(
      { noteId: "in", text: "flour", folderId: "f" },
      { noteId: "text", text: "the recipe of flour" },
      { noteId: "other", text: "flour" },
    );
    const folders = [
      { folderId: "f", name: "My Recipes", path: "My Recipes" },
      { folderId: "g", name: "Letters", path: "Letters" },
    ];
    const search = (typed: string) => {
      const { hits, total, corrected } = index.search(parseQuery(typed, 0), { folderIds: undefined, limit: 9, folders });
      return [hits.map(({ noteId }) => noteId).sort(), total, corrected];
    };

    expect(search("recipe")).toEqual([["in", "text"], 2, []]);
    expect(search("recipes")).toEqual([["in"], 1, []]);
    expect(search("flour recip")).toEqual([["in", "text"], 2, []]);
    expect(search('"my recipes"')).toEqual([["in"], 1, []]);
    expect(search("recipes -flour")).toEqual([[], 0, []]);
    expect(search("letters")).toEqual([[], 0, []]);
  });

  it("filters by attachment and day, with and without words", () => {
    const noonOf = (date: number): number => new Date(2026, 0, date, 12).getTime();
    const index = indexOf(
      { noteId: "old", text: "bread", modifiedMs: noonOf(1) },
      { noteId: "new", text: "bread", modifiedMs: noonOf(9) },
      { noteId: "file", text: "oats", modifiedMs: noonOf(5), hasFile: true },
    );

    expect(find(index, "has:attachment")).toEqual(["file"]);
    expect(find(index, "bread has:attachment")).toEqual([]);
    expect(find(index, "after:2026-01-05")).toEqual(["new", "file"]);
    expect(find(index, "bread before:2026-01-09")).toEqual(["old"]);
    expect(find(index, "after:2026-02-31 bread")).toEqual([]);
  });
});

describe("A4 search: any order of edits", () => {
  const word = fc.constantFrom("milk", "oat", "bread", "brot", "日本語", "勉強", "กิน", "Résumé");
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
  const noteId = fc.constantFrom("a", "b", "c", "d", "e");
  const folderId = fc.constantFrom(null, "f", "g");
  const linkIds = fc.uniqueArray(noteId, { maxLength: 2 });
  const place = { noteId, folderId, modifiedMs: fc.nat(9), createdMs: fc.nat(9), hasFile: fc.boolean(), linkIds };
  const step = fc.oneof(
    fc.record({ kind: fc.constant("put" as const), title: text, text, ...place }),
    fc.record({ kind: fc.constant("remove" as const), noteId }),
    fc.record({ kind: fc.constant("place" as const), ...place }),
  );
  const typed = fc.constantFrom(
    "mil",
    "brea -milk",
    '"milk oat"',
    "resume",
    "本語",
    "強",
    "milkk",
    "",
    "กิ",
    "-bread",
    "has:attachment",
    "is:unlinked",
  );

  it("finds the same as a rebuilt index", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(typed, { minLength: 1, maxLength: 4 }), (steps, queries) => {
        const index = new SearchIndex();
        const notes = new Map<string, IndexedNote>();
        for (const each of steps) {
          const known = notes.get(each.noteId);
          if (each.kind === "put") {
            index.put(each);
            notes.set(each.noteId, each);
          } else if (each.kind === "remove") {
            index.remove(each.noteId);
            notes.delete(each.noteId);
          } else if (index.relocate(each.noteId, each)) notes.set(each.noteId, { ...(known as IndexedNote), ...each });
          // A search in between sorts the index, which must not change results.
          index.search(parseQuery("milk", 0), { folderIds: undefined, limit: 1 });
        }
        const rebuilt = indexOf(...notes.values());
        for (const query of queries) {
          for (const scope of [undefined, new Set(["f"])])
            expect(index.search(parseQuery(query, 0), { folderIds: scope, limit: 3 })).toEqual(
              rebuilt.search(parseQuery(query, 0), { folderIds: scope, limit: 3 }),
            );
        }
        expect(index.size).toBe(notes.size);
      }),
      { numRuns: 300 },
    );
  });

  it("finds the same after a compaction", () => {
    const index = indexOf({ noteId: "kept", text: "bread" });
    for (let edit = 0; edit < 3000; edit += 1) index.put(note({ noteId: "edited", text: `milk number${edit}`, modifiedMs: edit }));

    expect(find(index, "milk")).toEqual(["edited"]);
    expect(find(index, "number2999")).toEqual(["edited"]);
    expect(find(index, "bread")).toEqual(["kept"]);
    expect(index.search(parseQuery("number1500", 0), { folderIds: undefined, limit: 9 }).corrected).not.toContain("number1500");
  });
});
