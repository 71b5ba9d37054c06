/** The records of an opened pack, those that are whole apart from those that this version of the app cannot read. Pure. */

import { parseEntity } from "../entities/parse-entity.ts";
import type { PackContent, PackItem } from "./pack.ts";

const MD5 = /^[0-9a-f]{32}$/;

export function splitPackRecords(records: readonly unknown[]): PackContent {
  const parsed = records.map((record) => ({ record, item: parsePackItem(record) }));
  return {
    items: parsed.flatMap(({ item }) => item ?? []),
    unread: parsed.flatMap(({ record, item }) => (item === undefined ? [record] : [])),
  };
}

function parsePackItem(value: unknown): PackItem | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { entity, md5 } = value as { readonly entity?: unknown; readonly md5?: unknown };
  if (typeof md5 !== "string" || !MD5.test(md5) || typeof entity !== "object" || entity === null) return undefined;
  const { kind, id } = entity as { readonly kind?: unknown; readonly id?: unknown };
  if ((kind !== "note" && kind !== "folder") || typeof id !== "string") return undefined;
  const parsed = parseEntity(kind, id, entity);
  return parsed === undefined ? undefined : { entity: parsed, md5 };
}
