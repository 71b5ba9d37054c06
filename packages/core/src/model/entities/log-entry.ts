/** An entry of the sync log: ids only, no text of a note; written in the transaction it reports. Pure. */
import type { EntityKind } from "./entity.ts";
import { counterOf, type VersionVector } from "./version-vector.ts";

export const LOG_KINDS = ["uploaded", "received", "merged", "kept-twice", "deleted", "failed", "cycle"] as const;
/** What a note's file held of its history could not be read: the `problem` of a line that fails. The note itself was taken in. With the id of a history pack: that pack. */
export const HISTORY_UNREADABLE = "history-unreadable";

export type LogKind = (typeof LOG_KINDS)[number];

type OfEntity = { readonly atMs: number; readonly id: string; readonly entity: EntityKind };

export type LogEntry =
  /** `device`: whose change it was, where that is known; this device's own id for what it sent. */
  | (OfEntity & { readonly kind: "uploaded" | "received" | "merged" | "kept-twice" | "deleted"; readonly device?: string })
  | (OfEntity & { readonly kind: "failed"; readonly problem: string })
  | {
      readonly kind: "cycle";
      readonly atMs: number;
      readonly uploaded: number;
      readonly received: number;
      /** Why it did not complete. */
      readonly problem?: string;
    };

const DEVICE_ID = /^[A-Za-z0-9_-]{6}$/;

/** The one device whose edits `theirs` has and `mine` lacks. Where several have a part in it there is no one to name. */
export function findEditingDevice(theirs: VersionVector, mine: VersionVector | undefined, ownDeviceId: string): string | undefined {
  const devices = Object.keys(theirs).filter(
    (device) => device !== ownDeviceId && DEVICE_ID.test(device) && counterOf(theirs, device) > counterOf(mine ?? {}, device),
  );
  return devices.length === 1 ? devices[0] : undefined;
}
