import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isContained } from "../../model/entities/version-vector.ts";
import { compareApproved, joinAll, printApproved } from "./approved-versions.ts";

const MINUTE = 60_000;
const SEEN = { laptop: 7, phone: 3 };

const TEXT = printApproved({ seen: SEEN, atMs: 0 });

describe("encryption.md 3.5 (6) what the approving device knew to be in the drive", () => {
  it("is reported as missing while the drive shows less, but not before listings have caught up", () => {
    const shown = { laptop: 7, phone: 2 };

    expect(compareApproved(TEXT, shown, 10 * MINUTE)).toEqual({ missing: 0, isOver: false });
    expect(compareApproved(TEXT, shown, 11 * MINUTE)).toEqual({ missing: 1, isOver: false });
    expect(compareApproved(TEXT, {}, 11 * MINUTE)).toEqual({ missing: 2, isOver: false });
  });

  it("is compared until the drive has shown all of it, and for a week", () => {
    expect(compareApproved(TEXT, { laptop: 8, phone: 3, other: 1 }, 11 * MINUTE)).toEqual({ missing: 0, isOver: true });
    expect(compareApproved(TEXT, {}, 8 * 24 * 60 * MINUTE)).toEqual({ missing: 0, isOver: true });
  });

  it("counts as nothing if it is damaged", () => {
    for (const text of ["", "{", "null", '{"seen":{"a":"7"},"atMs":0}', '{"seen":{"a":7}}'])
      expect(compareApproved(text, {}, 11 * MINUTE)).toEqual({ missing: 0, isOver: true });
  });

  it("joins versions to the smallest vector that contains each", () => {
    const vector = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(9));
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 6 }), (vectors) => {
        const joined = joinAll(vectors.map((vv) => ({ vv })));
        expect(vectors.every((vv) => isContained(vv, joined))).toBe(true);
        for (const [device, counter] of Object.entries(joined)) expect(vectors.some((vv) => vv[device] === counter)).toBe(true);
      }),
    );
  });
});
