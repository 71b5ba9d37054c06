import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { describe, expect, it } from "vitest";
import { readPieces } from "./cloud-reads.ts";

async function storeOf(count: number) {
  globalThis.indexedDB = new IDBFactory();
  const database = await openDB("pieces", 1, { upgrade: (made) => void made.createObjectStore("rows", { keyPath: "id" }) });
  for (let at = 0; at < count; at += 1) await database.put("rows", { id: `row-${at}` });
  return database.transaction("rows").store;
}

describe("a store that is read in pieces", () => {
  it.each([0, 1, 2, 3, 6, 7])("is read completely, each row once and in order, with %i rows", async (count) => {
    const store = await storeOf(count);
    const read = await readPieces(store, (row) => row.id as string, 3);
    expect(read).toEqual(Array.from({ length: count }, (_, at) => `row-${at}`));
  });
});
