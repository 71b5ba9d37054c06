/** What was sealed by another device, perhaps by an older Satchel, is read with care. Pure. */
import type { DeviceRecord } from "../../ports/device-records.ts";

const NAME_MAX_CHARS = 60;
const TRASH_MAX_CHARS = 100;

export function parseDeviceRecord(deviceId: string, value: Readonly<Record<string, unknown>>): DeviceRecord | undefined {
  const { name, lastCompleteAt, pending, trash } = value;
  if (typeof name !== "string" || !isCount(pending)) return undefined;
  if (lastCompleteAt !== undefined && !isCount(lastCompleteAt)) return undefined;
  return {
    deviceId,
    name: name.slice(0, NAME_MAX_CHARS),
    pending,
    ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
    ...(typeof trash === "string" ? { trash: trash.slice(0, TRASH_MAX_CHARS) } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
