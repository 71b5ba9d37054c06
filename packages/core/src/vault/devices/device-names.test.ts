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

type Profile = {
  readonly disk: MemoryDisk;
  readonly preferences: ReturnType<typeof createMemoryPreferences>;
  readonly defaultName: string;
};

function copyOf({ disk, preferences, defaultName }: Profile): Profile {
  const copied = { disk: disk.copy(), preferences: createMemoryPreferences(), defaultName };
  for (const [key, value] of preferences.kept) copied.preferences.write(key, value);
  return copied;
}

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
  /** A process of the browser whose profile that is. */
  const start = async ({ disk, preferences, defaultName }: Profile) => {
    const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
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
      preferences,
      token: () => "token",
      defaultName,
      lastCompleteAt: () => undefined,
      trash: () => undefined,
      clock,
      ids: { random: (length) => `new-${records.size}x`.slice(0, length) },
    });
  };
  const profiles = defaultNames.map(
    (defaultName, index): Profile => ({
      disk: new MemoryDisk(IDS[index] as string),
      preferences: createMemoryPreferences(),
      defaultName,
    }),
  );
  const devices = await Promise.all(profiles.map(start));
  return { devices, profiles, start, clock, records, network };
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

  it.each([
    ["a default", undefined, "Chrome on Linux", "Chrome on Linux 2"],
    ["a chosen", "Laptop", "Laptop", "Laptop 2"],
  ] as const)("gives a live copy of a browser profile an id and a name of its own, from %s name", async (_, chosen, name, second) => {
    const { devices, profiles, start, records } = await household(["Chrome on Linux"]);
    const original = devices[0] as DevicesService;
    await original.leave();
    if (chosen !== undefined) await original.rename("aaaaaa", chosen);
    const copy = await start(copyOf(profiles[0] as Profile));
    expect(copy.store.getState()).toMatchObject({ ownId: "aaaaaa", ownName: name });
    await copy.leave();
    await original.leave();

    expect(copy.store.getState()).toMatchObject({ ownId: "aaaaaa", ownName: name });
    expect(original.store.getState()).toMatchObject({ ownId: "new-1x", ownName: second, isNameNew: true });
    expect([...records.keys()]).toEqual(["aaaaaa", "new-1x"]);
    for (const device of [copy, original]) await device.read();
    expect([copy, original].map(namesOn)).toEqual([
      { aaaaaa: name, "new-1x": second },
      { aaaaaa: name, "new-1x": second },
    ]);
  });

  it("keeps the id over restarts and in several windows, and if a record is an older one of its own", async () => {
    const { devices, profiles, start, records } = await household(["Chrome on Linux"]);
    await devices[0]?.leave();
    const old = records.get("aaaaaa") ?? "";
    for (let time = 0; time < 5; time += 1) await (await start(profiles[0] as Profile)).leave();
    records.set("aaaaaa", old);
    await devices[0]?.leave();

    expect(devices[0]?.store.getState()).toMatchObject({ ownId: "aaaaaa", ownName: "Chrome on Linux" });
    expect([...records.keys()]).toEqual(["aaaaaa"]);
  });

  it("takes another id only once in a process, whatever records the server returns", async () => {
    const { devices, records } = await household(["Chrome on Linux"]);
    for (let time = 0; time < 3; time += 1) {
      const id = devices[0]?.store.getState().ownId ?? "";
      records.set(id, JSON.stringify({ name: "x", pending: 0, writer: `strange${time}` }));
      await devices[0]?.leave();
    }
    expect(devices[0]?.store.getState().ownId).toBe("new-1x");
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
