/** An entry of the sync log: only ids, no text of a note. Written in the transaction that it reports. Pure. */
import type { EntityKind } from "./entity.ts";
import { counterOf, type VersionVector } from "./version-vector.ts";

export const LOG_KINDS = ["uploaded", "received", "merged", "kept-twice", "deleted", "failed", "cycle"] as const;
/** `problem` of an entry whose note was read but whose history was not. With the id of a history pack: the pack could not be read. */
export const HISTORY_UNREADABLE = "history-unreadable";

export type LogKind = (typeof LOG_KINDS)[number];

type OfEntity = { readonly atMs: number; readonly id: string; readonly entity: EntityKind };

export type LogEntry =
  /** `device`: the device that made the change, if known; this device's own id for uploads. */
  | (OfEntity & { readonly kind: "uploaded" | "received" | "merged" | "kept-twice" | "deleted"; readonly device?: string })
  | (OfEntity & { readonly kind: "failed"; readonly problem: string })
  | {
      readonly kind: "cycle";
      readonly atMs: number;
      readonly uploaded: number;
      readonly received: number;
      /** Reason why the cycle did not complete. */
      readonly problem?: string;
    };

const DEVICE_ID = /^[A-Za-z0-9_-]{6}$/;

/** Returns the device with edits in `theirs` that `mine` lacks, or undefined if several devices have such edits. */
export function findEditingDevice(theirs: VersionVector, mine: VersionVector | undefined, ownDeviceId: string): string | undefined {
  const devices = Object.keys(theirs).filter(
    (device) => device !== ownDeviceId && DEVICE_ID.test(device) && counterOf(theirs, device) > counterOf(mine ?? {}, device),
  );
  return devices.length === 1 ? devices[0] : undefined;
}
