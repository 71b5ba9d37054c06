/** Reads values from JSON of other programs without trusting their types. Pure. */
import { type Fields, isFields, parseJson as parseText } from "../../../model/entities/parsing/record-values.ts";

export { type Fields, isFields };

/** Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  return parseText(text.replace(/^\ufeff/, ""));
}

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

export function fieldsIn(fields: Fields, name: string): readonly Fields[] {
  return listIn(fields, name).filter(isFields);
}
