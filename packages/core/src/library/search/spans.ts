/**
 * Spans of days in search filters: `2026`, `2026-01`, `2026-01-31`, `today`, `last-week`, `last-7-days`, `2026-01..2026-03`, `>2026-01-31`.
 * Days are those of the user's time zone, and weeks begin on Monday. Pure.
 */

/** From `sinceMs` to before `untilMs`; undefined where it has no end. */
export type Span = { readonly sinceMs: number | undefined; readonly untilMs: number | undefined };
type Period = { readonly sinceMs: number; readonly untilMs: number };

/** Spans by name, for completion. Spaces may stand for the hyphens. */
export const SPAN_NAMES = [
  "today",
  "yesterday",
  "this-week",
  "last-week",
  "this-month",
  "last-month",
  "this-year",
  "last-year",
  "last-7-days",
  "last-30-days",
] as const;

const RELATIVE = /^(this|last)-(week|month|year)$/;
const RECENT = /^last-(\d{1,4})-(day|week|month|year)s?$/;
const CALENDAR = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const COMPARED = /^(>=|<=|>|<)(.+)$/;
const RANGE = /^(.*?)\.\.(.*)$/;

type Unit = "day" | "week" | "month" | "year";

/** Returns undefined if the text names no span. */
export function readSpan(text: string, nowMs: number): Span | undefined {
  const written = text.trim().toLowerCase().replace(/\s+/g, "-");
  const range = RANGE.exec(written);
  if (range !== null) return readRange(range[1] as string, range[2] as string, nowMs);
  const compared = COMPARED.exec(written);
  const period = readPeriod(compared?.[2]?.replace(/^-/, "") ?? written, nowMs);
  if (period === undefined || compared === null) return period;
  const { sinceMs, untilMs } = period;
  if (compared[1] === ">") return { sinceMs: untilMs, untilMs: undefined };
  if (compared[1] === ">=") return { sinceMs, untilMs: undefined };
  return { sinceMs: undefined, untilMs: compared[1] === "<" ? sinceMs : untilMs };
}

/** One side may be empty. */
function readRange(first: string, last: string, nowMs: number): Span | undefined {
  const [from, to] = [readPeriod(first, nowMs), readPeriod(last, nowMs)];
  const isWrong = (first !== "" && from === undefined) || (last !== "" && to === undefined) || (from === undefined && to === undefined);
  return isWrong ? undefined : { sinceMs: from?.sinceMs, untilMs: to?.untilMs };
}

function readPeriod(written: string, nowMs: number): Period | undefined {
  if (written === "today") return periodOf("day", nowMs, [0, 0]);
  if (written === "yesterday") return periodOf("day", nowMs, [-1, -1]);
  const relative = RELATIVE.exec(written);
  const back = relative?.[1] === "last" ? -1 : 0;
  if (relative !== null) return periodOf(relative[2] as Unit, nowMs, [back, back]);
  const recent = RECENT.exec(written);
  // Seven days end with today, and the first of them is six days ago.
  if (recent !== null) return periodOf(recent[2] as Unit, nowMs, [1 - Number(recent[1]), 0]);
  return readCalendar(written);
}

/** The units from `first` to `last`, counted from the one with `nowMs`, which is 0. */
function periodOf(unit: Unit, nowMs: number, [first, last]: readonly [number, number]): Period {
  const now = new Date(nowMs);
  const startOf = (steps: number): number => {
    if (unit === "year") return new Date(now.getFullYear() + steps, 0, 1).getTime();
    if (unit === "month") return new Date(now.getFullYear(), now.getMonth() + steps, 1).getTime();
    const monday = unit === "week" ? (now.getDay() + 6) % 7 : 0;
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - monday + steps * (unit === "week" ? 7 : 1)).getTime();
  };
  return { sinceMs: startOf(first), untilMs: startOf(last + 1) };
}

function readCalendar(written: string): Period | undefined {
  const parts = CALENDAR.exec(written);
  if (parts === null) return undefined;
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const start = new Date(year as number, (month ?? 1) - 1, day ?? 1);
  if (start.getFullYear() !== year || start.getMonth() !== (month ?? 1) - 1) return undefined;
  return periodOf(day !== undefined ? "day" : month !== undefined ? "month" : "year", start.getTime(), [0, 0]);
}
