/** Days as a field for dates has them, `2026-11-20`, in the zone of the reader. */
import type { DateStyle } from "./dates.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function toCalendarDay(atMs: number, { timeZone }: Pick<DateStyle, "timeZone">): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", ...zone }).format(atMs);
}

/** Its last millisecond in the zone of this machine; undefined: no such day. */
export function endOfDay(day: string): number | undefined {
  const end = DAY.test(day) ? Date.parse(`${day}T23:59:59.999`) : Number.NaN;
  return Number.isNaN(end) ? undefined : end;
}
