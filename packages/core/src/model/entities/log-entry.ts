/** An entry of the sync log: only ids, no text of a note. Written in the transaction that it reports. Pure. */
import type { EntityKind } from "./entity.ts";
import { counterOf, labelOf, type VersionVector } from "./version-vector.ts";

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

/** A device id (written by earlier versions of the app) or a writer's name. */
const WRITER = /^[A-Za-z0-9_-]{6}(?:[A-Za-z0-9_-]{7})?$/;

/** Returns the device with edits in `theirs` that `mine` lacks, or undefined if several devices have such edits. */
export function findEditingDevice(theirs: VersionVector, mine: VersionVector | undefined, ownDeviceId: string): string | undefined {
  const writers = Object.keys(theirs).filter((name) => WRITER.test(name) && counterOf(theirs, name) > counterOf(mine ?? {}, name));
  const devices = new Set(writers.map(labelOf));
  devices.delete(labelOf(ownDeviceId));
  return devices.size === 1 ? [...devices][0] : undefined;
}
