/** One record of an opened pack, if it is whole. What is not is passed over: the file it was taken from is still there. Pure. */

import { parseEntity } from "../entities/parse-entity.ts";
import type { PackItem } from "./pack.ts";

const MD5 = /^[0-9a-f]{32}$/;

export function parsePackItem(value: unknown): PackItem | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { entity, md5 } = value as { readonly entity?: unknown; readonly md5?: unknown };
  if (typeof md5 !== "string" || !MD5.test(md5) || typeof entity !== "object" || entity === null) return undefined;
  const { kind, id } = entity as { readonly kind?: unknown; readonly id?: unknown };
  if ((kind !== "note" && kind !== "folder") || typeof id !== "string") return undefined;
  const parsed = parseEntity(kind, id, entity);
  return parsed === undefined ? undefined : { entity: parsed, md5 };
}
