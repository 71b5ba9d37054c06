import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SYNC } from "../model/limits/limits.ts";
import { aNote } from "../testing/entities.ts";
import { stampEdit } from "./stamp.ts";

const stampAt = (beforeMs: number, nowMs: number): number => {
  const before = aNote({ mtime: beforeMs });
  return stampEdit(before, before, { dot: { device: "dev", counter: 2 }, nowMs }).mtime;
};
const time = fc.integer({ min: 1, max: 2_000_000_000_000 });

describe("sync.md §2 vector of an edit", () => {
  it("keeps 4,096 entries, with the own dot even if its database was set back", () => {
    const vv = Object.fromEntries(Array.from({ length: SYNC.vectorMaxEntries }, (_, at) => [`laptopwriter${at}`, at + 10]));
    const before = aNote({ vv });
    const edited = stampEdit(before, before, { dot: { device: "laptop-newest", counter: 3 }, nowMs: 1 });

    expect(SYNC.vectorMaxEntries).toBe(4096);
    expect(Object.keys(edited.vv)).toHaveLength(4096);
    expect(edited.vv).toMatchObject({ "laptop-newest": 3, laptopwriter1: 11, laptopwriter4095: 4105 });
    expect(edited.vv).not.toHaveProperty("laptopwriter0");
  });
});

describe("sync.md §2 time of an edit", () => {
  it("is the clock's time, or later than the seen version if the clock is behind", () => {
    expect(stampAt(1000, 5000)).toBe(5000);
    fc.assert(
      fc.property(time, time, (beforeMs, nowMs) => {
        const atMs = stampAt(beforeMs, nowMs);
        expect(atMs).toBeGreaterThan(beforeMs);
        expect(atMs).toBeGreaterThanOrEqual(nowMs);
        expect(atMs).toBeLessThanOrEqual(Math.max(nowMs, beforeMs + 1000));
      }),
    );
  });

  it("distinguishes two edits with one count even if the clock is behind", () => {
    expect(stampAt(9000, 4321)).not.toBe(stampAt(9000, 4322));
  });
});
