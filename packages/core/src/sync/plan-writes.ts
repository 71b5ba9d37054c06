/** Joins what several pure steps want written into one transaction. Later rows win over earlier ones of the same key. Pure. */
import type { Writes } from "../ports/local-store.ts";

export function joinWrites(parts: readonly Writes[]): Writes {
  const joined: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const before = joined[key];
      joined[key] = Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : mergeValue(before, value);
    }
  }
  return joined as Writes;
}

function mergeValue(before: unknown, value: unknown): unknown {
  return typeof before === "object" && before !== null && typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...before, ...value }
    : value;
}
