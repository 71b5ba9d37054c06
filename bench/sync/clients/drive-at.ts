/** A drive client for any server, with a real clock that can be advanced, because packs are written in quiet moments only. */
import type { Clock, Timers } from "@satchel/core/ports/environment.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";

export type DriveAt = { readonly client: DriveClient; readonly time: Clock & Timers; pass(ms: number): Promise<void> };

const UNPACED = { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY };

export function driveAt(url: string): DriveAt {
  let aheadMs = 0;
  const time: Clock & Timers = {
    now: () => Date.now() + aheadMs,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const client = createDriveClient({
    baseUrls: { api: `${url}/drive/v3`, upload: `${url}/upload/drive/v3` },
    fetch: (input, init) => fetch(input, init),
    token: async () => "bench",
    refresh: async () => undefined,
    timers: time,
    random: Math.random,
    limits: UNPACED,
  });
  return {
    client,
    time,
    async pass(ms) {
      aheadMs += ms;
    },
  };
}
