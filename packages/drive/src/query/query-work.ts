/**
 * What it costs to ask whether files belong to a list, in bytes looked at: decides where a piece ends, and where a request does that would
 * take too long as a whole. Counted and never timed, so that it is the same on every machine. drive-contract §1.4.
 */
import { countCostly, countTerms, type Query } from "./query.ts";

/** Of one piece: some milliseconds. */
export const PIECE_WORK = 1024 * 1024;
/** Of one request: about a second. 20 searches look at a megabyte of texts each time they are asked for 50 kB of them. */
export const MAX_QUERY_WORK = 256 * 1024 * 1024;
/** A row, whatever it holds. */
const ROW_WORK = 512;
const TERM_WORK = 32;

/** `bytes`: all texts of a row. */
export function createRowWork(query: Query): (bytes: number) => number {
  const [costly, terms] = [Math.max(1, countCostly(query)), countTerms(query)];
  return (bytes) => (ROW_WORK + bytes) * costly + TERM_WORK * terms;
}

/** A list in an order cannot be answered in part: its first file may be the last that is looked at. */
export class QueryTooCostly extends Error {
  constructor() {
    super("too many files for a list in an order");
  }
}
