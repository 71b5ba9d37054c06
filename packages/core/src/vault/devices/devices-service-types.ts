/** What screens know of the user's devices: each as it last said of itself, never a guess. sync.md §4.1 "Device records". */
import type { ReadableStore } from "../../model/store.ts";

export type KnownDevice = {
  readonly deviceId: string;
  readonly name: string;
  /** When it was last in step, by its own word. */
  readonly lastCompleteAt?: number;
  readonly trash?: string;
};

export type DevicesState = {
  readonly phase: "unread" | "reading" | "ready" | "failed";
  readonly ownId: string;
  /** The others, last in step first. */
  readonly others: readonly KnownDevice[];
};

export interface DevicesService {
  readonly store: ReadableStore<DevicesState>;
  /** Asks what the others have left. */
  read(): Promise<void>;
  /** Leaves this device's own record now: access to the drive was renewed. */
  leave(): Promise<void>;
  /** After a complete cycle: leaves a record where the last one is old, or from before this device was ever in step. */
  leaveIfDue(): Promise<void>;
}

export function nameOfDevice({ others }: DevicesState, deviceId: string): string | undefined {
  return others.find((device) => device.deviceId === deviceId)?.name;
}
