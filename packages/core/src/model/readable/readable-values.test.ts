import { describe, expect, it } from "vitest";
import { formatDay, formatListDate, formatMoment, hourOf, isOnSameDay } from "./readable-values.ts";

const style = { locale: "en-GB", timeZone: "Europe/Berlin" };
const labels = { today: "today", yesterday: "Yesterday" };
const at = (text: string) => Date.parse(text);
const now = at("2026-11-19T15:00:00+01:00");

describe("A2.9 dates in the list", () => {
  it.each([
    ["2026-11-19T14:06:00+01:00", "14:06"],
    ["2026-11-19T00:00:00+01:00", "00:00"],
    ["2026-11-18T23:59:00+01:00", "Yesterday"],
    ["2026-11-17T23:59:00+01:00", "17 Nov"],
    ["2025-11-18T10:00:00+01:00", "18 Nov 2025"],
  ])("shows %s as %s", (text, shown) => {
    expect(formatListDate(at(text), now, { style, labels })).toBe(shown);
  });

  it("counts days on the reader's calendar, not in UTC", () => {
    const endOfDay = at("2026-11-18T23:30:00Z");
    expect(formatListDate(endOfDay, now, { style, labels })).toBe("00:30");
    expect(formatListDate(endOfDay, now, { style: { ...style, timeZone: "UTC" }, labels })).toBe("Yesterday");
  });

  it("recognizes yesterday across the end of a year", () => {
    const newYear = at("2027-01-01T08:00:00+01:00");
    expect(formatListDate(at("2026-12-31T22:00:00+01:00"), newYear, { style, labels })).toBe("Yesterday");
  });
});

describe("A2.11 dates on the note", () => {
  it("shows today and yesterday with the time, and earlier days with the whole date", () => {
    expect(formatMoment(at("2026-11-19T14:06:00+01:00"), now, { style, labels })).toBe("today, 14:06");
    expect(formatMoment(at("2026-11-18T09:12:00+01:00"), now, { style, labels })).toBe("Yesterday, 09:12");
    expect(formatMoment(at("2026-11-03T09:12:00+01:00"), now, { style, labels })).toBe("3 Nov 2026, 09:12");
    expect(formatDay(at("2026-11-03T09:12:00+01:00"), style)).toBe("3 Nov 2026");
  });

  it("uses the hour and the day on the reader's clock", () => {
    expect(hourOf(at("2026-11-19T00:10:00+01:00"), style)).toBe(0);
    expect(hourOf(at("2026-11-19T23:10:00+01:00"), style)).toBe(23);
    expect(isOnSameDay(at("2026-11-19T00:10:00+01:00"), now, style)).toBe(true);
    expect(isOnSameDay(at("2026-11-18T23:50:00+01:00"), now, style)).toBe(false);
  });
});

describe("invalid dates", () => {
  it.each([Number.NaN, 1e17, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 8.64e15 + 1, "never" as never, null as never])(
    "shows some date for %s and does not throw",
    (value) => {
      for (const text of [
        formatListDate(value, now, { style, labels }),
        formatMoment(value, now, { style, labels }),
        formatDay(value, style),
      ]) {
        expect(text).toMatch(/\d/);
      }
      expect(formatListDate(now, value, { style, labels })).toMatch(/\d/);
      expect(hourOf(value, style)).toBeGreaterThanOrEqual(0);
    },
  );
});
