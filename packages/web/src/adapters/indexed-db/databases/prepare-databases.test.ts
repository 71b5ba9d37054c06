import "fake-indexeddb/auto";
import { LOCAL_KEYS, SCRATCH_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareDatabases } from "./prepare-databases.ts";

/** A file system with `freeBytes`; larger writes fail with `refusal`. */
function stubBrowser({ freeBytes = Infinity, refusal = "QuotaExceededError", isChromium = true } = {}): void {
  const write = async (bytes: Uint8Array) => {
    if (bytes.length > freeBytes) throw new DOMException("no room", refusal);
  };
  const file = { createWritable: async () => ({ write, abort: async () => undefined }) };
  vi.stubGlobal("navigator", {
    ...(isChromium ? { userAgentData: {} } : {}),
    locks: { request: (_: string, act: () => unknown) => act() },
    storage: { getDirectory: async () => ({ getFileHandle: async () => file, removeEntry: async () => undefined }) },
  });
}

const MEGABYTE = 1024 * 1024;
const opened = () => vi.mocked(indexedDB.open).mock.calls.map(([name]) => name);

describe("B3 Databases of a page that starts", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
    vi.spyOn(indexedDB, "open");
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    kept.clear();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("begins a new log at every start, however the former one ended", async () => {
    stubBrowser();

    expect(await prepareDatabases()).toBe(true);

    expect(opened()).toEqual([SCRATCH_DATABASE.name]);
    await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
  });

  it.each(["QuotaExceededError", "AbortError", "InvalidStateError", "UnknownError"])(
    "does not open a database on a full disk that reports %s",
    async (refusal) => {
      stubBrowser({ freeBytes: MEGABYTE, refusal });

      expect(await prepareDatabases()).toBe(false);

      expect(opened()).toEqual([]);
      expect(kept.get(LOCAL_KEYS.logCut)).toBeDefined();
    },
  );

  it("requires more space once a log is known to be damaged", async () => {
    kept.set(LOCAL_KEYS.logCut, "1");
    stubBrowser({ freeBytes: 8 * MEGABYTE });
    expect(await prepareDatabases()).toBe(false);
    expect(opened()).toEqual([]);

    stubBrowser();
    expect(await prepareDatabases()).toBe(true);
    expect(kept.get(LOCAL_KEYS.logCut)).toBeUndefined();
  });

  it("leaves the databases untouched in a browser without such a log", async () => {
    stubBrowser({ freeBytes: 0, refusal: "UnknownError", isChromium: false });

    expect(await prepareDatabases()).toBe(true);

    expect(opened()).toEqual([]);
  });
});
