/** The user's decisions about notes that were edited in two places: one of the four resolutions, or that all is well. sync.md §6.4. */

import { isTrashed } from "@satchel/core/library/trash/trash.ts";
import { conflictCopyId } from "@satchel/core/merge/conflict-copy.ts";
import { type Conflict, RESOLUTIONS } from "@satchel/core/model/entities/conflict.ts";
import { type Entity, isAlive } from "@satchel/core/model/entities/entity.ts";
import { isOpen } from "@satchel/core/sync/conflicts/conflict-records.ts";
import { contentOf } from "../device/reading.ts";
import { tokensIn } from "../oracle/oracle.ts";
import type { UserDeps } from "./user.ts";

export async function decideOnce(deps: UserDeps): Promise<void> {
  const { device, oracle, chance, trace } = deps;
  const conflict = chance.pick((device.conflicts?.store.getState().conflicts ?? []).filter(isOpen));
  if (conflict === undefined) return;
  const how = chance.pick([...RESOLUTIONS, "as-merged"] as const) ?? "merge";
  for (const id of [conflict.noteId, conflictCopyId(conflict.local), conflictCopyId(conflict.cloud)]) oracle.unclear(id);
  const before = await heldOn(deps, () => true);
  const decided = await device.command((_notes, { conflicts }) => conflicts.resolve(conflict.id, how));
  trace(`${device.name} decided ${conflict.noteId}: ${how}, ${decided === undefined ? "died" : decided.ok || decided.problem.kind}`);
  const after = await heldOn(deps, () => true);
  // If another tab overwrote a text meanwhile, the user of that tab reports it right after (seed 5011350).
  const dropped = [...before].filter((text) => !after.has(text));
  oracle.droppedByDecision(dropped);
  const living = await heldOn(deps, isAlive);
  oracle.removedBySomeoneWhoSaw(textsOf(conflict).filter((text) => !living.has(text) && !dropped.includes(text)));
}

/** A decision removes no text from the device: what it takes out of a note is in a deleted copy. */
async function heldOn({ device }: UserDeps, counts: (entity: Entity) => boolean): Promise<ReadonlySet<string>> {
  const { entities } = await device.disk.view();
  return new Set([...entities.values()].filter(counts).flatMap((entity) => tokensIn(contentOf(entity))));
}

function textsOf({ local, cloud, merged }: Conflict): readonly string[] {
  return [local, cloud, merged].flatMap((note) => tokensIn(contentOf(note)));
}

/** The user's actions with the trash: look into a deleted note and purge it, whatever others do with it meanwhile. Decision 0025. */
export async function purgeOnce({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const held = [...(await device.disk.view()).entities.values()];
  const note = chance.pick(held.flatMap((entity) => (entity.kind === "note" && isTrashed(entity) ? [entity] : [])));
  if (note === undefined) return;
  // The user who purges the note has seen its text, whether or not the command takes effect.
  oracle.removedBySomeoneWhoSaw(tokensIn(contentOf(note)));
  const purged = await device.command((_notes, { trash }) => trash.purge([note.id]));
  const { entities } = await device.disk.view();
  const now = entities.get(note.id);
  if (now?.kind === "note" && now.purged !== undefined) oracle.purged(note.id, now.purged, device.name);
  if (purged?.ok === true) trace(`${device.name} deleted ${note.id} for good`);
}
