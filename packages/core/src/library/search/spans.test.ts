import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpan, SPAN_NAMES, type Span } from "./spans.ts";

/** A Wednesday. */
const NOW = new Date(2026, 8, 30, 15, 20).getTime();

/** Days of a span as `2026-01-31`, the last one included. */
function daysOf(span: Span | undefined): string | undefined {
  if (span === undefined) return undefined;
  const day = (ms: number | undefined): string => (ms === undefined ? "" : new Date(ms).toLocaleDateString("sv-SE"));
  return `${day(span.sinceMs)}..${day(span.untilMs === undefined ? undefined : span.untilMs - 1)}`;
}

describe("spans of days in search filters", () => {
  it.each([
    ["2026", "2026-01-01..2026-12-31"],
    ["2024-02", "2024-02-01..2024-02-29"],
    ["2026-01-31", "2026-01-31..2026-01-31"],
    ["today", "2026-09-30..2026-09-30"],
    ["Yesterday", "2026-09-29..2026-09-29"],
    ["this week", "2026-09-28..2026-10-04"],
    ["last-week", "2026-09-21..2026-09-27"],
    ["this-month", "2026-09-01..2026-09-30"],
    ["last month", "2026-08-01..2026-08-31"],
    ["this-year", "2026-01-01..2026-12-31"],
    ["last-year", "2025-01-01..2025-12-31"],
    ["last-7-days", "2026-09-24..2026-09-30"],
    ["last-1-day", "2026-09-30..2026-09-30"],
    ["last-2-months", "2026-08-01..2026-09-30"],
    ["2026-01..2026-03", "2026-01-01..2026-03-31"],
    ["2026-01-31..", "2026-01-31.."],
    ["..yesterday", "..2026-09-29"],
    [">2026-01-31", "2026-02-01.."],
    [">=2026-01", "2026-01-01.."],
    ["<2026", "..2025-12-31"],
    ["<= last-week", "..2026-09-27"],
  ])("reads %s as %s", (text, days) => {
    expect(daysOf(readSpan(text, NOW))).toBe(days);
  });

  it.each(["", "..", "2026-13", "2026-02-30", "last", "next-week", "26", "2026-1", "yesterday..someday", ">", ">>2026"])(
    "rejects %j",
    (text) => {
      expect(readSpan(text, NOW)).toBeUndefined();
    },
  );

  it("contains the present in every named span that has not ended", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(1971, 0), max: new Date(2090, 0), noInvalidDate: true }), (date) => {
        for (const name of SPAN_NAMES) {
          const { sinceMs = 0, untilMs = 0 } = readSpan(name, date.getTime()) as Span;
          expect(sinceMs).toBeLessThan(untilMs);
          const isPast = name === "yesterday" || /^last-[a-z]/.test(name);
          expect(isPast ? untilMs <= date.getTime() : sinceMs <= date.getTime() && date.getTime() < untilMs).toBe(true);
        }
      }),
    );
  });
});
