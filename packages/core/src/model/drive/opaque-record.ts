/**
 * A record of a history pack that this version of the app cannot read: damaged, or of a newer version. It goes into the pack that replaces its own as it
 * is, so that combining packs loses nothing; only whether its note may be in the drive is judged. Decision 0034. Pure.
 */
import { isFields } from "../entities/record-values.ts";

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
