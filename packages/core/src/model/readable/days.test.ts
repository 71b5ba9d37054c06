import { describe, expect, it } from "vitest";
import { addDays, isDay, monthOf, noonOf, weekdayOf, weeksOf } from "./days.ts";

describe("decision 0060 calendar days", () => {
  it.each([
    ["2026-11-29", true],
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-11-31", false],
    ["2026-11-9", false],
    ["", false],
    ["2026-11-29 ", false],
  ])("knows %j as a day: %s", (text, isOne) => {
    expect(isDay(text)).toBe(isOne);
  });

  it("counts over months and years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(monthOf("2026-01-31", 1)).toBe("2026-02-01");
    expect(monthOf("2026-01-31", -1)).toBe("2025-12-01");
    expect(weekdayOf("2026-11-29")).toBe(6);
    expect(new Date(noonOf("2026-11-29")).getDate()).toBe(29);
  });

  it.each([0, 6])("lays a month out in weeks that begin on weekday %d", (firstWeekday) => {
    const weeks = weeksOf("2026-11-29", firstWeekday);
    const days = weeks.flat().filter((day) => day !== undefined);
    expect(days).toHaveLength(30);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    for (const week of weeks)
      for (const [at, day] of week.entries()) if (day !== undefined) expect(weekdayOf(day)).toBe((at + firstWeekday) % 7);
  });
});
