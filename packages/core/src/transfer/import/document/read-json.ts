/** Reads values from JSON of other programs without trusting their types. Pure. */
import { type Fields, isFields, parseJson as parseText } from "../../../model/entities/parsing/record-values.ts";

export { type Fields, isFields };

/** Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  return parseText(text.replace(/^\ufeff/, ""));
}

/**
 * Parses JSON, or the part of cut-off JSON that contains whole records: the text up to the last whole object of the outermost list, with the
 * brackets closed. `value` is undefined if the text is invalid in another way.
 */
export function parseRecords(text: string): { readonly value: unknown; readonly isCut: boolean } {
  const value = parseJson(text);
  if (value !== undefined) return { value, isCut: false };
  const whole = wholeRecords(text);
  return { value: whole === undefined ? undefined : parseJson(whole), isCut: whole !== undefined };
}

/** Returns undefined if the brackets are balanced or wrong, so that the text is not cut off, or if no record is whole. */
function wholeRecords(text: string): string | undefined {
  const open: string[] = [];
  let whole: { readonly to: number; readonly depth: number; readonly ends: string } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign === "}" || sign === "]") {
      if (open.pop() !== sign) return undefined;
      const depth = open.length;
      const isRecord = sign === "}" && open.at(-1) === "]" && depth <= (whole?.depth ?? depth);
      if (isRecord) whole = { to: at + 1, depth, ends: open.toReversed().join("") };
    }
  }
  return open.length === 0 || whole === undefined ? undefined : text.slice(0, whole.to) + whole.ends;
}

/** Returns the position of the closing quote, or the end of the text. Texts of many megabytes exceed a regular expression's stack. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
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
