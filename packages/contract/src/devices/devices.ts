/**
 * A device's sealed record about itself. The server learns only that it exists and when it was last written. sync.md §4.1 "Device records".
 */
import * as z from "zod/mini";
import { envelope } from "../accounts/keys.ts";
import { DEVICE_RECORD } from "../limits.ts";
import { time } from "../numbers.ts";
import { done, route } from "../route.ts";

const deviceId = z.string().check(z.regex(/^[A-Za-z0-9_-]{6}$/));
const record = envelope(DEVICE_RECORD.maxChars);

export const leaveDeviceRecord = route({
  method: "PUT",
  path: "/api/devices/:deviceId",
  auth: "account",
  summary: "Puts this device's record in the place of its last one. It goes with the session that left it.",
  params: z.object({ deviceId }),
  body: z.object({ record }),
  reply: done,
});

export const listDeviceRecords = route({
  method: "GET",
  path: "/api/devices",
  auth: "account",
  summary: "The records of every device whose session lives, newest first, each with the session that left it.",
  reply: z.object({ devices: z.array(z.object({ deviceId, sessionId: z.string(), record, leftAt: time })) }),
});
export type LeftDeviceRecord = z.infer<typeof listDeviceRecords.reply>["devices"][number];
