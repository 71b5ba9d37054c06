/** The search terms of `q` as a tree. parse-query.ts parses it; match-query.ts and query-sql.ts evaluate it. drive-contract §1.5. */
export type TextOperator = "contains" | "=" | "!=";
export type TimeOperator = "<=" | "<" | "=" | "!=" | ">" | ">=";
export type TimeField = "modifiedTime" | "createdTime" | "viewedByMeTime";
export type FlagField = "trashed" | "starred";
export type PropertyField = "appProperties" | "properties";

export type Query =
  | { readonly kind: "and" | "or"; readonly terms: readonly Query[] }
  | { readonly kind: "not"; readonly term: Query }
  | { readonly kind: "name" | "mimeType"; readonly operator: TextOperator; readonly value: string }
  | { readonly kind: "fullText"; readonly value: string }
  | { readonly kind: "time"; readonly field: TimeField; readonly operator: TimeOperator; readonly value: number }
  | { readonly kind: "flag"; readonly field: FlagField; readonly value: boolean }
  | { readonly kind: "parent"; readonly id: string }
  | { readonly kind: "member"; readonly email: string }
  | { readonly kind: "property"; readonly field: PropertyField; readonly key: string; readonly value: string };

/** An empty `and` matches every file, an empty `or` none. */
export const EVERY_FILE: Query = { kind: "and", terms: [] };
export const NO_FILE: Query = { kind: "or", terms: [] };

/** Replaces the leaves, for example aliases of folders or of the user. */
export function mapLeaves(query: Query, change: (leaf: Query) => Query): Query {
  if (query.kind === "and" || query.kind === "or") return { kind: query.kind, terms: query.terms.map((term) => mapLeaves(term, change)) };
  if (query.kind === "not") return { kind: "not", term: mapLeaves(query.term, change) };
  return change(query);
}

/** Counts terms that have no index and cost more than a comparison: they read every file, and fold its text or parse its properties. */
export function countCostly(query: Query): number {
  if (query.kind === "and" || query.kind === "or") return query.terms.reduce((sum, term) => sum + countCostly(term), 0);
  if (query.kind === "not") return countCostly(query.term);
  const isSearch = (query.kind === "name" || query.kind === "mimeType") && query.operator === "contains";
  return isSearch || query.kind === "fullText" || query.kind === "property" ? 1 : 0;
}

function countTerms(query: Query): number {
  if (query.kind === "and" || query.kind === "or") return query.terms.reduce((sum, term) => sum + countTerms(term), 0);
  return query.kind === "not" ? countTerms(query.term) : 1;
}

/** Maximum work of one piece, in bytes read. Bytes, not time, so that the limit is the same on every machine. drive-contract §1.4. */
export const PIECE_WORK = 1024 * 1024;
/** Maximum work of one request, in bytes; about a second. A query of 50 kB with 20 text terms reads a megabyte of texts this often. */
export const MAX_QUERY_WORK = 256 * 1024 * 1024;
/** Fixed work per row, in bytes, independent of its content. */
const ROW_WORK = 512;
const TERM_WORK = 32;

/** `bytes` is the size of all texts of a row. */
export function createRowWork(query: Query): (bytes: number) => number {
  const [costly, terms] = [Math.max(1, countCostly(query)), countTerms(query)];
  return (bytes) => (ROW_WORK + bytes) * costly + TERM_WORK * terms;
}

/** A sorted list cannot be returned in parts, because its first file may be the last one read. */
export class QueryTooCostly extends Error {
  constructor() {
    super("too many files for a list in an order");
  }
}
