/** Formats a moment by a pattern such as `YYYY-MM-DD` or `dddd, D MMMM`, as Moment and Day.js do. Pure. Decision 0059. */
import type { DateStyle } from "../../model/readable/readable-values.ts";

const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|WW|W|HH|H|hh|h|mm|m|ss|s|A|a/g;

/** Time that a pattern shows, in the reader's zone. */
type Parts = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>>;

export function formatPattern(atMs: number, pattern: string, style: DateStyle): string {
  const parts = partsOf(atMs, style);
  return pattern.replace(TOKEN, (token, literal: string | undefined) => literal ?? formatToken(token, { atMs, parts, style }));
}

type Moment = { readonly atMs: number; readonly parts: Parts; readonly style: DateStyle };

function formatToken(token: string, { atMs, parts, style }: Moment): string {
  const { year, month, day, hour, minute, second } = parts;
  const named = (options: Intl.DateTimeFormatOptions): string => format(atMs, style, options);
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  const values: Readonly<Record<string, number>> = {
    M: month,
    D: day,
    W: weekOf(parts),
    H: hour,
    h: hour12,
    m: minute,
    s: second,
  };
  if (token === "YYYY") return String(year).padStart(4, "0");
  if (token === "YY") return pad(year % 100);
  if (token === "MMMM" || token === "MMM") return named({ month: token === "MMMM" ? "long" : "short" });
  if (token === "dddd" || token === "ddd") return named({ weekday: token === "dddd" ? "long" : "short" });
  if (token === "A") return hour < 12 ? "AM" : "PM";
  if (token === "a") return hour < 12 ? "am" : "pm";
  const value = values[token.charAt(0)] ?? 0;
  return token.length === 2 ? pad(value) : String(value);
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function format(atMs: number, { locale, timeZone }: DateStyle, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone }).format(atMs);
}

function partsOf(atMs: number, { timeZone }: DateStyle): Parts {
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  const style = { ...numeric, hourCycle: "h23", calendar: "gregory", ...(timeZone === undefined ? {} : { timeZone }) } as const;
  const found = new Intl.DateTimeFormat("en-US", style).formatToParts(atMs);
  const numberOf = (type: keyof Parts): number => Number(found.find((part) => part.type === type)?.value ?? 0);
  return {
    year: numberOf("year"),
    month: numberOf("month"),
    day: numberOf("day"),
    hour: numberOf("hour"),
    minute: numberOf("minute"),
    second: numberOf("second"),
  };
}

const DAY_MS = 86_400_000;

/** Number of the week by ISO 8601: weeks begin on Monday, and the first one has the year's first Thursday. */
function weekOf({ year, month, day }: Parts): number {
  const date = Date.UTC(year, month - 1, day);
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  const thursday = date + (3 - weekday) * DAY_MS;
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - newYear) / DAY_MS / 7) + 1;
}
