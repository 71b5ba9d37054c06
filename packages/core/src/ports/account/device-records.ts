/** Port: devices' sealed records, by web/adapters/sealing and backend. sync.md §4.1 "Device records", encryption.md 3.3 (kind `device`). */
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Result } from "../../model/result.ts";
import type { BackendResult } from "./backend.ts";

export type DeviceRecord = {
  readonly deviceId: string;
  /** As its browser is called: 'Chrome on Windows'. */
  readonly name: string;
  /** When it was last in step with the drive; absent before the first time. */
  readonly lastCompleteAt?: number;
  /** Changes that waited on it when it left the record. */
  readonly pending: number;
  /** How long deleted notes are kept, where that was chosen on it, as that device stores it (model/entities/parsing/trash-choice.ts). */
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
