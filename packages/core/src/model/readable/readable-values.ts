/**
 * Formats dates for display, short in lists and complete on notes; never throws. The caller passes clock, locale and zone. Pure. Spec A
 * §2.9, A §2.11.
 */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";

/** Language and zone of the reader; the browser's zone if absent. */
export type DateStyle = { readonly locale: string; readonly timeZone?: string };

const DAY_MS = 86_400_000;

type DayParts = { readonly year: string; readonly month: string; readonly day: string };

/** `14:06` today, `Yesterday`, `18 Nov` this year, `18 Nov 2025` before. `labels`: words in the interface's language. */
export function formatListDate(
  atMs: number,
  nowMs: number,
  { style, labels }: { readonly style: DateStyle; readonly labels: { readonly yesterday: string } },
): string {
  const at = dayOf(atMs, style);
  const now = dayOf(nowMs, style);
  if (isSameDay(at, now)) return formatTime(atMs, style);
  if (isSameDay(at, dayOf(nowMs - DAY_MS, style))) return labels.yesterday;
  return at.year === now.year ? format(atMs, style, { day: "numeric", month: "short" }) : formatDay(atMs, style);
}

/** `today, 14:06`, `yesterday, 09:12`, else `18 Nov 2025, 14:06`. */
export function formatMoment(
  atMs: number,
  nowMs: number,
  { style, labels }: { readonly style: DateStyle; readonly labels: { readonly today: string; readonly yesterday: string } },
): string {
  const at = dayOf(atMs, style);
  const time = formatTime(atMs, style);
  if (isSameDay(at, dayOf(nowMs, style))) return `${labels.today}, ${time}`;
  if (isSameDay(at, dayOf(nowMs - DAY_MS, style))) return `${labels.yesterday}, ${time}`;
  return `${formatDay(atMs, style)}, ${time}`;
}

/** `3 Nov 2026`. */
export function formatDay(atMs: number, style: DateStyle): string {
  return format(atMs, style, { day: "numeric", month: "short", year: "numeric" });
}

/** Hour on the reader's clock, 0 to 23, for greetings. */
export function hourOf(atMs: number, style: DateStyle): number {
  return Number(format(atMs, { ...style, locale: "en-GB" }, { hour: "2-digit", hourCycle: "h23" }));
}

/** True if both are on the same calendar day of the reader. */
export function isOnSameDay(aMs: number, bMs: number, style: DateStyle): boolean {
  return isSameDay(dayOf(aMs, style), dayOf(bMs, style));
}

function formatTime(atMs: number, style: DateStyle): string {
  return format(atMs, style, { timeStyle: "short" });
}

function dayOf(atMs: number, style: DateStyle): DayParts {
  const text = format(atMs, { ...style, locale: "en-CA" }, { year: "numeric", month: "2-digit", day: "2-digit" });
  const [year = "", month = "", day = ""] = text.split("-");
  return { year, month, day };
}

function isSameDay(a: DayParts, b: DayParts): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

// Cached: creating an Intl formatter takes about 50 µs, and a list shows dozens of dates.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(atMs: number, style: DateStyle, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([style.locale, style.timeZone, options]);
  const known = formatters.get(key);
  const formatter =
    known ?? new Intl.DateTimeFormat(style.locale, style.timeZone === undefined ? options : { ...options, timeZone: style.timeZone });
  if (known === undefined) formatters.set(key, formatter);
  return formatter.format(toTime(atMs));
}

/** Value of a date field, `2026-11-20`, in the reader's zone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function toCalendarDay(atMs: number, { timeZone }: Pick<DateStyle, "timeZone">): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", ...zone }).format(atMs);
}

/** Returns the day's last millisecond in this machine's zone; undefined for an invalid day. */
export function endOfDay(day: string): number | undefined {
  const end = DAY.test(day) ? Date.parse(`${day}T23:59:59.999`) : Number.NaN;
  return Number.isNaN(end) ? undefined : end;
}

/** Returns the nearest valid time; 0 if the value is not a number. Stored values are never rejected for their date. Pure. */
export function toTime(value: unknown): number {
  return typeof value === "number" && value >= 0 ? Math.min(value, LAST_TIME_MS) : 0;
}

/** Formats seconds as minutes and seconds of a countdown. Pure. */
export function toClock(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
