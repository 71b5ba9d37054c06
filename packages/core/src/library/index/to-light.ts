/** An entity without its text, as lists and the sync index hold it. Remembered per entity: store and library both ask. */
import { previewOf } from "../../document/html/html-text.ts";
import { noteIdsIn } from "../../document/note-links.ts";
import type { Entity, LightEntity } from "../../model/entities/entity.ts";
import type { Each, FieldsWith } from "../../model/entities/note-fields.ts";
import { NOTE } from "../../model/limits.ts";

const known = new WeakMap<Entity, LightEntity>();

export function toLight(entity: Entity): LightEntity {
  if (entity.kind === "folder") return entity;
  const remembered = known.get(entity);
  if (remembered !== undefined) return remembered;
  const { content, sealed, ...rest } = entity;
  const body: Each<FieldsWith<"index", "body">> = { content, sealed };
  const linkIds = entity.isEncrypted ? [] : noteIdsIn(content);
  const light = {
    ...rest,
    ...(linkIds.length === 0 ? {} : { linkIds }),
    contentChars: content.length + (body.sealed?.length ?? 0),
    preview: entity.isEncrypted ? "" : previewOf(content, NOTE.previewStoredChars),
  };
  known.set(entity, light);
  return light;
}
