/** The user's devices, as screens show them: each as its own last record reports. sync.md §4.1 "Device records". */
import type { ReadableStore } from "../../model/store.ts";

export type KnownDevice = {
  readonly deviceId: string;
  readonly name: string;
  /** Session that published the record, as the server lists it. */
  readonly sessionId?: string;
  /** Time of the last complete sync, as the device reported it. */
  readonly lastCompleteAt?: number;
  readonly trash?: string;
};

export type DevicesState = {
  readonly phase: "unread" | "reading" | "ready" | "failed";
  readonly ownId: string;
  readonly ownName: string;
  /** Other devices, most recently synced first. */
  readonly others: readonly KnownDevice[];
  /** The user has several devices and has not yet seen the name that Satchel chose for this one. */
  readonly isNameNew: boolean;
};

export interface DevicesService {
  readonly store: ReadableStore<DevicesState>;
  /** Reads the records of the other devices. */
  read(): Promise<void>;
  /**
   * Names a device of the user, this one or another. All devices show the name from their next look at the records; the named one adopts it.
   * Returns false, and changes nothing, for a name without visible characters.
   */
  rename(deviceId: string, name: string): Promise<boolean>;
  /** Confirms the name that Satchel chose for this device. */
  acceptName(): void;
  /** Writes this device's record now, because access to the drive was renewed. */
  leave(): Promise<void>;
  /** Writes a record after a complete cycle if the last one is old or was written before the first complete sync. */
  leaveIfDue(): Promise<void>;
}

export function nameOfDevice({ others }: DevicesState, deviceId: string): string | undefined {
  return others.find((device) => device.deviceId === deviceId)?.name;
}
