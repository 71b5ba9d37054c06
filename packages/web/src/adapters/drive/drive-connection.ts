/** Connects to one drive with one client and rate limit; drive-access.ts loads this at the first call. drive-contract §7.3. */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { REQUEST } from "@satchel/core/model/limits/limits.ts";
import { ok } from "@satchel/core/model/result.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveConnection, DriveConnectionDeps } from "./drive-access.ts";
import { createDriveAttachments } from "./drive-attachments.ts";
import { logged, logRefusal, withFolderLog } from "./drive-log.ts";
import { createDriveMaintenance } from "./drive-maintenance.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";
import { withOpaqueNames } from "./opaque-names.ts";

export function connectDrive(access: DriveAccess, deps: DriveConnectionDeps): DriveConnection {
  const client = withOpaqueNames(createPacedClient(access, deps), deps.fileNames);
  const originOf = (url: string): string => new URL(url, location.href).origin;
  const isOfThisDrive = (session: string): boolean => originOf(session) === originOf(access.baseUrls.upload);
  return logged({
    ...createDriveRemoteStore({ client, newTargetId: deps.newTargetId }),
    ...createDriveAttachments({ client, isOfThisDrive }),
    ...createDriveMaintenance({ client }),
    hideNames: async (limit) => ok(await client.hideNames(limit)),
  });
}

/** True for drives that our own server serves: managed storage and the sandbox. */
export function isOurOwn({ baseUrls }: DriveAccess): boolean {
  return new URL(baseUrls.api, location.href).origin === location.origin;
}

export type PaceDeps = Pick<DriveConnectionDeps, "isOnline" | "onSilence" | "timers" | "random">;

export function createPacedClient(access: DriveAccess, { isOnline, onSilence, timers, random }: PaceDeps): DriveClient {
  // Reports of the former client do not apply to this one.
  onSilence?.(false);
  // Our own server needs no rate limit here; Google throttles clients that write more than two or three times a second.
  const client = createDriveClient({
    baseUrls: access.baseUrls,
    fetch: (input, init) => fetch(input, init),
    token: access.token,
    refresh: access.refresh,
    timers,
    random,
    isOnline,
    onRefused: logRefusal,
    ...(onSilence === undefined ? {} : { onSilence }),
    limits: isOurOwn(access)
      ? { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY }
      : { perSecond: REQUEST.maxPerSecond, burst: REQUEST.burst, writesPerSecond: REQUEST.writesPerSecond },
  });
  return withFolderLog(client);
}
