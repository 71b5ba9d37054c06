/** Times as other programs write them, in milliseconds since 1970; undefined for what is none, or is where no calendar does. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";

export function parseTime(value: unknown): number | undefined {
  if (value instanceof Date) return inRange(value.getTime());
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{9,17}$/.test(text)) return fromNumber(Number(text));
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text);
  if (compact !== null) return inRange(Date.UTC(Number(compact[1]), Number(compact[2]) - 1, ...tail(compact)));
  const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(text);
  if (local !== null) return inRange(Date.parse(`${local[1]}T${local[2] ?? "00:00"}Z`));
  return /\d{4}/.test(text) ? inRange(Date.parse(text)) : undefined;
}

function tail(parts: RegExpExecArray): [number, number, number, number] {
  return [Number(parts[3]), Number(parts[4]), Number(parts[5]), Number(parts[6])];
}

/** Seconds, milliseconds or microseconds: by their size. */
function fromNumber(value: number): number | undefined {
  if (value < 1e8) return undefined;
  if (value < 1e11) return inRange(value * 1000);
  return inRange(value < 1e14 ? value : Math.round(value / 1000));
}

function inRange(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 && ms <= LAST_TIME_MS ? Math.round(ms) : undefined;
}
