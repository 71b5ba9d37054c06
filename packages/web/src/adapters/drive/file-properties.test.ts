import { isContained, isEqual, type VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromProperties, isOverwrittenUnread, toProperties, toReplacingProperties } from "./file-properties.ts";

const name = fc.stringMatching(/^[A-Za-z0-9_-]{6}$/);
const vector = (maxKeys: number) => fc.dictionary(name, fc.integer({ min: 1, max: 1e9 }), { minKeys: 1, maxKeys });
const MD5 = "0".repeat(32);
const described = (vv: VersionVector, owner: string) => ({ id: "note-1", kind: "note", owner, vv, md5: MD5 });

describe("sync.md §4.1 version vectors in appProperties", () => {
  it.each(["poison.note.1", "a/b", "", "x".repeat(129)])("rejects an id that our client cannot have sealed: %j", (id) => {
    expect(fromProperties({ ...toProperties(described({ a: 1 }, "owner1")), n: id })).toBeUndefined();
  });

  it("restores the vector unchanged, as long as there is space", () => {
    fc.assert(
      fc.property(vector(60), name, (vv, owner) => {
        const read = fromProperties(toProperties(described(vv, owner)), "md5");
        expect(read?.vv).toEqual(vv);
      }),
    );
  });

  it("stays within a drive's limits: 30 properties, 124 bytes for key and value", () => {
    fc.assert(
      fc.property(vector(600), name, (vv, owner) => {
        const file = described({ ...vv, [owner]: 7 }, owner);
        const entries = Object.entries(toReplacingProperties(file));
        expect(entries.length).toBeLessThanOrEqual(30);
        for (const [key, value] of entries) expect(key.length + (value?.length ?? 0)).toBeLessThanOrEqual(124);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps the writer's dot of a long vector, contained in nothing until read", () => {
    fc.assert(
      fc.property(vector(600), name, fc.integer({ min: 1, max: 20 }), (others, owner, maxDots) => {
        const vv = { ...others, [owner]: 7 };
        const read = fromProperties(toProperties(described(vv, owner), maxDots), "md5");
        const isWhole = Object.keys(vv).length <= maxDots;
        expect(read?.vv[owner]).toBe(7);
        expect(isContained(read?.vv ?? {}, vv)).toBe(isWhole);
        expect(isEqual(read?.vv ?? {}, vv)).toBe(isWhole);
      }),
      { numRuns: 50 },
    );
  });
});

describe("detection of unread overwritten bytes", () => {
  const [first, second] = ["a".repeat(32), "b".repeat(32)];

  it("ignores the marks of the current bytes", () => {
    expect(isOverwrittenUnread({ n: "note-1", [`w${first}`]: "1" }, first)).toBe(false);
    expect(isOverwrittenUnread({ [`w${first}`]: "1", [`w${second}`]: "1" }, second)).toBe(true);
    expect(isOverwrittenUnread({ n: "note-1" }, first)).toBe(false);
    expect(isOverwrittenUnread({ n: "note-1", m: first }, first)).toBe(false);
    expect(isOverwrittenUnread({ n: "note-1", m: second }, first)).toBe(true);
  });
});
