import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../../../document/testing/random-html.ts";
import type { NoteEntity } from "../../../model/entities/entity.ts";
import { toKeptVersion } from "../../../model/entities/note-versions.ts";
import { HISTORY } from "../../../model/limits/history-limits.ts";
import { aNote } from "../../../testing/entities.ts";
import { addToRun, applyDelta, keysOfRun, toDelta, type VersionRun, versionsOfRun } from "./note-delta.ts";
import { applyEdits, findEdits } from "./text-edits.ts";

const texts = fc.oneof(canonicalHtml, fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 }));
const vectors = fc.dictionary(fc.constantFrom("deva", "devb", "devc"), fc.integer({ min: 1, max: 90 }), { minKeys: 1 });
const notes: fc.Arbitrary<NoteEntity> = fc
  .record(
    {
      content: texts,
      title: fc.string(),
      vv: vectors,
      alive: vectors,
      mtime: fc.nat(),
      folderId: fc.constantFrom(null, "folder-1-a"),
      attIds: fc.array(fc.constantFrom("att-1", "att-2")),
      pinnedFrom: fc.constantFrom(null, "folder-1-a"),
      tags: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
      sealed: fc.constantFrom("inner", "inner 2"),
      laterField: fc.constantFrom(1, "x"),
    },
    { requiredKeys: ["content", "title", "vv", "alive", "mtime", "folderId", "attIds"] },
  )
  .map((values) => aNote(values as Partial<NoteEntity>));

/** Adds the versions one by one, like a store, and returns the runs. */
function runsOf(versions: readonly NoteEntity[]): readonly VersionRun[] {
  const runs: VersionRun[] = [];
  for (const note of versions) {
    const last = runs.at(-1);
    const longer = last === undefined ? undefined : addToRun(last, note);
    if (longer === undefined) runs.push({ first: note, next: [] });
    else runs[runs.length - 1] = longer;
  }
  return runs;
}

const paragraphs = (count: number, words: string) => Array.from({ length: count }, (_, at) => `<p>${words} number ${at}</p>`).join("");

describe("a version as a delta", () => {
  it("edits turn any text into any other", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => void expect(applyEdits(before, findEdits(before, after))).toBe(after)),
      { numRuns: 500 },
    );
  });

  it("restores the version exactly, field by field", () => {
    fc.assert(
      fc.property(notes, notes, (before, after) => {
        expect(applyDelta(before, JSON.parse(JSON.stringify(toDelta(before, after))))).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  it("is about as large as the change, even for distant changes in a long text", () => {
    const before = aNote({ content: paragraphs(10_000, "the quick brown fox") });
    const content = before.content.replace("number 3<", "number three<").replace("number 9990<", "nines<");
    expect(JSON.stringify(toDelta(before, { ...before, content })).length).toBeLessThan(200);
  });

  it("is rejected by a version that it was not computed from", () => {
    const [one, other, after] = ["<p>one two</p>", "<p>one six</p>", "<p>one two three</p>"].map((content) => aNote({ content }));
    const delta = toDelta(one as NoteEntity, after as NoteEntity);
    expect(applyDelta(one as NoteEntity, delta)).toEqual(after);
    expect(applyDelta(other as NoteEntity, delta)).toBeUndefined();
  });

  it("rejects an invalid delta", () => {
    const sum = toDelta(aNote(), aNote()).sum;
    for (const delta of [null, 1, {}, { set: 1, sum }, { set: {}, edits: [1], sum }, { set: {}, edits: [-1, 0, ""], sum }])
      expect(applyDelta(aNote(), delta)).toBeUndefined();
    expect(applyDelta(aNote(), { set: {}, edits: [1e9, 0, "x"], sum })).toBeUndefined();
    expect(applyDelta(aNote(), { set: {}, edits: [0.5, 0, "x"], sum })).toBeUndefined();
  });

  it("reads each name of a dropped field once, however many fields there are", () => {
    const names = Array.from({ length: 1000 }, (_, at) => `field-${at}`);
    const before = { ...aNote({ content: "" }), ...Object.fromEntries(names.map((name) => [name, 1])) };
    const { sum } = toDelta(before, before);
    let reads = 0;
    const gone = new Proxy(names, {
      get(target, name, receiver) {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });

    expect(applyDelta(before, { set: {}, gone, sum })).toEqual(aNote({ content: "" }));
    expect(reads).toBeLessThan(5 * names.length);
  });
});

describe("runs of versions", () => {
  it("return all versions in order, and their keys without opening them", () => {
    fc.assert(
      fc.property(fc.array(notes, { minLength: 1, maxLength: 50 }), (versions) => {
        const runs = runsOf(versions);
        expect(runs.flatMap(versionsOfRun)).toEqual(versions);
        expect(runs.flatMap(keysOfRun)).toEqual(versions.map((note) => toKeptVersion(note).key));
      }),
      { numRuns: 100 },
    );
  });

  it("begin with a whole copy after a fixed number of versions, or after a rewrite", () => {
    const versions = Array.from({ length: 45 }, (_, at) => aNote({ mtime: at, content: `${paragraphs(20, "words")}<p>${at}</p>` }));
    expect(runsOf(versions).map(({ next }) => next.length + 1)).toEqual([HISTORY.versionsInRun, HISTORY.versionsInRun, 5]);
    expect(runsOf([aNote(), aNote({ content: paragraphs(5, "quite another text") })])).toHaveLength(2);
  });

  it("return the versions before a damaged one, and accept no more", () => {
    const [first, second, third] = [1, 2, 3].map((at) => aNote({ mtime: at, content: `<p>the text of version ${at}</p>` })) as [
      NoteEntity,
      NoteEntity,
      NoteEntity,
    ];
    const damaged: VersionRun = { first, next: [toDelta({ ...first, content: "<p>elsewhere</p>" }, second), toDelta(second, third)] };
    expect(versionsOfRun(damaged)).toEqual([first]);
    expect(addToRun(damaged, third)).toBeUndefined();
  });
});
