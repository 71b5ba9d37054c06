/**
 * Converts a query and an order to SQL over the table of files. Values are always bound, never written into the text. A `Dialect` covers
 * the differences between databases.
 */
import { FOLDER_MIME } from "../wire/resources.ts";
import type { OrderField, OrderKey } from "./order-by.ts";
import type { Query, TimeField } from "./query.ts";

export type SqlValue = string | number;
export type Sql = { readonly text: string; readonly values: readonly SqlValue[] };

export type Dialect = {
  readonly nameContains: (search: string) => Sql;
  readonly fullTextContains: (search: string) => Sql;
  readonly mimeTypeContains: (part: string) => Sql;
  readonly hasProperty: (field: "appProperties" | "properties", key: string, value: string) => Sql;
};

const TIME_COLUMNS: Record<TimeField, string> = {
  modifiedTime: "modified_time",
  createdTime: "created_time",
  viewedByMeTime: "coalesce(viewed_time, 0)",
};

const ORDER_COLUMNS: Record<OrderField, string> = {
  createdTime: "created_time",
  folder: `(CASE mime_type WHEN '${FOLDER_MIME}' THEN 0 ELSE 1 END)`,
  modifiedByMeTime: "modified_by_me_time",
  modifiedTime: "modified_time",
  name: "name_key",
  name_natural: "natural_key",
  quotaBytesUsed: "coalesce(bytes, 0)",
  recency: "(CASE WHEN viewed_time > modified_time THEN viewed_time ELSE modified_time END)",
  sharedWithMeTime: "(0 + 0)",
  starred: "(1 - starred)",
  viewedByMeTime: "coalesce(viewed_time, 0)",
};

export function toCondition(query: Query, dialect: Dialect): Sql {
  const toTerms = (terms: readonly Query[]) => terms.map((term) => toCondition(term, dialect));
  switch (query.kind) {
    case "and":
      return join(toTerms(query.terms), "AND", "1 = 1");
    case "or":
      return join(toTerms(query.terms), "OR", "1 = 0");
    case "not":
      return wrap("NOT (", toCondition(query.term, dialect), ")");
    case "name":
      return query.operator === "contains"
        ? dialect.nameContains(query.value)
        : { text: `name ${sqlOperator(query.operator)} ?`, values: [query.value] };
    case "mimeType":
      return query.operator === "contains"
        ? dialect.mimeTypeContains(query.value)
        : { text: `mime_type ${sqlOperator(query.operator)} ?`, values: [query.value] };
    case "fullText":
      return dialect.fullTextContains(query.value);
    case "time":
      return { text: `${TIME_COLUMNS[query.field]} ${sqlOperator(query.operator)} ?`, values: [query.value] };
    case "flag":
      return { text: `${query.field} = ?`, values: [query.value ? 1 : 0] };
    case "parent":
      return { text: "parent_id = ?", values: [query.id] };
    case "property":
      return dialect.hasProperty(query.field, query.key, query.value);
    case "member":
      return { text: "1 = 0", values: [] };
  }
}

/** `ORDER BY` columns, ending with the newest file first. */
export function toOrder(order: readonly OrderKey[]): string {
  return [...order.map((key) => `${ORDER_COLUMNS[key.field]} ${key.isDescending ? "DESC" : "ASC"}`), "made_seq DESC"].join(", ");
}

/** Columns of the sort values of a file, followed by its creation number; see `ListCursor`. */
export function toOrderColumns(order: readonly OrderKey[]): readonly string[] {
  return [...order.map((key) => ORDER_COLUMNS[key.field]), "made_seq"];
}

/**
 * Condition for the rows after a cursor: `a >= x AND (a > x OR (a = x AND …))`. The redundant first term lets the database use an index on
 * `a`.
 */
export function toBehind(order: readonly OrderKey[], cursor: readonly SqlValue[]): Sql {
  let behind: Sql = { text: "made_seq < ?", values: [cursor[order.length] ?? 0] };
  for (const [index, key] of [...order.entries()].reverse()) {
    const column = ORDER_COLUMNS[key.field];
    const value = cursor[index] ?? 0;
    const sign = key.isDescending ? "<" : ">";
    behind = {
      text: `(${column} ${sign}= ? AND (${column} ${sign} ? OR (${column} = ? AND ${behind.text})))`,
      values: [value, value, value, ...behind.values],
    };
  }
  return behind;
}

function sqlOperator(operator: string): string {
  return operator === "!=" ? "<>" : operator;
}

function join(parts: readonly Sql[], joint: string, whenEmpty: string): Sql {
  if (parts.length === 0) return { text: whenEmpty, values: [] };
  return { text: parts.map((part) => `(${part.text})`).join(` ${joint} `), values: parts.flatMap((part) => part.values) };
}

function wrap(before: string, inner: Sql, after: string): Sql {
  return { text: before + inner.text + after, values: inner.values };
}
