/**
 * Decides whether a file matches a query. This is the reference reading of `q`; the SQL form must agree with it
 * (metadata-store-contract.ts).
 */
import type { FileRecord } from "../records/file-record.ts";
import { containsWord } from "./name-keys.ts";
import type { Query, TextOperator, TimeField, TimeOperator } from "./query.ts";

export function matches(query: Query, file: FileRecord): boolean {
  switch (query.kind) {
    case "and":
      return query.terms.every((term) => matches(term, file));
    case "or":
      return query.terms.some((term) => matches(term, file));
    case "not":
      return !matches(query.term, file);
    case "name":
      return compareTexts(file.name, query, containsWord);
    case "mimeType":
      return compareTexts(file.mimeType, query, (whole, part) => whole.includes(part));
    case "fullText":
      return containsWord(`${file.name} ${file.description ?? ""}`, query.value);
    case "time":
      return compareTimes(timeOf(file, query.field), query.operator, query.value);
    case "flag":
      return file[query.field] === query.value;
    case "parent":
      return file.parentId === query.id;
    case "property":
      return Object.hasOwn(file[query.field], query.key) && file[query.field][query.key] === query.value;
    case "member":
      return false;
  }
}

function compareTexts(
  text: string,
  { operator, value }: { readonly operator: TextOperator; readonly value: string },
  contains: (whole: string, part: string) => boolean,
): boolean {
  if (operator === "contains") return contains(text, value);
  return (text === value) === (operator === "=");
}

/** A file that was never viewed sorts before all viewed ones. */
function timeOf(file: FileRecord, field: TimeField): number {
  return file[field] ?? 0;
}

function compareTimes(time: number, operator: TimeOperator, value: number): boolean {
  const answers: Record<TimeOperator, boolean> = {
    "<=": time <= value,
    "<": time < value,
    "=": time === value,
    "!=": time !== value,
    ">": time > value,
    ">=": time >= value,
  };
  return answers[operator];
}
