/** Plans a new folder. Pure. */

import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { FolderEntity } from "../../model/entities/entity.ts";
import type { Writes, WritingMeta } from "../../ports/device/local-store.ts";

export type FolderChange = { readonly writes: Writes; readonly folder: FolderEntity };

export function planFolder(
  values: Omit<FolderEntity, "kind" | "vv" | "alive" | "createdAt" | "mtime" | "mergedInto">,
  meta: WritingMeta,
  nowMs: number,
): FolderChange {
  const blank: FolderEntity = { ...values, kind: "folder", vv: {}, alive: {}, createdAt: nowMs, mtime: nowMs, mergedInto: null };
  return toChange(stampEdit(blank, undefined, nextStamp(meta, nowMs)), meta);
}

export function toChange(folder: FolderEntity, meta: WritingMeta): FolderChange {
  return { writes: { entities: [folder], meta: { ctr: meta.ctr + 1 } }, folder };
}
