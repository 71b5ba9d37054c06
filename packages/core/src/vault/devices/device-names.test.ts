import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { freeName, parseGivenNames, readStoredNames } from "../../model/entities/parsing/device-names.ts";
import { DEVICES } from "../../model/limits/limits.ts";
import { failed, ok } from "../../model/result.ts";
import type { DeviceBackend } from "../../ports/account/device-records.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createDevicesService, parseDeviceRecord } from "./devices-service.ts";
import type { DevicesService } from "./devices-service-types.ts";

const IDS = ["aaaaaa", "bbbbbb", "cccccc"] as const;

/** Several devices of one account, whose records the server stores in the order in which they arrive. */
async function household(defaultNames: readonly string[], clock = new ManualClock()) {
  const records = new Map<string, string>();
  const network = { isDown: false };
  const envelope = (ct: string) => ({ v: 1, alg: "A256GCM", kid: "k", iv: "i", ct }) as const;
  const backend: DeviceBackend = {
    async leaveDeviceRecord(_token, deviceId, { ct }) {
      if (network.isDown) return failed({ kind: "offline" as const });
      records.set(deviceId, ct);
      return ok(undefined);
    },
    async listDeviceRecords() {
      if (network.isDown) return failed({ kind: "offline" as const });
      return ok([...records].map(([deviceId, ct]) => ({ deviceId, sessionId: `s-${deviceId}`, leftAt: 1, record: envelope(ct) })));
    },
  };
  const devices = await Promise.all(
    defaultNames.map(async (defaultName, index) => {
      const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk(IDS[index] as string)) });
      if (!opened.ok) throw new Error("not opened");
      return createDevicesService({
        library: opened.value,
        sealing: {
          sealDeviceRecord: async (record) => ok(envelope(JSON.stringify(record))),
          openDeviceRecord: async (deviceId, { ct }) => {
            const record = parseDeviceRecord(deviceId, JSON.parse(ct) as Record<string, unknown>);
            return record === undefined ? failed("damaged") : ok(record);
          },
        },
        backend,
        preferences: createMemoryPreferences(),
        token: () => "token",
        defaultName,
        lastCompleteAt: () => undefined,
        trash: () => undefined,
        clock,
      });
    }),
  );
  return { devices, clock, records, network };
}

/** Names by device id, as one device shows them. */
function namesOn(device: DevicesService | undefined): Record<string, string> {
  const { ownId = "", ownName = "", others = [] } = device?.store.getState() ?? {};
  return Object.fromEntries([[ownId, ownName] as const, ...others.map(({ deviceId, name }) => [deviceId, name] as const)].sort());
}

describe("decision 0048: names of devices", () => {
  it("numbers a device whose browser another one has as well, and says so", async () => {
    const { devices } = await household(["Chrome on Linux", "Chrome on Linux", "Safari on iPhone"]);
    for (const device of devices) await device.leave();
    for (const device of devices) await device.read();

    const expected = { aaaaaa: "Chrome on Linux", bbbbbb: "Chrome on Linux 2", cccccc: "Safari on iPhone" };
    expect(devices.map(namesOn)).toEqual([expected, expected, expected]);
    expect(devices.map((device) => device.store.getState().isNameNew)).toEqual([false, true, true]);
    devices[1]?.acceptName();
    expect(devices[1]?.store.getState().isNameNew).toBe(false);
  });

  it("separates two devices that took the same number at the same moment", async () => {
    const { devices } = await household(["Chrome on Linux", "Chrome on Linux"]);
    await Promise.all(devices.map((device) => device.leave()));
    for (let round = 0; round < 2; round += 1) for (const device of devices) await device.read();

    expect(devices.map(namesOn)).toEqual([
      { aaaaaa: "Chrome on Linux", bbbbbb: "Chrome on Linux 2" },
      { aaaaaa: "Chrome on Linux", bbbbbb: "Chrome on Linux 2" },
    ]);
  });

  it("shows a name on all devices, wherever the user chose it, and the named one adopts it", async () => {
    const { devices, records } = await household(["Chrome on Linux", "Chrome on Linux"]);
    const [laptop, desktop] = devices as [DevicesService, DevicesService];
    for (const device of devices) await device.leave();
    await laptop.read();

    expect(await laptop.rename("bbbbbb", "  Study \u0007 desktop ")).toBe(true);
    expect(namesOn(laptop)).toEqual({ aaaaaa: "Chrome on Linux", bbbbbb: "Study desktop" });
    await desktop.read();
    expect(desktop.store.getState().ownName).toBe("Study desktop");
    await laptop.read();
    await laptop.leave();

    expect(JSON.parse(records.get("aaaaaa") ?? "")).not.toHaveProperty("given");
    expect(JSON.parse(records.get("bbbbbb") ?? "")).toMatchObject({ name: "Study desktop" });
  });

  it("keeps the later of two choices, even if its device's clock is behind", async () => {
    const { devices, clock } = await household(["Chrome on Linux", "Firefox on Linux"]);
    const [laptop, desktop] = devices as [DevicesService, DevicesService];
    for (const device of devices) await device.leave();
    await clock.advance(1000);
    await desktop.rename("bbbbbb", "First");
    await laptop.read();
    clock.sleep(-5000);
    await laptop.rename("bbbbbb", "Second");
    await desktop.read();
    await laptop.read();

    expect(devices.map((device) => namesOn(device).bbbbbb)).toEqual(["Second", "Second"]);
  });

  it("refuses a name without visible characters", async () => {
    const { devices } = await household(["Chrome on Linux"]);
    await devices[0]?.leave();
    expect(await devices[0]?.rename("aaaaaa", " \u200b\u0000 ")).toBe(false);
    expect(devices[0]?.store.getState().ownName).toBe("Chrome on Linux");
  });

  it("keeps a name that was chosen offline, and publishes it later", async () => {
    const { devices, records, network } = await household(["Chrome on Linux"]);
    network.isDown = true;
    await devices[0]?.rename("aaaaaa", "Laptop");
    expect(devices[0]?.store.getState().ownName).toBe("Laptop");
    network.isDown = false;
    await devices[0]?.leaveIfDue();
    expect(JSON.parse(records.get("aaaaaa") ?? "")).toMatchObject({ name: "Laptop" });
  });

  it("skips wild names of other devices, and bounds their number and length", () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`dev${100 + index}`, { name: "x".repeat(500), atMs: index }]),
    );
    const parsed = parseGivenNames({
      ...many,
      "too long an id": { name: "x", atMs: 1 },
      dev200: { name: 5, atMs: 1 },
      dev201: { name: "x", atMs: -1 },
    });
    expect(Object.keys(parsed)).toHaveLength(DEVICES.maxGivenNames);
    expect(parsed.dev149).toEqual({ name: "x".repeat(DEVICES.nameMaxChars), atMs: 49 });
    expect(readStoredNames("{")).toEqual({ given: {} });
    expect(readStoredNames('{"own":{"name":"","atMs":1},"given":[]}')).toEqual({ given: {} });
    expect(parseGivenNames({ __proto__: { name: "x", atMs: 1 }, constructor: 1 })).toEqual({});
  });

  it("counts on from the first free number", () => {
    expect(freeName("Chrome", ["Chrome", "Chrome 2", "Chrome 4"])).toBe("Chrome 3");
  });
});
