/** An unreadable record of a history pack, damaged or newer; combined packs carry it unchanged. Decision 0034. Pure. */
import { isFields } from "../entities/parsing/record-values.ts";

export type OpaqueRecord = {
  /** Undefined where it does not say. */
  readonly noteId?: string;
  /** Something in it is not sealed for the Sensitive folder. */
  readonly isInClear: boolean;
  readonly record: unknown;
};

export function toOpaque(record: unknown): OpaqueRecord {
  const entity = isFields(record) && isFields(record.entity) ? record.entity : {};
  const isInClear = typeof entity.sealed !== "string" || showsText(record);
  return { isInClear, record, ...(typeof entity.id === "string" ? { noteId: entity.id } : {}) };
}

/** Where a note and what differs from one have words of the user's. */
const TEXTS: ReadonlySet<string> = new Set(["title", "content", "edits"]);

function showsText(record: unknown): boolean {
  let isShown = false;
  JSON.stringify(record, (name, value: unknown) => {
    if (TEXTS.has(name) && (typeof value === "string" || Array.isArray(value)) && value.length > 0) isShown = true;
    return value;
  });
  return isShown;
}
