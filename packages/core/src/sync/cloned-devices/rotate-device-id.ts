/** A cloned profile writes under our id: the device that notices takes a new one and moves its unseen versions to it. sync.md §4.5. */

import { isUnder, underNewName } from "../../model/entities/note-versions.ts";
import { counterOf, type VersionVector, vectorKey } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

/** The version that revealed the other device. */
export type ClonedDevice = { readonly id: string; readonly vv: VersionVector };

/** A new id, unless the shared one was given up, also for everything not known to be in the drive, which so merges as concurrent. */
export function rotateDeviceId({ library, ids: names }: CycleDeps, clonedDevice: ClonedDevice): Step {
  const newName = names.random(SYNC.deviceIdChars);
  const ids = [...new Set([clonedDevice.id, ...library.index.pendingPush])];
  return library.transact(
    { entities: ids },
    (seen) => ({ writes: planRotation(clonedDevice, ids, { seen, newName }), answer: undefined }),
    { origin: "sync", durability: "strict" },
  );
}

function planRotation(
  clonedDevice: ClonedDevice,
  ids: readonly string[],
  { seen: { entities, meta }, newName }: { readonly seen: Seen; readonly newName: string },
): Writes {
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
