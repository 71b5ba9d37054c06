/** Converts an opened vault to the row that this device keeps, and back to the keys that open files. encryption.md 3.2 "device key". */
import type { Installed } from "@satchel/core/ports/sealing/keyring.ts";
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { costOfBoth } from "@satchel/crypto/primitives/kdf.ts";
import { generateId } from "@satchel/crypto/primitives/key-pair.ts";
import { contentKeyOf, type Ring, ringOf, type SealingKey } from "@satchel/crypto/records/envelope.ts";
import type { AlsoEntry } from "@satchel/crypto/vault/key-document.ts";
import { openRing } from "@satchel/crypto/vault/vault.ts";
import { generateDeviceKey, openForDevice, wrapForDevice, wrapPendingRecovery } from "@satchel/crypto/vault/wraps.ts";
import type { Prepared } from "../held/held-keys.ts";
import { withWrap } from "./key-documents.ts";
import type { DeviceRow, KeyRows, KeyStore } from "./key-rows.ts";

/** Converts to a row. A row of the same vault keeps its device key and its unproved recovery key; another vault gets a new device key. */
export async function toDeviceRow(
  { vaultId, also, root, rk, wrap, kdf }: Prepared,
  owner: string,
  { current, isRecoveryKeyNew }: { readonly current: DeviceRow | undefined; readonly isRecoveryKeyNew: boolean },
): Promise<DeviceRow> {
  const kept = current?.vaultId === vaultId ? current : undefined;
  const [deviceId, deviceKey] = kept === undefined ? [generateId(), await generateDeviceKey()] : [kept.deviceId, kept.deviceKey];
  const dev = await wrapForDevice(deviceKey, { vaultId, deviceId }, { root });
  const isNew = isRecoveryKeyNew && rk !== undefined;
  const prk = isNew ? await wrapPendingRecovery(deviceKey, { vaultId, deviceId }, { rk }) : kept?.prk;
  const cost = costOfBoth(kept?.cost, kdf);
  const row = {
    deviceId,
    deviceKey,
    owner,
    vaultId,
    dev,
    also,
    ...(prk === undefined ? {} : { prk }),
    ...(prk === undefined && kept?.isUnproved ? { isUnproved: true as const } : {}),
    ...(kept?.document === undefined ? {} : { document: kept.document }),
    ...(kept?.wraps === undefined ? {} : { wraps: kept.wraps }),
    ...(cost === undefined ? {} : { cost }),
  };
  return withWrap(row, wrap);
}

/** Removes the unproved recovery key from the row, but records that it is unproved. */
export function toUnproved({ prk, ...row }: DeviceRow): DeviceRow {
  return prk === undefined ? row : { ...row, isUnproved: true };
}

/** Removes the pending recovery key of the current vault. Called before a box is made that this key opens. */
export async function withoutPending(keys: KeyStore): Promise<void> {
  const { current } = await keys.read();
  if (current?.prk !== undefined) await keys.replace(toUnproved(current));
}

/** Opens the ring. It includes replaced vaults of this device, which still open what was sealed under them. */
export async function openRingWith(
  vaultId: string,
  root: Bytes,
  { also, former }: { readonly also: readonly AlsoEntry[]; readonly former: KeyRows["former"] },
): Promise<Ring> {
  const ring = await openRing(vaultId, root, also);
  const older: SealingKey[] = [];
  for (const row of former) {
    const formerRoot = await rootOf(row);
    if (formerRoot === undefined) continue;
    older.push(await contentKeyOf(row.vaultId, formerRoot));
    wipe(formerRoot);
  }
  return ringOf(ring.current, [...older, ...ring.byKid.values()]);
}

/** Returns the root; the caller wipes it. */
export async function rootOf(row: DeviceRow): Promise<Bytes | undefined> {
  const root = await openForDevice(row.deviceKey, { vaultId: row.vaultId, deviceId: row.deviceId }, row.dev);
  return root.ok ? root.value : undefined;
}

export function toInstalled(row: DeviceRow): Installed {
  return { vaultId: row.vaultId, hasPendingRecoveryKey: row.prk !== undefined || row.isUnproved === true };
}
