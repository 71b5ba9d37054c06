/** Validators for the values of a record. Whole records: parse-entity.ts. Pure. */
import { isCount, isTextUpTo, RANGE } from "./ranges.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isAttachment(value: unknown): boolean {
  return (
    isFields(value) &&
    [value.id, value.fileName, value.mimeType].every((text) => isTextUpTo(text, RANGE.maxNameChars)) &&
    isCount(value.sizeBytes)
  );
}

export function areTexts(...values: readonly unknown[]): boolean {
  return values.every(isText);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

export function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= RANGE.maxItems && value.every(isItem);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Removes fields that are undefined. */
export function withoutAbsent(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns undefined for invalid JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
