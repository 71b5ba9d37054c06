/** The user's devices, as screens show them: each as its own last record reports. sync.md §4.1 "Device records". */
import type { ReadableStore } from "../../model/store.ts";

export type KnownDevice = {
  readonly deviceId: string;
  readonly name: string;
  /** Time of the last complete sync, as the device reported it. */
  readonly lastCompleteAt?: number;
  readonly trash?: string;
};

export type DevicesState = {
  readonly phase: "unread" | "reading" | "ready" | "failed";
  readonly ownId: string;
  /** Other devices, most recently synced first. */
  readonly others: readonly KnownDevice[];
};

export interface DevicesService {
  readonly store: ReadableStore<DevicesState>;
  /** Reads the records of the other devices. */
  read(): Promise<void>;
  /** Writes this device's record now, because access to the drive was renewed. */
  leave(): Promise<void>;
  /** Writes a record after a complete cycle if the last one is old or was written before the first complete sync. */
  leaveIfDue(): Promise<void>;
}

export function nameOfDevice({ others }: DevicesState, deviceId: string): string | undefined {
  return others.find((device) => device.deviceId === deviceId)?.name;
}
