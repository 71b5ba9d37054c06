/** What was sealed by another device, perhaps by an older Satchel, is read with care. Pure. */
import { parseTrashChoice } from "../../model/entities/trash-choice.ts";
import type { DeviceRecord } from "../../ports/device-records.ts";

const NAME_MAX_CHARS = 60;

export function parseDeviceRecord(deviceId: string, value: Readonly<Record<string, unknown>>): DeviceRecord | undefined {
  const { name, lastCompleteAt, pending } = value;
  if (typeof name !== "string" || !isCount(pending)) return undefined;
  if (lastCompleteAt !== undefined && !isCount(lastCompleteAt)) return undefined;
  const trash = parseTrashChoice(value.trash);
  return {
    deviceId,
    name: name.slice(0, NAME_MAX_CHARS),
    pending,
    ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
    ...(trash === undefined ? {} : { trash }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
