/** What PostgreSQL says in its own way. It cannot call us, so words and properties are in columns of their own, ready to be compared. */
import type { Properties } from "../wire/resources.ts";
import { toWords } from "./name-keys.ts";
import type { Dialect } from "./query-sql.ts";

export const POSTGRES: Dialect = {
  nameContains: (search) => ({ text: "strpos(name_words, ?) > 0", values: [toWords(search)] }),
  fullTextContains: (search) => ({ text: "strpos(all_words, ?) > 0", values: [toWords(search)] }),
  mimeTypeContains: (part) => ({ text: "strpos(mime_type, ?) > 0", values: [part] }),
  hasProperty: (field, key, value) => ({
    text: `? = ANY(${field === "appProperties" ? "app_pairs" : "pairs"})`,
    values: [toPair(key, value)],
  }),
};

/** One text for each pair. */
export function toPairs(properties: Properties): readonly string[] {
  return Object.entries(properties).map(([key, value]) => toPair(key, value));
}

function toPair(key: string, value: string): string {
  return JSON.stringify([key, value]);
}
