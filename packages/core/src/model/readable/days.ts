/** Calendar days as text, `2026-11-29`, without a time or a zone. Pure. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/** True for a day that the calendar has. */
export function isDay(text: string): boolean {
  const date = new Date(utcOf(text));
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function addDays(day: string, count: number): string {
  return toText(utcOf(day) + count * DAY_MS);
}

/** Number of the weekday, 0 for Monday. */
export function weekdayOf(day: string): number {
  return (new Date(utcOf(day)).getUTCDay() + 6) % 7;
}

/** First day of the month that is `count` months after that of `day`. */
export function monthOf(day: string, count = 0): string {
  const date = new Date(utcOf(day));
  return toText(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
}

/** Days of a month in whole weeks: those of other months are undefined. `firstWeekday`: 0 for Monday. */
export function weeksOf(month: string, firstWeekday: number): readonly (readonly (string | undefined)[])[] {
  const first = monthOf(month);
  const lead = (weekdayOf(first) - firstWeekday + 7) % 7;
  const count = Math.round((utcOf(monthOf(first, 1)) - utcOf(first)) / DAY_MS);
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_each, at) => {
      const number = week * 7 + at - lead;
      return number < 0 || number >= count ? undefined : addDays(first, number);
    }),
  );
}

/** Noon of the day in this machine's zone, which has the same date in it whatever the time of the year. */
export function noonOf(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

function utcOf(day: string): number {
  const [, year = "", month = "", date = ""] = DAY.exec(day) ?? [];
  return year === "" ? Number.NaN : Date.UTC(Number(year), Number(month) - 1, Number(date));
}

function toText(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
