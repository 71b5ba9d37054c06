import "fake-indexeddb/auto";
import { openDB, unwrap } from "idb";
import { describe, expect, it } from "vitest";
import { guarded, whenDone } from "./idb-problems.ts";

describe("a transaction with requests that are not awaited", () => {
  it("reports why the first request failed", async () => {
    const database = await openDB("problems", 1, { upgrade: (made) => void made.createObjectStore("rows") });
    const transaction = database.transaction("rows", "readwrite");
    const done = whenDone(transaction);
    const store = unwrap(transaction).objectStore("rows");

    store.add("one", "key");
    store.add("other", "key");

    expect(await guarded(() => done)).toEqual({ ok: false, problem: { kind: "storage-broken", detail: "ConstraintError" } });
    expect(await database.get("rows", "key")).toBeUndefined();
  });
});
