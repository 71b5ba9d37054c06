/**
 * Port: sealed records of the user's devices. Implemented by web/adapters/sealing and backend. sync.md §4.1 "Device records", encryption.md
 * 3.3 (kind `device`).
 */
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { GivenNames } from "../../model/entities/parsing/device-names.ts";
import type { Result } from "../../model/result.ts";
import type { BackendResult } from "./backend.ts";

export type DeviceRecord = {
  readonly deviceId: string;
  /** Name of the writer (sync.md §2) whose process published the record, by which a copy of a browser profile is noticed. */
  readonly writer?: string;
  /** 'Chrome on Windows', or what the user chose. */
  readonly name: string;
  /** When the user chose the name, in Unix milliseconds; absent if Satchel did. */
  readonly namedAtMs?: number;
  /** Names that the user gave to other devices on this one, by device id, until those have adopted them. */
  readonly given?: GivenNames;
  /** Time of the last complete sync; absent before the first one. */
  readonly lastCompleteAt?: number;
  /** Number of unsent changes when the device wrote the record. */
  readonly pending: number;
  /** The device's choice of how long deleted notes are kept, if any, in its stored form (model/entities/parsing/trash-choice.ts). */
  readonly trash?: string;
};

export interface DeviceSealing {
  sealDeviceRecord(record: DeviceRecord): Promise<Result<LeftDeviceRecord["record"], "locked" | "too-large">>;
  openDeviceRecord(deviceId: string, sealed: LeftDeviceRecord["record"]): Promise<Result<DeviceRecord, UnreadableReason | "locked">>;
}

export interface DeviceBackend {
  leaveDeviceRecord(token: string, deviceId: string, record: LeftDeviceRecord["record"]): BackendResult<void>;
  listDeviceRecords(token: string): BackendResult<readonly LeftDeviceRecord[]>;
}
