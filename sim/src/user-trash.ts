/** What people do with the trash: look into a deleted note and delete it for good, whatever others do with it meanwhile. Decision 0025. */
import { isTrashed } from "@satchel/core/library/trash/trash.ts";
import { tokensIn } from "./oracle.ts";
import { contentOf } from "./reading.ts";
import type { UserDeps } from "./user.ts";

export async function purgeOnce({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const held = [...(await device.disk.view()).entities.values()];
  const note = chance.pick(held.flatMap((entity) => (entity.kind === "note" && isTrashed(entity) ? [entity] : [])));
  if (note === undefined) return;
  // Anyone who deletes it for good has seen what it says; whether the command takes effect or not.
  oracle.removedBySomeoneWhoSaw(tokensIn(contentOf(note)));
  const purged = await device.command((_notes, { trash }) => trash.purge([note.id]));
  const { entities } = await device.disk.view();
  const now = entities.get(note.id);
  if (now?.kind === "note" && now.purged !== undefined) oracle.purged(note.id, now.purged, device.name);
  if (purged?.ok === true) trace(`${device.name} deleted ${note.id} for good`);
}
