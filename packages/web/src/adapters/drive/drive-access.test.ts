import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryRemoteStore, MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createPlainFileNames } from "@satchel/core/testing/plain-file-names.ts";
import { describe, expect, it } from "vitest";
import { createDriveConnectionStore, type DriveConnection } from "./drive-access.ts";

const ACCESS: DriveAccess = {
  baseUrls: { api: "http://drive.test/drive/v3", upload: "http://drive.test/upload/drive/v3" },
  token: async () => "token",
  refresh: async () => undefined,
};

function open() {
  const state = { access: ACCESS as DriveAccess | undefined, isReachable: true, connected: [] as DriveAccess[] };
  const remote = createMemoryRemoteStore(new MemoryDrive(), { md5: createPlainCodec().md5 });
  const clock = new ManualClock();
  const store = createDriveConnectionStore(
    {
      access: () => state.access,
      newTargetId: () => "target",
      fileNames: createPlainFileNames(),
      isOnline: () => true,
      timers: clock,
      random: () => 0.5,
    },
    async () => {
      if (!state.isReachable) return undefined;
      return {
        connectDrive: (access) => {
          state.connected.push(access);
          return remote as unknown as DriveConnection;
        },
      };
    },
  );
  return { state, store };
}

describe("drive connection whose code loads on demand", () => {
  it("reports the drive as out of reach while its code cannot load, then retries", async () => {
    const { state, store } = open();
    state.isReachable = false;
    expect(await store.reserveIds(1)).toEqual({ ok: false, problem: { kind: "offline" } });
    state.isReachable = true;
    expect(await store.reserveIds(1)).toMatchObject({ ok: true });
  });

  it("sends nothing if access ended while the code loaded", async () => {
    const { state, store } = open();
    const asked = store.reserveIds(1);
    state.access = undefined;
    expect(await asked).toEqual({ ok: false, problem: { kind: "not-connected" } });
    expect(state.connected).toEqual([]);
  });

  it("connects once for each access", async () => {
    const { state, store } = open();
    await Promise.all([store.reserveIds(1), store.reserveIds(1)]);
    state.access = { ...ACCESS };
    await store.reserveIds(1);
    expect(state.connected).toEqual([ACCESS, state.access]);
  });
});
