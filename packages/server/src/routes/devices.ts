/** Sealed records that a user's devices publish about themselves. Contract devices.ts. */
import * as contract from "@satchel/contract/devices/devices.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";

const leaveDeviceRecord = accountRoute(contract.leaveDeviceRecord, async ({ caller, params, body }, { deviceRecords }: Services) => {
  await deviceRecords.leave(caller, params.deviceId, body.record);
  return DONE;
});

const listDeviceRecords = accountRoute(contract.listDeviceRecords, async ({ caller }, { deviceRecords }: Services) => ({
  devices: await deviceRecords.list(caller.account.id),
}));

export const deviceRoutes: readonly ServerRoute<Services>[] = [leaveDeviceRecord, listDeviceRecords];
