/** A note as it is sent: with the versions that this device keeps of it. sync.md §13. */
import { withHistory } from "../../library/history/embedded-history.ts";
import { type Entity, isPurged } from "../../model/entities/entity.ts";
import type { CycleDeps } from "./cycle-types.ts";

/** Versions that cannot be read now stay where they are, and the note is sent without them. */
export async function embedHistory({ library }: Pick<CycleDeps, "library">, entity: Entity): Promise<Entity> {
  if (entity.kind !== "note" || isPurged(entity)) return entity;
  const versions = await library.store.readVersions(entity.id);
  return versions.ok ? withHistory(entity, versions.value) : entity;
}
