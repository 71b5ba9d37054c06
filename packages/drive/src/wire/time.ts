/**
 * Reads and writes RFC 3339 times. Inputs may have more digits or an offset and are kept to the millisecond; without an offset they count
 * as UTC. drive-contract §1.2.
 */
const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,18}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;
const DAY_MS = 86_400_000;

export function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns undefined if the text is not a time or names a day that does not exist. */
export function parseTime(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  // `Date.UTC` would read years below 100 as 19xx; no file is that old.
  if (year < 100 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const millis = Number((match[7] ?? "0").padEnd(3, "0").slice(0, 3));
  const offset = parseOffset(match[8]);
  if (offset === undefined) return undefined;
  return midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + millis - offset;
}

function parseOffset(text: string | undefined): number | undefined {
  if (text === undefined || text === "Z" || text === "z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  const ms = (hours * 60 + minutes) * 60_000;
  if (minutes > 59 || ms > DAY_MS) return undefined;
  return text.startsWith("-") ? -ms : ms;
}
