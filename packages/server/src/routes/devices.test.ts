import { listSessions, login, logout, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { leaveDeviceRecord, listDeviceRecords } from "@satchel/contract/devices/devices.ts";
import { DEVICE_RECORD } from "@satchel/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  ada = await server.join();
});
afterEach(() => server.close());

const sealed = (mark: string) => ({ v: 1, alg: "A256GCM", kid: "AAAAAAAAAAA", iv: "A".repeat(16), ct: mark }) as const;
const leave = (token: string, deviceId: string, mark: string) =>
  server.call(leaveDeviceRecord, { record: sealed(mark) }, { token, params: { deviceId } });
const list = async (token: string) => (await server.call(listDeviceRecords, undefined, { token })).reply().devices;

async function secondSession(): Promise<string> {
  return (await server.call(login, { email: ada.email, password: ada.password })).reply().token;
}

describe("sync.md §4.1: devices", () => {
  it("keeps the newest record of each device with its time", async () => {
    await leave(ada.token, "laptop", "one");
    server.clock.at += 1000;
    await leave(await secondSession(), "phone1", "two");
    server.clock.at += 1000;
    await leave(ada.token, "laptop", "three");

    expect(await list(ada.token)).toEqual([
      { deviceId: "laptop", sessionId: expect.any(String), record: sealed("three"), leftAt: server.clock.at },
      { deviceId: "phone1", sessionId: expect.any(String), record: sealed("two"), leftAt: server.clock.at - 1000 },
    ]);
  });

  it("names the session of each record, as the list of sessions does", async () => {
    await leave(ada.token, "laptop", "one");
    await leave(await secondSession(), "phone1", "two");
    const { sessions } = (await server.call(listSessions, undefined, { token: ada.token })).reply();
    const own = sessions.find(({ current }) => current)?.id;
    const records = await list(ada.token);
    expect(records.find(({ deviceId }) => deviceId === "laptop")?.sessionId).toBe(own);
    expect(sessions.map(({ id }) => id)).toContain(records.find(({ deviceId }) => deviceId === "phone1")?.sessionId);
  });

  it("removes a record with the session that wrote it, however that ends", async () => {
    const phone = await secondSession();
    await leave(phone, "phone1", "two");
    await server.call(logout, undefined, { token: phone });
    expect(await list(ada.token)).toEqual([]);

    const tablet = await secondSession();
    await leave(tablet, "tablet", "three");
    const [session] = (await server.call(listSessions, undefined, { token: ada.token })).reply().sessions.filter((one) => !one.current);
    await server.call(revokeSession, undefined, { token: ada.token, params: { sessionId: session?.id ?? "" } });
    expect(await list(ada.token)).toEqual([]);
  });

  it("hides the devices of an account from other accounts", async () => {
    await leave(ada.token, "laptop", "one");
    const grace = await server.join("grace@example.org");
    await leave(grace.token, "laptop", "hers");
    expect(await list(grace.token)).toMatchObject([{ record: sealed("hers") }]);
    expect(await list(ada.token)).toMatchObject([{ record: sealed("one") }]);
  });

  it("accepts only envelopes of bounded size, and limits the number of devices", async () => {
    const params = { deviceId: "laptop" };
    const clear = { ...sealed("one"), name: "Chrome on Windows" };
    expect((await server.call(leaveDeviceRecord, { record: clear } as never, { token: ada.token, params })).status).toBe(400);
    expect((await leave(ada.token, "laptop", "A".repeat(DEVICE_RECORD.maxChars + 1))).status).toBe(400);
    expect((await leave(ada.token, "not-a-device", "one")).status).toBe(400);
    for (let at = 0; at < DEVICE_RECORD.maxDevices + 3; at += 1) {
      server.clock.at += 1;
      await leave(ada.token, `d${String(at).padStart(5, "0")}`, "one");
    }
    expect(await list(ada.token)).toHaveLength(DEVICE_RECORD.maxDevices);
  });
});
