/** Plans the user's edits of folders. sync.md §7.1: a delete is a tombstone. Pure. */

import { nextStamp, stampDelete, stampEdit } from "../../merge/stamp.ts";
import type { FolderEntity } from "../../model/entities/entity.ts";
import { storedName } from "../../model/entities/folder.ts";
import type { Writes, WritingMeta } from "../../ports/device/local-store.ts";
import type { FolderValues } from "./check-folder.ts";

export type FolderChange = { readonly writes: Writes; readonly folder: FolderEntity };

export function planFolder(
  values: Omit<FolderEntity, "kind" | "vv" | "alive" | "createdAt" | "mtime" | "mergedInto">,
  meta: WritingMeta,
  nowMs: number,
): FolderChange {
  const blank: FolderEntity = { ...values, kind: "folder", vv: {}, alive: {}, createdAt: nowMs, mtime: nowMs, mergedInto: null };
  return toChange(stampEdit(blank, undefined, nextStamp(meta, nowMs)), meta);
}

export function planFolderEdit(
  current: FolderEntity,
  values: FolderValues,
  { meta, nowMs }: { readonly meta: WritingMeta; readonly nowMs: number },
): FolderChange {
  const { description, color } = values;
  const named = { ...current, ...storedName(values.name.trim(), current.parent), description, color };
  return toChange(stampEdit(named, current, nextStamp(meta, nowMs)), meta);
}

export function planFolderDelete(current: FolderEntity, meta: WritingMeta, nowMs: number): FolderChange {
  return toChange(stampDelete(current, nextStamp(meta, nowMs)), meta);
}

export function toChange(folder: FolderEntity, meta: WritingMeta): FolderChange {
  return { writes: { entities: [folder], meta: { ctr: meta.ctr + 1 } }, folder };
}
