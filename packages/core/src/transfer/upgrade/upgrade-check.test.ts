import { describe, expect, it } from "vitest";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createMemoryBackend, OFFLINE } from "../../testing/memory-backend.ts";
import { createMemoryCredentials } from "../../testing/memory-credentials.ts";
import { createKeyDevice, createMemoryKeyring } from "../../testing/memory-keyring.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createAccountService } from "../../vault/account/account-service.ts";
import { createUpgradeCheck } from "./upgrade-check-service.ts";

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";

/** A browser in which the user creates an account. */
function setup({ isLocal = true } = {}) {
  const backend = createMemoryBackend();
  const asked: unknown[] = [];
  const recording = {
    ...backend,
    syncToCloud: (...given: Parameters<typeof backend.syncToCloud>) => {
      asked.push(given);
      return backend.syncToCloud(...given);
    },
    upgradeOptions: (...given: Parameters<typeof backend.upgradeOptions>) => {
      asked.push(given);
      return backend.upgradeOptions(...given);
    },
  };
  const preferences = createMemoryPreferences();
  if (isLocal) preferences.write(LOCAL_KEYS.localSessionId, "local-1");
  const check = createUpgradeCheck({ backend: recording, preferences, isLocal: () => isLocal });
  const account = createAccountService({
    backend: recording,
    keyring: createMemoryKeyring(createKeyDevice()),
    credentials: createMemoryCredentials(),
    channel: createMemoryTabs<never>()(),
    leaveLibrary: async () => undefined,
    sealUnsent: async () => true,
    clearDevice: async () => true,
    afterRegister: check.check,
  });
  return { backend, check, account, asked, preferences };
}

describe("B4 Upgrade, B7: server checks for local mode", () => {
  it("asks with the sign-in secret whether a new account can take the notes", async () => {
    const { account, asked, check } = setup();
    await account.start();
    expect((await account.register(ADA, PASSWORD)).ok).toBe(true);
    expect(asked).toEqual([["local-1", { email: ADA, password: expect.not.stringContaining(PASSWORD), planType: "free" }]]);
    expect(check.refusal()).toBeUndefined();
    expect(account.store.getState().kind).toBe("signed-in");
  });

  it("sends the chosen plan", async () => {
    const { account, asked, preferences } = setup();
    preferences.write(LOCAL_KEYS.selectedPlan, "basic");
    await account.start();
    await account.register(ADA, PASSWORD);
    expect(asked).toMatchObject([["local-1", { planType: "basic" }]]);
  });

  it("remembers the reason of a refusal; the account exists anyway", async () => {
    const { account, backend, check } = setup();
    backend.fail("syncToCloud", { kind: "refused", code: "plan-not-offered", status: 403 });
    await account.start();
    expect((await account.register(ADA, PASSWORD)).ok).toBe(true);
    expect(check.refusal()).toEqual({ kind: "plan-not-offered" });
  });

  it("does not ask outside local mode", async () => {
    const { account, asked, check } = setup({ isLocal: false });
    await account.start();
    await account.register(ADA, PASSWORD);
    expect(await check.options({ storageBytes: 1, notesCount: 1 })).toBeNull();
    expect(asked).toEqual([]);
  });

  it("asks without an account which plans have space; returns null on failure", async () => {
    const { backend, check, asked } = setup();
    expect(await check.options({ storageBytes: 5, notesCount: 2 })).toEqual([{ planType: "free", storageBytes: null, fits: true }]);
    expect(asked).toEqual([[{ sessionId: "local-1", storageBytes: 5, notesCount: 2 }]]);
    backend.fail("upgradeOptions", OFFLINE);
    expect(await check.options({ storageBytes: 5, notesCount: 2 })).toBeNull();
  });
});
