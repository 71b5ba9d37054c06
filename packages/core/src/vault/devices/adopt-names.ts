/** How devices agree on their names, by what their records say. Decision 0048. Pure. */
import { type DeviceName, freeName, latestName, type StoredNames } from "../../model/entities/parsing/device-names.ts";
import type { DeviceRecord } from "../../ports/account/device-records.ts";

/** A record with the session that published it. */
export type PublishedRecord = DeviceRecord & { readonly sessionId: string };

/** What a record says about the name of a device: its own choice, or one for another device. */
export function choiceFor(deviceId: string, record: Partial<PublishedRecord>): DeviceName | undefined {
  const { name = "", namedAtMs = 0, given = {} } = record;
  return record.deviceId === deviceId ? { name, atMs: namedAtMs } : given[deviceId];
}

export function nameIn(records: readonly Partial<PublishedRecord>[], { deviceId, name }: DeviceRecord): string {
  return latestName(records.map((each) => choiceFor(deviceId, each)))?.name ?? name;
}

type Adopted = Required<StoredNames> & { readonly isNew: boolean };

/**
 * This device's name after a look at the other records: the latest choice of the user; without one, the default with a number if another
 * device has that name. Of two devices that chose the same number at once, the one with the greater id chooses again. Names that other
 * devices have adopted need not be published any longer.
 */
export function adoptNames(
  { own, given }: StoredNames,
  records: readonly PublishedRecord[],
  { ownId, defaultName }: { readonly ownId: string; readonly defaultName: string },
): Adopted {
  const unadopted = Object.entries(given).filter(([id, { atMs }]) => {
    const record = records.find(({ deviceId }) => deviceId === id);
    return record !== undefined && (record.namedAtMs ?? 0) < atMs;
  });
  const kept = Object.fromEntries(unadopted);
  const chosen = latestName([own?.atMs === 0 ? undefined : own, ...records.map((record) => record.given?.[ownId])]);
  if (chosen !== undefined) return { own: chosen, given: kept, isNew: false };
  const taken = records.map((record) => ({ id: record.deviceId, name: nameIn(records, record) }));
  const isTaken = own !== undefined && taken.some(({ id, name }) => name === own.name && id < ownId);
  if (own !== undefined && !isTaken) return { own, given: kept, isNew: false };
  const name = freeName(
    defaultName,
    taken.map((each) => each.name),
  );
  return { own: { name, atMs: 0 }, given: kept, isNew: true };
}
