import { describe, expect, it } from "vitest";
import { suggestDays } from "./day-words.ts";

/** A Sunday. */
const TODAY = "2026-11-29";
const first = (typed: string) => suggestDays(typed, TODAY)[0];

describe("decision 0060 days in typed words", () => {
  it.each([
    ["today", "2026-11-29"],
    ["tod", "2026-11-29"],
    ["Tomorrow", "2026-11-30"],
    ["yes", "2026-11-28"],
    ["fri", "2026-12-04"],
    ["sunday", "2026-12-06"],
    ["next fri", "2026-12-04"],
    ["next sun", "2026-12-06"],
    ["last fri", "2026-11-20"],
    ["next week", "2026-11-30"],
    ["next month", "2026-12-01"],
    ["in 3 days", "2026-12-02"],
    ["in 2 weeks", "2026-12-13"],
    ["2027-01-31", "2027-01-31"],
    ["4 dec", "2026-12-04"],
    ["dec 4", "2026-12-04"],
    ["December 4th, 2027", "2027-12-04"],
    ["29 feb 2028", "2028-02-29"],
  ])("reads %j as %s", (typed, day) => {
    expect(first(typed)?.day).toBe(day);
  });

  it.each(["ada", "today or", "29 feb", "2026-02-30", "in 3", "in 99999 days", "4 de", "31 june", "next", "4 dec 27 x"])(
    "takes no written date from %j",
    (typed) => {
      expect(suggestDays(typed, TODAY).every(({ words }) => words !== undefined && typed === "next")).toBe(true);
    },
  );
});
