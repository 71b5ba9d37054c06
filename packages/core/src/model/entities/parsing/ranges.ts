/** Ranges of a record's values, for every edge that reads one. Values beyond cannot be shown, sorted or counted. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import type { VersionVector } from "../version-vector.ts";

/** Times: a calendar's last date; the year 9999 for others' claims, so that later edits fit. Texts: space for title suffixes. */
export const RANGE = {
  maxTimeMs: LAST_TIME_MS,
  maxForeignTimeMs: 253_402_300_799_999,
  maxOrder: 1_000_000_000,
  maxCounter: 281_474_976_710_655,
  maxDots: 10_000,
  maxDepth: 32,
  maxNameChars: 10_000,
  /** As much as one envelope holds. */
  maxTextChars: 67_108_864,
  maxItems: 100_000,
} as const;

const DEVICE = /^[A-Za-z0-9_-]{1,40}$/;

/** Milliseconds since 1970 that a calendar has a date for. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= RANGE.maxTimeMs;
}

/** A time that others claim: none of our own edits, each later than the one before, ever leaves the calendar from there. */
export function isForeignTime(value: unknown): value is number {
  return isTime(value) && value <= RANGE.maxForeignTimeMs;
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Position of a folder among others. */
export function isOrder(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= RANGE.maxOrder;
}

/** Device names become keys of objects: one that every object has already is none. */
export function isVector(value: unknown): value is VersionVector {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const dots = Object.entries(value);
  return dots.length <= RANGE.maxDots && dots.every(([device, counter]) => isDeviceName(device) && isCounter(counter));
}

function isDeviceName(name: string): boolean {
  return DEVICE.test(name) && !(name in Object.prototype);
}

/** Well below the largest whole number, so that counting on never leaves the whole numbers. */
function isCounter(value: unknown): boolean {
  return isCount(value) && value <= RANGE.maxCounter;
}

export function isTextUpTo(value: unknown, maxChars: number): value is string {
  return typeof value === "string" && value.length <= maxChars;
}
