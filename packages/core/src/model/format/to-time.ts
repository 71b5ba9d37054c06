/** Times as they are read from the device's own database: of what is stored here already nothing is refused for its date. Pure. */
import { LAST_TIME_MS } from "@satchel/contract/limits.ts";

/** The nearest moment that a calendar has a date for; the first where the value is no number. */
export function toTime(value: unknown): number {
  return typeof value === "number" && value >= 0 ? Math.min(value, LAST_TIME_MS) : 0;
}
