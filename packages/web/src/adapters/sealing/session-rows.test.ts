// @vitest-environment node
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import { createIndexedKeyStore } from "./documents/key-database.ts";
import type { SessionRow } from "./documents/key-rows.ts";
import { createMemoryKeyStore } from "./testing/memory-key-store.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const aRow = (name: string, sid: string, expiresAt = 1): SessionRow => ({ name, sid, place: 0, expiresAt, wrap: { iv: "i", ct: "c" } });

describe.each([
  ["in IndexedDB", createIndexedKeyStore],
  ["in memory", createMemoryKeyStore],
] as const)("encryption.md 3.5 (8) kept sensitive keys, %s", (_, create) => {
  it("keeps them per tab, and replaces them only while all of them exist", async () => {
    const store = create();
    await store.addSessions([aRow("tab", "one"), aRow("tab", "two"), aRow("tab2", "one")]);
    expect((await store.readSessions("tab")).map(({ sid }) => sid)).toEqual(["one", "two"]);
    expect(await store.replaceSessions([aRow("tab", "one", 2), aRow("tab", "two", 2)])).toBe(true);
    expect((await store.readSessions("tab")).map(({ expiresAt }) => expiresAt)).toEqual([2, 2]);

    await store.forgetSessions(({ name, sid }) => name === "tab" && sid === "two");
    expect(await store.replaceSessions([aRow("tab", "one", 3), aRow("tab", "two", 3)])).toBe(false);
    expect(await store.readSessions("tab")).toEqual([aRow("tab", "one", 2)]);
    expect(await store.readSessions("tab2")).toEqual([aRow("tab2", "one")]);
    await store.clear();
    expect(await store.readSessions("tab2")).toEqual([]);
  });
});
