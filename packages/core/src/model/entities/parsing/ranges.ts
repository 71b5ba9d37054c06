/** Ranges of a record's values, checked wherever a record is read. Values beyond them cannot be shown, sorted or counted. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";
import type { VersionVector } from "../version-vector.ts";

/**
 * Times: up to the last date of a calendar; foreign times up to the year 9999, so that later edits fit. Texts: leave space for title
 * suffixes.
 */
export const RANGE = {
  maxTimeMs: LAST_TIME_MS,
  maxForeignTimeMs: 253_402_300_799_999,
  maxOrder: 1_000_000_000,
  maxCounter: 281_474_976_710_655,
  maxDots: 10_000,
  maxDepth: 32,
  maxNameChars: 10_000,
  /** Capacity of one envelope. */
  maxTextChars: 67_108_864,
  maxItems: 100_000,
} as const;

const DEVICE = /^[A-Za-z0-9_-]{1,40}$/;

/** Unix milliseconds with a valid calendar date. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= RANGE.maxTimeMs;
}

/** A time claimed by others. The limit leaves space for our later edits, each of which gets a later time. */
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

/** Device names become object keys, so names of built-in properties are rejected. */
export function isVector(value: unknown): value is VersionVector {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const dots = Object.entries(value);
  return dots.length <= RANGE.maxDots && dots.every(([device, counter]) => isDeviceName(device) && isCounter(counter));
}

function isDeviceName(name: string): boolean {
  return DEVICE.test(name) && !(name in Object.prototype);
}

/** Far below the largest safe integer, so that counting never leaves the integers. */
function isCounter(value: unknown): boolean {
  return isCount(value) && value <= RANGE.maxCounter;
}

export function isTextUpTo(value: unknown, maxChars: number): value is string {
  return typeof value === "string" && value.length <= maxChars;
}
