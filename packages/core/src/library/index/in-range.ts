/**
 * What the device holds already, from its own database or another tab: an earlier version may have let in values that nothing can show. Nothing is
 * refused here, since it may be the only copy: the value is replaced by the nearest one that can be shown. What comes from outside is refused
 * (model/entities/ranges.ts). Pure.
 */

import type { LightEntity } from "../../model/entities/entity.ts";
import { toTime } from "../../model/format/to-time.ts";

/** The same object where nothing is amiss, as with nearly all of a library. */
export function inRange(entity: LightEntity): LightEntity {
  const { createdAt, mtime } = entity;
  const hasTimes = toTime(createdAt) === createdAt && toTime(mtime) === mtime;
  if (entity.kind === "folder") {
    return hasTimes && isText(entity.name) ? entity : { ...entity, ...times(entity), name: toText(entity.name) };
  }
  const { title, preview, attachments, attIds } = entity;
  if (hasTimes && isText(title) && isText(preview) && Array.isArray(attachments) && Array.isArray(attIds)) return entity;
  return {
    ...entity,
    ...times(entity),
    title: toText(title),
    preview: toText(preview),
    attachments: toList(attachments),
    attIds: toList(attIds),
  };
}

function times({ createdAt, mtime }: LightEntity) {
  return { createdAt: toTime(createdAt), mtime: toTime(mtime) };
}

const isText = (value: unknown): value is string => typeof value === "string";
const toText = (value: unknown): string => (isText(value) ? value : "");
const toList = <Item>(value: readonly Item[]): readonly Item[] => (Array.isArray(value) ? value : []);
