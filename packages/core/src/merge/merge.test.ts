import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toText } from "../document/html/html-text.ts";
import type { NoteEntity } from "../model/entities/entity.ts";
import { unknownFieldsOf } from "../model/entities/parsing/unknown-fields.ts";
import { isContained, join } from "../model/entities/version-vector.ts";
import { aNote } from "../testing/entities.ts";
import { hasEqualValues, mergeNotes } from "./merge.ts";

const devices = fc.constantFrom("aa", "bb", "cc");
const vector = fc.dictionary(devices, fc.integer({ min: 1, max: 4 }), { minKeys: 1, maxKeys: 3 });
const noteOf = (id: string) =>
  fc
    .record({
      vv: vector,
      mtime: fc.integer({ min: 1, max: 5 }),
      title: fc.constantFrom("a", "b", "c"),
      content: fc.constantFrom("<p>1</p>", "<p>2</p>", "<p>3</p>", ""),
      folderId: fc.constantFrom(null, "folder-1", "folder-2"),
      pinnedFrom: fc.constantFrom(null, "folder-1", "folder-2"),
      tags: fc.constantFrom(undefined, ["birds"], ["Birds", "sea"], ["sea", "sea/gulls"]),
      isDeleted: fc.boolean(),
      unknown: fc.dictionary(fc.constantFrom("labels", "reminder"), fc.constantFrom(1, ["a"], { at: 1, text: "b" }, { text: "b", at: 1 })),
    })
    .map(
      ({ isDeleted, unknown, tags, ...values }): NoteEntity =>
        aNote({ id, ...values, ...(tags && { tags }), alive: isDeleted ? {} : values.vv, ...unknown }),
    );

const pair = fc.tuple(noteOf("note-1-a"), noteOf("note-1-a"), fc.option(noteOf("note-1-a"), { nil: undefined }));
/** Concurrent versions: neither contains the other. */
const apart = pair.filter(([x, y]) => !isContained(x.vv, y.vv) && !isContained(y.vv, x.vv));

describe("sync.md §6.2 merge", () => {
  it("gives the same values whichever side merges", () => {
    fc.assert(
      fc.property(apart, ([x, y, base]) => {
        expect(mergeNotes(base, x, y)).toEqual(mergeNotes(base, y, x));
      }),
    );
  });

  it("changes nothing if both sides are equal", () => {
    fc.assert(
      fc.property(pair, ([x, , base]) => {
        const { merged, lost } = mergeNotes(base, x, x);

        expect(hasEqualValues(merged, x)).toBe(true);
        expect(lost).toBeUndefined();
      }),
    );
  });

  it("contains both sides' edits", () => {
    fc.assert(
      fc.property(apart, ([x, y, base]) => {
        expect(mergeNotes(base, x, y).merged.vv).toEqual(join(x.vv, y.vv));
      }),
    );
  });

  it("keeps every text that a side changed, in the note or as the lost side", () => {
    fc.assert(
      fc.property(apart, ([x, y, base]) => {
        const { merged, lost } = mergeNotes(base, x, y);
        const kept = toText(`${merged.content}${lost?.content ?? ""}`);
        if (Object.keys(merged.alive).length === 0) return;
        for (const side of [x, y]) if (side.content !== base?.content) expect(kept).toContain(toText(side.content));
      }),
    );
  });

  describe("with fields of later versions, decision 0022", () => {
    const later = (fields: object, values: Partial<NoteEntity>): NoteEntity => ({ ...aNote(values), ...fields });
    const base = later({ labels: ["a"], reminder: { at: 1, text: "b" } }, { vv: { aa: 1 } });

    it("keeps fields that either side changed or added, whichever text is later", () => {
      const x = later({ labels: ["a", "b"], reminder: { text: "b", at: 1 } }, { vv: { aa: 2 }, mtime: 5, content: "<p>x</p>" });
      const y = later({ labels: ["a"], reminder: { at: 1, text: "b" }, color: 3 }, { vv: { aa: 1, bb: 1 }, mtime: 9 });
      for (const { merged } of [mergeNotes(base, x, y), mergeNotes(base, y, x)]) {
        expect(merged).toMatchObject({ labels: ["a", "b"], reminder: { at: 1, text: "b" }, color: 3, content: "<p>x</p>" });
      }
    });

    it("removes a field that one side removed; the later edit wins if both wrote one", () => {
      const x = later({ labels: ["x"] }, { vv: { aa: 2 }, mtime: 5 });
      const y = later({ labels: ["y"], reminder: { at: 1, text: "b" } }, { vv: { aa: 1, bb: 1 }, mtime: 9 });
      expect(mergeNotes(base, x, y).merged).toMatchObject({ labels: ["y"] });
      expect(mergeNotes(base, x, y).merged).not.toHaveProperty("reminder");
    });

    const stamped = (note: NoteEntity, at: number): NoteEntity => later({ seen: at }, { ...note, vv: { [`d${at}`]: 1 }, mtime: at });

    // A version without a field takes it from an earlier one, so which of two values survives depends on the order, as in any clash.
    it("keeps every unknown field without a base, and the latest value of a shared one, in any merge order", () => {
      const three = fc.tuple(noteOf("note-1-a"), noteOf("note-1-a"), noteOf("note-1-a"));
      fc.assert(
        fc.property(three, ([a, b, c]) => {
          const [x, y, z] = [stamped(a, 1), stamped(b, 2), stamped(c, 3)] as const;
          const join = (one: NoteEntity, other: NoteEntity) => mergeNotes(undefined, one, other).merged;
          const names = Object.keys({ ...unknownFieldsOf(x), ...unknownFieldsOf(y), ...unknownFieldsOf(z) }).sort();
          for (const merged of [join(join(x, y), z), join(x, join(y, z)), join(join(x, z), y)]) {
            expect(Object.keys(unknownFieldsOf(merged))).toEqual(names);
            expect(merged).toMatchObject({ seen: 3 });
          }
        }),
      );
    });

    it("distinguishes versions that differ in these fields only", () => {
      expect(hasEqualValues(base, later({ labels: ["b"], reminder: { at: 1, text: "b" } }, {}))).toBe(false);
      expect(hasEqualValues(base, later({ reminder: { text: "b", at: 1 }, labels: ["a"] }, {}))).toBe(true);
    });
  });

  it("keeps the tags that two devices added and removed at once, whichever edit is later", () => {
    const base = aNote({ vv: { aa: 1 }, tags: ["birds", "sea"] });
    const x = aNote({ vv: { aa: 2 }, mtime: 5, tags: ["birds", "spring"] });
    const y = aNote({ vv: { aa: 1, bb: 1 }, mtime: 9, tags: ["Heron", "sea"] });
    expect(mergeNotes(base, x, y).merged.tags).toEqual(["Heron", "spring"]);
    expect(mergeNotes(undefined, x, y).merged.tags).toEqual(["birds", "Heron", "sea", "spring"]);
    expect(mergeNotes(base, { ...x, tags: [] }, aNote({ vv: { aa: 1, bb: 1 } })).merged).not.toHaveProperty("tags");
  });

  it("takes the changed side if the other equals the base", () => {
    const base = aNote({ vv: { aa: 1 }, content: "<p>old</p>", title: "Old" });
    const text = aNote({ vv: { aa: 2 }, mtime: 5, content: "<p>new</p>", title: "Old" });
    const renamed = aNote({ vv: { aa: 1, bb: 1 }, mtime: 9, content: "<p>old</p>", title: "New" });

    expect(mergeNotes(base, text, renamed)).toMatchObject({ merged: { content: "<p>new</p>", title: "New" }, lost: undefined });
  });

  describe("with a text that was chosen since the base, §6.4", () => {
    const html = (...words: readonly string[]) => words.map((word) => `<p>${word}</p>`).join("");
    const base = aNote({ vv: { aa: 1 }, content: html("one", "two", "three") });
    const chosen = aNote({ vv: { aa: 1, bb: 2 }, chosen: { bb: 2 }, mtime: 5, content: html("one", "two", "three", "more") });

    it("keeps the chosen text whole, even if the other side was edited", () => {
      const other = aNote({ vv: { aa: 1, cc: 1 }, mtime: 9, content: html("one", "other", "three") });
      expect(mergeNotes(base, chosen, other)).toMatchObject({ merged: { content: other.content }, lost: chosen });
      const earlier = { ...other, mtime: 2 };
      expect(mergeNotes(base, chosen, earlier)).toMatchObject({ merged: { content: chosen.content }, lost: earlier });
    });

    it("merges it with edits that remove nothing from it", () => {
      const other = aNote({ vv: { aa: 1, cc: 1 }, mtime: 9, content: html("zero", "one", "two", "three") });
      const both = mergeNotes(base, chosen, other);
      expect(both).toMatchObject({ merged: { content: html("zero", "one", "two", "three", "more") }, lost: undefined });
      // The choice must also hold when a third version is merged later.
      const third = aNote({ vv: { aa: 1, dd: 1 }, mtime: 10, content: html("one", "other", "three") });
      expect(mergeNotes(base, both.merged, third).lost).toEqual(both.merged);
    });

    it("protects the title too", () => {
      const other = aNote({ vv: { aa: 1, cc: 1 }, mtime: 9, title: "Another", content: base.content });
      expect(mergeNotes(base, chosen, other)).toMatchObject({ merged: { title: "Another" }, lost: chosen });
    });

    it("loses its effect once both sides began with it", () => {
      const known = { ...base, vv: chosen.vv };
      const other = aNote({ vv: { aa: 1, bb: 2, cc: 1 }, mtime: 9, content: html("one", "other", "three") });
      expect(mergeNotes(known, { ...chosen, vv: { aa: 1, bb: 3 } }, other).lost).toBeUndefined();
    });
  });

  it("keeps attachments that either side added and drops those that one removed", () => {
    const file = (id: string) => ({ id, fileName: id, mimeType: "text/plain", sizeBytes: 1 });
    const base = aNote({ attachments: [file("kept"), file("removed")] });
    const x = aNote({ vv: { aa: 2 }, attachments: [file("kept"), file("removed"), file("from-x")] });
    const y = aNote({ vv: { bb: 2 }, attachments: [file("kept"), file("from-y")] });

    expect(mergeNotes(base, x, y).merged.attachments.map(({ id }) => id)).toEqual(["from-x", "from-y", "kept"]);
  });

  it("keeps the folder that a pinned note returns to with the pin", () => {
    const base = aNote({ folderId: "folder-1", vv: { aa: 1 }, mtime: 1 });
    const pinned = aNote({ folderId: "folder-pinned", pinnedFrom: "folder-1", vv: { aa: 2 }, mtime: 2 });
    const written = aNote({ folderId: "folder-1", content: "<p>more</p>", vv: { aa: 1, bb: 1 }, mtime: 3 });

    expect(mergeNotes(base, pinned, written).merged).toMatchObject({ folderId: "folder-pinned", pinnedFrom: "folder-1" });
    const unpinned = aNote({ folderId: "folder-1", vv: { aa: 3 }, mtime: 4 });
    expect(mergeNotes(pinned, unpinned, { ...pinned, vv: { aa: 2, bb: 1 } }).merged).not.toHaveProperty("pinnedFrom");
  });

  it("never turns a sensitive note into a plain one", () => {
    const plain = aNote({ vv: { aa: 2 }, mtime: 9 });
    const sealed = aNote({ vv: { bb: 2 }, mtime: 1, isEncrypted: true, sealed: "…", content: "", title: "" });

    expect(mergeNotes(undefined, plain, sealed).merged.isEncrypted).toBe(true);
  });
});

describe("sync.md §11 unencrypted files merged into a sensitive note", () => {
  const link = (id: string): string => `<p><a data-file-id="${id}">plan.pdf</a></p>`;
  const inClear = aNote({ vv: { aa: 2 }, alive: {}, mtime: 9, content: link("vault"), attIds: ["vault"] });
  const movedIn = aNote({ vv: { bb: 2 }, mtime: 1, isEncrypted: true, content: link("folder"), attIds: ["folder"] });
  const marksOf = (base: NoteEntity | undefined, x: NoteEntity, y: NoteEntity) =>
    [mergeNotes(base, x, y), mergeNotes(base, y, x)].map(({ merged }) => merged.hasStrays);

  it("mark the note on every device that takes the merge", () => {
    expect(marksOf(undefined, inClear, movedIn)).toEqual([true, true]);
    const later = aNote({ ...inClear, vv: { aa: 2, cc: 1 }, isEncrypted: true, hasStrays: true });
    expect(marksOf(inClear, later, movedIn)).toEqual([true, true]);
  });

  it("do not mark a note without such files, or an unencrypted note", () => {
    expect(marksOf(undefined, aNote({ vv: { aa: 2 }, mtime: 9 }), movedIn)).toEqual([undefined, undefined]);
    expect(marksOf(undefined, inClear, aNote({ ...movedIn, isEncrypted: false }))).toEqual([undefined, undefined]);
  });

  it("merge without an edit if only the mark differs", () => {
    expect(hasEqualValues(movedIn, { ...movedIn, hasStrays: true })).toBe(true);
  });
});

describe("sync.md §2 liveness", () => {
  const base = { vv: { aa: 1 }, alive: { aa: 1 } };

  it("keeps a note whose deleter had not seen the edit", () => {
    const deleted = aNote({ vv: { aa: 1, bb: 1 }, alive: {} });
    const edited = aNote({ vv: { aa: 2 }, alive: { aa: 2 } });

    expect(mergeNotes(aNote(base), deleted, edited).merged.alive).toEqual({ aa: 2 });
  });

  it("keeps a delete that had seen every edit", () => {
    const deleted = aNote({ vv: { aa: 1, bb: 1 }, alive: {} });
    const untouched = aNote({ vv: { aa: 1, cc: 1 }, alive: { aa: 1 } });

    expect(mergeNotes(aNote(base), deleted, untouched).merged.alive).toEqual({});
  });
});
