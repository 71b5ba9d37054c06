/**
 * Another device writes under our name, as a browser profile does that was copied whole: the two make the same dots, and what vectors say of
 * them is worth nothing. Who notices goes on under a name of its own, and what it wrote that no one has seen goes with it. sync.md §4.5.
 */

import { isUnder, underNewName } from "../../model/entities/rename-dots.ts";
import { counterOf, type VersionVector, vectorKey } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits.ts";
import type { Seen, Writes } from "../../ports/local-store.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

/** The version that gave the other device away. */
export type ClonedDevice = { readonly id: string; readonly vv: VersionVector };

/**
 * Takes a new name, unless the shared one was given up before, and brings along the note in question and all that is not known to be in the
 * drive: seen by no one under the new name, they are merged with the other device's as what they are, concurrent.
 */
export function rotateDeviceId({ library, ids: names }: CycleDeps, clonedDevice: ClonedDevice): Step {
  const newName = names.random(SYNC.deviceIdChars);
  const ids = [...new Set([clonedDevice.id, ...library.index.pendingPush])];
  return library.transact(
    { entities: ids },
    (seen) => ({ writes: planRotation(clonedDevice, ids, seen, newName), answer: undefined }),
    "sync",
    "strict",
  );
}

function planRotation(clonedDevice: ClonedDevice, ids: readonly string[], { entities, meta }: Seen, newName: string): Writes {
  const isNameShared = counterOf(clonedDevice.vv, meta.deviceId) > 0;
  const deviceId = isNameShared ? newName : meta.deviceId;
  const formerIds = isNameShared ? [...meta.formerIds, meta.deviceId] : meta.formerIds;
  const affected = (isNameShared ? ids : [clonedDevice.id]).flatMap((id) => {
    const entity = entities.get(id);
    return entity !== undefined && (id === clonedDevice.id || isUnder(entity.vv, formerIds)) ? [entity] : [];
  });
  const renamed = affected.map((entity, at) => underNewName(entity, formerIds, { device: deviceId, counter: meta.ctr + at + 1 }));
  return {
    entities: renamed,
    forgetBases: [{ id: clonedDevice.id, vvKey: vectorKey(clonedDevice.vv) }],
    meta: { deviceId, formerIds, ctr: meta.ctr + renamed.length },
  };
}
