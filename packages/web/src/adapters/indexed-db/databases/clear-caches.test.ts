import "fake-indexeddb/auto";
import { CLOUD_DATABASE, KEPT_DATABASE, LOCAL_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { browserTimers } from "../../browser/environment.ts";
import { clearCaches } from "./clear-caches.ts";

const cachesOf = (names: string[]) =>
  ({
    keys: async () => [...names],
    delete: async (name: string) => names.splice(names.indexOf(name), 1).length > 0,
  }) as unknown as CacheStorage;

const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

function makeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
}

const empty = (): void => {
  localStorage.clear();
  sessionStorage.clear();
};
beforeEach(() => {
  empty();
  // Other test files in this worker leave databases of later versions behind.
  globalThis.indexedDB = new IDBFactory();
});
afterEach(empty);

describe("B4 Logout clearing: the clear-all-caches helper", () => {
  it("empties local and session storage, the account's database and every cache", async () => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("of an older version", "x");
    sessionStorage.setItem("windowId", "w");
    await makeDatabase(CLOUD_DATABASE.name);
    const names = ["workbox-precache-v2", "notes-cache"];
    expect(await clearCaches(browserTimers, { local: localStorage, session: sessionStorage, caches: cachesOf(names) })).toBe(true);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(names).toEqual([]);
    expect(await databaseNames()).not.toContain(CLOUD_DATABASE.name);
  });

  it("keeps local mode's data, and sealed work that waits for its owner", async () => {
    localStorage.setItem(LOCAL_KEYS.localModeEnabled, "true");
    localStorage.setItem(LOCAL_KEYS.localSessionId, "local-1");
    localStorage.setItem(LOCAL_KEYS.erasing, "true");
    localStorage.setItem("theme", "dark");
    for (const { name } of [LOCAL_DATABASE, KEPT_DATABASE]) await makeDatabase(name);
    await clearCaches(browserTimers, { local: localStorage, session: sessionStorage, caches: undefined });
    expect(Object.keys(localStorage).sort()).toEqual([LOCAL_KEYS.erasing, LOCAL_KEYS.localModeEnabled, LOCAL_KEYS.localSessionId].sort());
    expect(await databaseNames()).toEqual(expect.arrayContaining([LOCAL_DATABASE.name, KEPT_DATABASE.name]));
  });

  it("reports that data may remain if a cache does not respond", async () => {
    const caches = { keys: () => Promise.reject(new Error("refused")), delete: async () => true } as unknown as CacheStorage;
    expect(await clearCaches(browserTimers, { local: localStorage, session: sessionStorage, caches })).toBe(false);
  });
});
