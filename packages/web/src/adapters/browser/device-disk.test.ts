import { afterEach, describe, expect, it } from "vitest";
import { browserSpace } from "./device-disk.ts";
import { watchDevice } from "./device-state.ts";
import { browserNetwork } from "./environment.ts";

const mockStorageManager = (storage: Partial<StorageManager> | undefined): void => {
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
};

afterEach(() => mockStorageManager(undefined));

describe("the space that is left", () => {
  it.each<[string, Partial<StorageManager> | undefined, number | undefined]>([
    ["is the quota minus the usage", { estimate: async () => ({ quota: 1000, usage: 300 }) }, 700],
    ["is zero if the usage exceeds the quota", { estimate: async () => ({ quota: 10, usage: 30 }) }, 0],
    ["is unknown without the API", undefined, undefined],
    ["is unknown if the estimate is empty", { estimate: async () => ({}) }, undefined],
    ["is unknown if the estimate fails", { estimate: () => Promise.reject(new Error("no")) }, undefined],
  ])("%s", async (_, storage, freeBytes) => {
    mockStorageManager(storage);

    expect(await browserSpace.freeBytes()).toBe(freeBytes);
  });
});

describe("decision 0007 asking for persistence", () => {
  const granting = (answers: boolean[]) => {
    let asked = 0;
    mockStorageManager({ persisted: async () => false, persist: async () => answers[asked++] ?? false });
    return () => asked;
  };

  it("asks once on its own, and whenever the user asks for it", async () => {
    const asked = granting([false, false, true]);
    const device = watchDevice(browserNetwork);
    await device.askToKeep();
    await device.askToKeep();
    expect([asked(), device.store.getState().storage]).toEqual([1, "may-be-cleared"]);

    expect(await device.askAgain()).toBe("refused");
    expect(await device.askAgain()).toBe("kept");

    expect([asked(), device.store.getState().storage]).toEqual([3, "kept"]);
  });

  it("reports a browser that cannot be asked", async () => {
    mockStorageManager(undefined);

    expect(await watchDevice(browserNetwork).askAgain()).toBe("cannot-be-asked");
  });
});
