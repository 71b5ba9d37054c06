import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { DEVICES } from "../../model/limits/limits.ts";
import { failed, ok } from "../../model/result.ts";
import type { DeviceBackend, DeviceRecord, DeviceSealing } from "../../ports/account/device-records.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createDevicesService, parseDeviceRecord } from "./devices-service.ts";
import { nameOfDevice } from "./devices-service-types.ts";

/** The envelope holds the record as plain JSON, because these tests are about the content and time of records. */
const sealing: DeviceSealing = {
  sealDeviceRecord: async (record) => ok({ v: 1, alg: "A256GCM", kid: "k", iv: "i", ct: JSON.stringify(record) }),
  openDeviceRecord: async (deviceId, { ct }) => {
    if (ct === "garbled") return failed("damaged");
    const record = parseDeviceRecord(deviceId, JSON.parse(ct) as Record<string, unknown>);
    return record === undefined ? failed("damaged") : ok(record);
  },
};

class Server implements DeviceBackend {
  readonly records = new Map<string, LeftDeviceRecord>();
  isDown = false;

  async leaveDeviceRecord(_token: string, deviceId: string, record: LeftDeviceRecord["record"]) {
    if (this.isDown) return failed({ kind: "offline" as const });
    this.records.set(deviceId, { deviceId, sessionId: `session of ${deviceId}`, record, leftAt: 1 });
    return ok(undefined);
  }

  async listDeviceRecords() {
    return this.isDown ? failed({ kind: "offline" as const }) : ok([...this.records.values()]);
  }

  recordOf(deviceId: string): DeviceRecord | undefined {
    const left = this.records.get(deviceId);
    return left === undefined ? undefined : (JSON.parse(left.record.ct) as DeviceRecord);
  }
}

const clock = new ManualClock();

async function aDevice(server: Server, deviceId: string, defaultName: string, lastCompleteAt?: number, trash?: string) {
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk(deviceId)) });
  if (!opened.ok) throw new Error("not opened");
  const library = opened.value;
  const deps = {
    library,
    sealing,
    backend: server,
    preferences: createMemoryPreferences(),
    token: () => "token",
    defaultName,
    lastCompleteAt: () => lastCompleteAt,
    trash: () => trash,
    clock,
    ids: { random: () => "other0" },
  };
  return { library, devices: createDevicesService(deps) };
}

describe("sync.md §4.1: devices", () => {
  it("report how long deleted notes are kept, once that was chosen", async () => {
    const server = new Server();
    const { devices: phone } = await aDevice(server, "phone-", "Safari on iPhone");
    const chosen = JSON.stringify({ days: 90, atMs: 1234 });
    const { devices: laptop } = await aDevice(server, "laptop", "Chrome on Linux", 1234, chosen);
    await laptop.leave();

    await phone.read();

    expect(phone.store.getState().others).toMatchObject([{ deviceId: "laptop", trash: chosen }]);
    expect(parseDeviceRecord("laptop", { name: "x", pending: 0, trash: { days: 1 } })).not.toHaveProperty("trash");
  });

  it("report their name, last complete sync and unsent changes", async () => {
    const server = new Server();
    const { library, devices } = await aDevice(server, "laptop", "Chrome on Linux", 1234);
    await library.transact({}, () => ({ writes: { entities: [aNote()] }, answer: undefined }), "user");
    await devices.leave();
    expect(server.recordOf("laptop")).toEqual({
      writer: expect.any(String),
      deviceId: "laptop",
      name: "Chrome on Linux",
      lastCompleteAt: 1234,
      pending: 1,
    });
  });

  it("are listed by last sync, without their unsent changes", async () => {
    const server = new Server();
    for (const [id, name, at] of [
      ["phone1", "Chrome on Android", 5],
      ["tablet", "Safari on iPad", 9],
    ] as const)
      await (await aDevice(server, id, name, at)).devices.leave();
    const { devices } = await aDevice(server, "laptop", "Chrome on Linux", 7);
    await devices.leave();
    await devices.read();
    expect(devices.store.getState()).toEqual({
      phase: "ready",
      ownId: "laptop",
      ownName: "Chrome on Linux",
      isNameNew: false,
      others: [
        { deviceId: "tablet", sessionId: "session of tablet", name: "Safari on iPad", lastCompleteAt: 9 },
        { deviceId: "phone1", sessionId: "session of phone1", name: "Chrome on Android", lastCompleteAt: 5 },
      ],
    });
    expect(nameOfDevice(devices.store.getState(), "phone1")).toBe("Chrome on Android");
    expect(nameOfDevice(devices.store.getState(), "gone00")).toBeUndefined();
  });

  it("skip a record that does not open, and stay known while the server is down", async () => {
    const server = new Server();
    await (await aDevice(server, "phone1", "Chrome on Android")).devices.leave();
    server.records.set("broken", {
      deviceId: "broken",
      sessionId: "s",
      leftAt: 1,
      record: { v: 1, alg: "A256GCM", kid: "k", iv: "i", ct: "garbled" },
    });
    const { devices } = await aDevice(server, "laptop", "Chrome on Linux");
    await devices.read();
    server.isDown = true;
    await devices.read();
    expect(devices.store.getState()).toMatchObject({ phase: "ready", others: [{ deviceId: "phone1", name: "Chrome on Android" }] });
    const fresh = await aDevice(server, "tablet", "Safari on iPad");
    await fresh.devices.read();
    expect(fresh.devices.store.getState().phase).toBe("failed");
  });

  it("write a record after a cycle if the last is old or did not arrive", async () => {
    const server = new Server();
    const { devices } = await aDevice(server, "laptop", "Chrome on Linux", 5);
    server.isDown = true;
    await devices.leaveIfDue();
    server.isDown = false;
    await devices.leaveIfDue();
    expect(server.records.size).toBe(1);
    server.records.clear();
    await devices.leaveIfDue();
    expect(server.records.size).toBe(0);
    await clock.advance(DEVICES.leaveEveryMs);
    await devices.leaveIfDue();
    expect(server.records.size).toBe(1);
  });

  it("report the first complete sync at once, even if access was just renewed", async () => {
    const server = new Server();
    const { devices, library } = await aDevice(server, "laptop", "Chrome on Linux");
    await devices.leave();
    expect(server.recordOf("laptop")).not.toHaveProperty("lastCompleteAt");
    await library.transact({}, () => ({ writes: { meta: { lastCompleteAt: 77 } }, answer: undefined }), "sync");
    await devices.leaveIfDue();
    expect(server.recordOf("laptop")).toMatchObject({ lastCompleteAt: 77 });
  });

  it.each([{}, { name: 5, pending: 0 }, { name: "x", pending: -1 }, { name: "x", pending: 0, lastCompleteAt: "soon" }])(
    "reject the record %j",
    (value) => {
      expect(parseDeviceRecord("phone1", value)).toBeUndefined();
    },
  );
});
