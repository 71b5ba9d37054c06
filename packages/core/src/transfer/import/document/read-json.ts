/** Values out of JSON that other programs wrote: nothing is taken to be what it should be. Pure. */
import { type Fields, isFields, parseJson as parseText } from "../../../model/entities/parsing/record-values.ts";

export { type Fields, isFields };

/** Undefined: no JSON. */
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
