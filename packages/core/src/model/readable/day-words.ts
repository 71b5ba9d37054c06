/** Reads days from typed words: `today`, `next fri`, `4 dec`, `in 2 weeks`, `2026-12-04`, and their beginnings. English, as the interface. Pure. */
import { addDays, isDay, monthOf, weekdayOf } from "./days.ts";

/** `words`: the whole phrase; undefined for a written date. */
export type SuggestedDay = { readonly day: string; readonly words: string | undefined };

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const MOST_AHEAD = 9_999;

/** Days whose words begin with the typed ones, the likeliest first. */
export function suggestDays(typed: string, today: string): readonly SuggestedDay[] {
  const words = typed.toLowerCase().trim().split(/\s+/);
  const written = readWritten(words, today);
  if (written !== undefined) return [{ day: written, words: undefined }];
  return phrases(today).filter((each) => begins(each.words ?? "", words));
}

function begins(phrase: string, typed: readonly string[]): boolean {
  const words = phrase.split(" ");
  return typed.every((word, at) => words[at]?.startsWith(word) === true);
}

function phrases(today: string): readonly SuggestedDay[] {
  const monday = addDays(today, -weekdayOf(today));
  return [
    { words: "today", day: today },
    { words: "tomorrow", day: addDays(today, 1) },
    { words: "yesterday", day: addDays(today, -1) },
    { words: "next week", day: addDays(monday, 7) },
    { words: "next month", day: monthOf(today, 1) },
    // The first such day after today.
    ...WEEKDAYS.map((words, at) => ({ words, day: addDays(today, ((at - weekdayOf(today) + 6) % 7) + 1) })),
    ...WEEKDAYS.map((name, at) => ({ words: `next ${name}`, day: addDays(monday, 7 + at) })),
    ...WEEKDAYS.map((name, at) => ({ words: `last ${name}`, day: addDays(monday, at - 7) })),
  ];
}

function readWritten(words: readonly string[], today: string): string | undefined {
  const [first = "", second = "", third = ""] = words;
  if (words.length === 1) return isDay(first) ? first : undefined;
  if (words.length === 3 && first === "in" && /^\d{1,4}$/.test(second)) return ahead(Number(second), third, today);
  const [date, month] = /^\d/.test(first) ? [first, second] : [second, first];
  const number = /^(\d{1,2})(?:st|nd|rd|th)?,?$/.exec(date)?.[1];
  const at = MONTHS.findIndex((name) => month.length >= 3 && name.startsWith(month.replace(/,$/, "")));
  if (number === undefined || at === -1 || words.length > 3 || !/^(?:\d{4})?$/.test(third)) return undefined;
  const day = `${third === "" ? today.slice(0, 4) : third}-${String(at + 1).padStart(2, "0")}-${number.padStart(2, "0")}`;
  return isDay(day) ? day : undefined;
}

function ahead(count: number, unit: string, today: string): string | undefined {
  if (count > MOST_AHEAD || unit.length < 3) return undefined;
  if ("days".startsWith(unit)) return addDays(today, count);
  if ("weeks".startsWith(unit)) return addDays(today, count * 7);
  return undefined;
}
