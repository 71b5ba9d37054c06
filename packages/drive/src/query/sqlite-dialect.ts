/** The SQLite dialect. `contains_word` is a custom function that the store registers. */
import type { Dialect } from "./query-sql.ts";

export const SQLITE: Dialect = {
  nameContains: (search) => ({ text: "contains_word(name, ?)", values: [search] }),
  fullTextContains: (search) => ({ text: "contains_word(name || ' ' || coalesce(description, ''), ?)", values: [search] }),
  mimeTypeContains: (part) => ({ text: "instr(mime_type, ?) > 0", values: [part] }),
  hasProperty: (field, key, value) => ({
    text: `EXISTS (SELECT 1 FROM json_each(${field === "appProperties" ? "app_properties" : "properties"}) AS pair WHERE pair.key = ? AND pair.value = ?)`,
    values: [key, value],
  }),
};
