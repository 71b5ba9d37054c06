import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createKeptStore } from "../../../adapters/indexed-db/databases/kept-database.ts";
import { type ClearDeps, clearDevice } from "./clear-device.ts";

const clock = new ManualClock();
let order: string[];

/** Real timers, because IndexedDB needs them; no test reaches a limit. */
const timers = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

function deps(more: Partial<ClearDeps> = {}): ClearDeps {
  return {
    close: async () => void order.push("closed"),
    forgetConnection: () => void order.push("connection"),
    eraseKept: () => createKeptStore().eraseEmpty(),
    timers,
    ...more,
  };
}

beforeEach(() => {
  order = [];
  localStorage.clear();
  sessionStorage.clear();
  globalThis.indexedDB = new IDBFactory();
});

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

describe("B4.7 logout clearing", () => {
  it("deletes the user's databases, caches and storage, but not local mode's", async () => {
    const cached = new Set(["cloud-files", "my-notes", "workbox-precache-v2-https://notes.example/", "other"]);
    vi.stubGlobal("caches", { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) });
    for (const name of ["CloudNotesCache", "NotesAppLocal"]) (await openDB(name, 1)).close();
    const named = [
      "authToken",
      "user",
      "cloudProvider",
      "cloudAccessToken",
      "cloudRefreshToken",
      "cloudUserInfo",
      "onboarding_selectedPlan",
    ];
    for (const key of [...named, "planMove", "lastSyncTime", "emojiRecents"]) localStorage.setItem(key, "something");
    for (const key of ["theme", "localModeEnabled", "localSessionId", "notesListWidth"]) localStorage.setItem(key, "stays");
    for (const key of ["sensitiveToken", "sensitiveExpiry", "sensitiveSession", "sensitivePassword"])
      sessionStorage.setItem(key, "something");

    expect(await clearDevice(deps())).toBe(true);

    expect(order).toEqual(["connection", "closed"]);
    expect(await names()).toEqual(["NotesAppLocal"]);
    expect([...cached]).toEqual(["workbox-precache-v2-https://notes.example/", "other"]);
    expect(Object.keys(localStorage).sort()).toEqual(["localModeEnabled", "localSessionId", "notesListWidth", "theme"]);
    expect(sessionStorage).toHaveLength(0);
    vi.unstubAllGlobals();
  });

  it("reports remaining data if a database is in use, or sealed work is kept", async () => {
    const held = await openDB("CloudNotesCache", 1);
    expect(await clearDevice(deps())).toBe(false);
    held.close();
    await createKeptStore().put([{ vaultId: "v", kind: "note", id: "n", bytes: new Uint8Array(1) }]);
    expect(await clearDevice(deps())).toBe(false);
    expect((await createKeptStore().list("v")).ok).toBe(true);
    expect(await names()).toContain("SatchelKept");
  });

  it("starts a moment later, and gives up after three seconds", async () => {
    const clearing = clearDevice(deps({ close: () => new Promise(() => undefined), timers: clock }));
    await clock.advance(99);
    expect(order).toEqual([]);
    await clock.advance(1);
    expect(order).toEqual(["connection"]);
    await clock.advance(3000);
    expect(await clearing).toBe(false);
  });

  it("keeps the next user's data if a delayed library closes late", async () => {
    let closeAtLast = (): void => undefined;
    const close = () => new Promise<void>((resolve) => (closeAtLast = resolve));
    const eraseKept = async () => order.push("kept") > 0;
    const clearing = clearDevice(deps({ close, eraseKept, timers: clock }));
    await clock.advance(3100);
    expect(await clearing).toBe(false);
    const theirs = await openDB("CloudNotesCache", 1);
    theirs.close();
    localStorage.setItem("authToken", "theirs");
    closeAtLast();
    await clock.advance(0);
    expect(order).toEqual(["connection"]);
    expect(await names()).toContain("CloudNotesCache");
    expect(localStorage.getItem("authToken")).toBe("theirs");
  });
});
