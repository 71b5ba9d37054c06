import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { eraseDatabase } from "./kept-database.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

describe("B4.7, B9 deleting a database", () => {
  it("deletes it at once if no connection is open", async () => {
    (await openDB("CloudNotesCache", 1)).close();
    expect((await eraseDatabase("CloudNotesCache", new ManualClock())).ok).toBe(true);
    expect(await names()).toEqual([]);
  });

  it("tries three times with growing pauses, then reports that it is blocked", async () => {
    const held = await openDB("CloudNotesCache", 1);
    const pauses: number[] = [];
    const timers = {
      after(delayMs: number, run: () => void) {
        pauses.push(delayMs);
        void flushPromises().then(run);
        return () => undefined;
      },
    };
    expect(await eraseDatabase("CloudNotesCache", timers)).toEqual({ ok: false, problem: { kind: "storage-broken", detail: "blocked" } });
    expect(pauses).toHaveLength(3);
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
    expect(new Set(pauses).size).toBe(3);
    held.close();
  });

  it("does not start a try once the time is up", async () => {
    (await openDB("CloudNotesCache", 1)).close();
    expect((await eraseDatabase("CloudNotesCache", new ManualClock(), () => true)).ok).toBe(false);
    expect(await names()).toEqual(["CloudNotesCache"]);
  });
});
