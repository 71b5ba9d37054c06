import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagKey } from "../../model/entities/tags/tag.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { suggestTags } from "./suggest-tags.ts";
import { TagIndex } from "./tag-index.ts";

type Note = { readonly noteId: string; readonly tags?: readonly string[] };

const note = (noteId: string, ...tags: readonly string[]): Note => (tags.length === 0 ? { noteId } : { noteId, tags: toTags(tags) });
const shown = (index: TagIndex, notes: readonly Note[]) =>
  index.read(notes).map(({ tag, count, depth }) => `${" ".repeat(depth)}${tag} ${count}`);

describe("decision 0047 all tags of a library", () => {
  it("lists them as a tree, each level with the number of its notes", () => {
    const notes = [
      note("a", "sea/gulls", "sea/terns", "birds"),
      note("b", "Sea"),
      note("c", "sea"),
      note("d", "seaside", "sea"),
      note("e"),
    ];
    expect(shown(new TagIndex(), notes)).toEqual(["birds 1", "sea 4", " sea/gulls 1", " sea/terns 1", "seaside 1"]);
  });

  it("sorts by language and by number", () => {
    expect(shown(new TagIndex(), [note("a", "week 10", "week 9", "\u00e9t\u00e9", "zebra")])).toEqual([
      "\u00e9t\u00e9 1",
      "week 9 1",
      "week 10 1",
      "zebra 1",
    ]);
  });

  it("returns the same list while tags stay the same", () => {
    const index = new TagIndex();
    const first = note("a", "birds");
    const list = index.read([first]);
    expect(index.read([{ ...first }, note("b")])).toBe(list);
  });

  it("is the same after any changes as if it had been made from the last list", () => {
    const names = fc.array(fc.constantFrom("a", "A", "a/b", "a/b/c", "b", "b/a", "c d"), { maxLength: 4 });
    const library = fc.dictionary(fc.constantFrom("n1", "n2", "n3", "n4"), names);
    fc.assert(
      fc.property(fc.array(library, { maxLength: 5 }), (libraries) => {
        const index = new TagIndex();
        for (const each of libraries) {
          const notes = Object.entries(each).map(([id, tags]) => note(id, ...tags));
          expect(index.read(notes)).toEqual(new TagIndex().read(notes));
          for (const { key, count } of index.read(notes)) {
            const having = notes.filter(({ tags = [] }) => tags.some((tag) => `${tagKey(tag)}/`.startsWith(`${key}/`)));
            expect(count).toBe(having.length);
          }
        }
      }),
    );
  });
});

describe("completion of a tag", () => {
  const list = new TagIndex().read([
    note("a", "birds", "sea/birds"),
    note("b", "birds"),
    note("c", "blackbirds", "Bill"),
    note("d", "Bill", "Bill/paid"),
  ]);
  const typed = (text: string, ...has: readonly string[]) =>
    suggestTags(list, text, has).map(({ tag, isNew }) => (isNew ? `new ${tag}` : tag));

  it("offers tags that begin as typed, then nested ones, then any that contain it, and a new one", () => {
    expect(typed("bi")).toEqual(["Bill", "birds", "Bill/paid", "sea/birds", "blackbirds", "new bi"]);
    expect(typed("BIRDS")).toEqual(["birds", "sea/birds", "blackbirds"]);
    expect(typed("#sea ")).toEqual(["sea", "sea/birds"]);
  });

  it("leaves out what the note has, and offers the most used if nothing is typed", () => {
    expect(typed("birds", "Birds")).toEqual(["sea/birds", "blackbirds"]);
    expect(typed("")[0]).toBe("Bill");
    expect(typed(" / ")).toEqual(["Bill/paid", "sea/birds"]);
  });
});
