/** Joins what several pure steps want written into one transaction. Later rows win over earlier ones of the same key. Pure. */
import type { Writes } from "../../ports/local-store.ts";

export function joinWrites(parts: readonly Writes[]): Writes {
  const joined: Record<string, unknown> = {};
  for (const part of parts) for (const [key, value] of Object.entries(part)) joinValue(joined, key, value);
  return joined as Writes;
}

/** Lists grow in place: hundreds of steps may write into one. */
function joinValue(joined: Record<string, unknown>, key: string, value: unknown): void {
  const before = joined[key];
  if (!Array.isArray(value)) joined[key] = mergeValue(before, value);
  else if (Array.isArray(before)) for (const one of value) before.push(one);
  else joined[key] = [...value];
}

function mergeValue(before: unknown, value: unknown): unknown {
  return typeof before === "object" && before !== null && typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...before, ...value }
    : value;
}
