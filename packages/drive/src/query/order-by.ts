/**
 * Parses `orderBy` and computes the sort values of a file. Ties, and lists without an order, put the newest file first. drive-contract
 * §1.4.
 */
import type { FileRecord } from "../records/file-record.ts";
import { FOLDER_MIME } from "../wire/resources.ts";
import { compareText, toNameKey, toNaturalKey } from "./name-keys.ts";

const FIELDS = [
  "createdTime",
  "folder",
  "modifiedByMeTime",
  "modifiedTime",
  "name",
  "name_natural",
  "quotaBytesUsed",
  "recency",
  "sharedWithMeTime",
  "starred",
  "viewedByMeTime",
] as const;

export type OrderField = (typeof FIELDS)[number];
export type OrderKey = { readonly field: OrderField; readonly isDescending: boolean };

/** Returns undefined if a key is unknown. Blank text means no order. */
export function parseOrderBy(source: string): readonly OrderKey[] | undefined {
  if (source.trim() === "") return [];
  const keys = source.split(",").map(parseKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseKey(source: string): OrderKey | undefined {
  const [name, direction, ...rest] = source.trim().split(/\s+/);
  const field = FIELDS.find((candidate) => candidate === name);
  const isKnown = direction === undefined || direction === "asc" || direction === "desc";
  return field === undefined || !isKnown || rest.length > 0 ? undefined : { field, isDescending: direction === "desc" };
}

/** Folders and starred files come first in ascending order, so their flags are inverted. */
function sortValue(file: FileRecord, field: OrderField): string | number {
  const values: Record<OrderField, () => string | number> = {
    createdTime: () => file.createdTime,
    folder: () => (file.mimeType === FOLDER_MIME ? 0 : 1),
    modifiedByMeTime: () => file.modifiedByMeTime,
    modifiedTime: () => file.modifiedTime,
    name: () => toNameKey(file.name),
    name_natural: () => toNaturalKey(file.name),
    quotaBytesUsed: () => file.content?.bytes ?? 0,
    recency: () => Math.max(file.modifiedTime, file.viewedByMeTime ?? 0),
    sharedWithMeTime: () => 0,
    starred: () => (file.starred ? 0 : 1),
    viewedByMeTime: () => file.viewedByMeTime ?? 0,
  };
  return values[field]();
}

/** Position of a file in a listing: its sort values, followed by its creation number. */
export function toCursor(file: FileRecord, order: readonly OrderKey[]): readonly (string | number)[] {
  return [...order.map((key) => sortValue(file, key.field)), file.madeSeq];
}

export function compareCursors(
  left: readonly (string | number)[],
  right: readonly (string | number)[],
  order: readonly OrderKey[],
): number {
  for (const [index, key] of order.entries()) {
    const difference = compareValues(left[index] ?? 0, right[index] ?? 0);
    if (difference !== 0) return key.isDescending ? -difference : difference;
  }
  return Number(right[order.length]) - Number(left[order.length]);
}

function compareValues(left: string | number, right: string | number): number {
  return typeof left === "string" || typeof right === "string" ? compareText(String(left), String(right)) : left - right;
}
