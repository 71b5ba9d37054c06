/** Parses times of other programs to Unix milliseconds; undefined for invalid or impossible times. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import type { Remark } from "../model/source-item.ts";

export function parseTime(value: unknown): number | undefined {
  if (value instanceof Date) return inRange(value.getTime());
  if (typeof value === "number") return fromNumber(value);
  return typeof value === "string" ? inRange(fromText(value.trim())) : undefined;
}

/** Reads both times. A time before 1970, for which a note has no field, becomes a line and a remark. Unreadable values stay as written. */
export function readTimes(created: unknown, modified: unknown): Times {
  const lines = (
    [
      ["created", created],
      ["modified", modified],
    ] as const
  ).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value.trim() : "";
    if (text === "" || parseTime(text) !== undefined) return [];
    const ms = fromText(text);
    return [[name, ms !== undefined && Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 19) : text] as const];
  });
  return {
    createdMs: parseTime(created),
    modifiedMs: parseTime(modified),
    properties: lines,
    remarks: lines.map(([, value]) => ({ kind: "time-as-text", status: "approximated", count: 1, detail: value })),
  };
}

export type Times = {
  readonly createdMs: number | undefined;
  readonly modifiedMs: number | undefined;
  readonly properties: readonly (readonly [string, string])[];
  readonly remarks: readonly Remark[];
};

function fromText(text: string): number | undefined {
  if (/^\d{9,17}$/.test(text)) return fromNumber(Number(text));
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text);
  if (compact !== null) return Date.UTC(Number(compact[1]), Number(compact[2]) - 1, ...tail(compact));
  const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(text);
  if (local !== null) return Date.parse(`${local[1]}T${local[2] ?? "00:00"}Z`);
  return /\d{4}/.test(text) ? Date.parse(text) : undefined;
}

function tail(parts: RegExpExecArray): [number, number, number, number] {
  return [Number(parts[3]), Number(parts[4]), Number(parts[5]), Number(parts[6])];
}

/** Guesses seconds, milliseconds or microseconds by magnitude. */
function fromNumber(value: number): number | undefined {
  if (value < 1e8) return undefined;
  if (value < 1e11) return inRange(value * 1000);
  return inRange(value < 1e14 ? value : Math.round(value / 1000));
}

function inRange(ms: number | undefined): number | undefined {
  return ms !== undefined && Number.isFinite(ms) && ms > 0 && ms <= LAST_TIME_MS ? Math.round(ms) : undefined;
}
