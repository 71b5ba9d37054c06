import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTime, toTime } from "./time.ts";

describe("drive contract §1.2 times", () => {
  it("writes UTC with three decimals", () => {
    expect(toTime(Date.UTC(2026, 6, 18, 9, 30, 0, 7))).toBe("2026-07-18T09:30:00.007Z");
  });

  it.each([
    ["2026-07-18T09:30:00.123456789Z", Date.UTC(2026, 6, 18, 9, 30, 0, 123)],
    ["2026-07-18T09:30:00.1Z", Date.UTC(2026, 6, 18, 9, 30, 0, 100)],
    ["2026-07-18T09:30:00", Date.UTC(2026, 6, 18, 9, 30)],
    ["2026-07-18T09:30:00-08:00", Date.UTC(2026, 6, 18, 17, 30)],
    ["2026-07-18T00:30:00+0200", Date.UTC(2026, 6, 17, 22, 30)],
    ["2026-07-18", Date.UTC(2026, 6, 18)],
  ])("reads %s", (text, ms) => {
    expect(parseTime(text)).toBe(ms);
  });

  it.each([
    "",
    "now",
    "2026-13-01",
    "2026-02-29",
    "2026-07-18T24:00:00Z",
    "2026-07-18T09:60:00Z",
    "2026-07-18T09:30:00+99:00",
    "0000-01-01",
    "2026-7-1",
  ])("rejects %s", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it("reads every time that it writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        expect(parseTime(toTime(ms))).toBe(ms);
      }),
    );
  });
});
