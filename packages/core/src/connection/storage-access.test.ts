import { beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { createMemoryBackend, type MemoryBackend, OFFLINE } from "../testing/memory-backend.ts";
import { createMemoryExclusive } from "../testing/memory-exclusive.ts";
import { createMemoryPreferences } from "../testing/memory-preferences.ts";
import { createMemoryTabs } from "../testing/memory-tabs.ts";
import { createStorageAccess, type StorageAccess } from "./storage-access-service.ts";
import type { ConnectionMessage } from "./token-source-service.ts";

let backend: MemoryBackend;
let clock: ManualClock;
let token: string;
let access: StorageAccess;
beforeEach(async () => {
  backend = createMemoryBackend();
  clock = new ManualClock();
  backend.addPlainAccount("ada@example.org", { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "A".repeat(22) }, "s1_x");
  const signedIn = await backend.login({ email: "ada@example.org", password: "s1_x" });
  token = signedIn.ok ? signedIn.value.token : "";
  access = createStorageAccess({
    backend,
    clock,
    timers: clock,
    token: () => token,
    preferences: createMemoryPreferences(),
    exclusive: createMemoryExclusive(),
    channel: createMemoryTabs<ConnectionMessage>()(),
    onSessionOver: () => undefined,
  });
});

async function connectDrive(): Promise<void> {
  const code = backend.cloud.issueCode({ sub: "g-1", email: "ada@drive.example", name: "Ada" });
  await backend.oauthCallback(token, { code, redirect_uri: "/auth/google/callback", code_verifier: "x".repeat(43) });
}

describe("decision 0010 access to either storage, whatever the plan", () => {
  it("opens managed storage with the account's own token", async () => {
    const connection = await access("managed");
    expect(connection.ok && [await connection.value.token(), connection.value.baseUrls.api]).toEqual([token, "/drive/v3"]);
  });

  it("opens the user's drive, and renews access while it is open", async () => {
    await connectDrive();
    const connection = await access("own-drive");
    if (!connection.ok) throw new Error(connection.problem);
    const first = await connection.value.token();
    expect(connection.value.baseUrls.api).toBe("/sandbox/drive/v3");
    expect(await connection.value.refresh()).not.toBe(first);
    await clock.advance(3_600_000);
    expect(await connection.value.token()).toBeDefined();
    connection.value.close();
    expect(clock.pendingCount).toBe(0);
  });

  it("reports why there is no access: never connected, lost, or unreachable", async () => {
    expect(await access("own-drive")).toEqual({ ok: false, problem: "gone" });
    await connectDrive();
    backend.fail("cloudStatus", OFFLINE);
    expect(await access("own-drive")).toEqual({ ok: false, problem: "later" });
    backend.cloud.revoke("ada@example.org");
    expect(await access("own-drive")).toEqual({ ok: false, problem: "expired" });
    expect(clock.pendingCount).toBe(0);
  });
});
