/** Seals and opens what devices say of themselves, under the vault's current key. Port: core/ports/device-records.ts. */
import type { LeftDeviceRecord } from "@satchel/contract/devices.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { DeviceRecord, DeviceSealing } from "@satchel/core/ports/device-records.ts";
import { parseDeviceRecord } from "@satchel/core/vault/devices/parse-device-record.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/envelope.ts";
import type { HeldKeys } from "./held-keys.ts";

export class DeviceRecordSealing implements DeviceSealing {
  constructor(private readonly held: HeldKeys) {}

  async sealDeviceRecord({ deviceId, ...fields }: DeviceRecord) {
    const { ring } = this.held;
    return ring === undefined ? failed("locked" as const) : sealEnvelope(ring.current, "device", { id: deviceId, ...fields });
  }

  async openDeviceRecord(deviceId: string, sealed: LeftDeviceRecord["record"]) {
    const { ring } = this.held;
    if (ring === undefined) return failed("locked" as const);
    const opened = await openEnvelope(ring, "device", deviceId, sealed);
    if (!opened.ok) return opened;
    const record = parseDeviceRecord(deviceId, opened.value);
    return record === undefined ? failed("damaged" as const) : ok(record);
  }
}
