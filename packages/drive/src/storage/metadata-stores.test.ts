/** Both metadata stores against one contract, and against each other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { OrderKey } from "../query/order-by.ts";
import type { Query } from "../query/query.ts";
import { anyFilePut, anyOrder, anyQuery } from "../testing/arbitraries.ts";
import { toPut } from "../testing/file-records.ts";
import { describeMetadataStore } from "../testing/metadata-store-contract.ts";
import { createMemoryMetadataStore } from "./memory-metadata-store.ts";
import type { FilePut, ListCursor, MetadataStore } from "./metadata-store.ts";
import { openSqliteMetadataStore } from "./sqlite-metadata-store.ts";

// Slow on a busy machine, never by design: nothing here waits for real time.
vi.setConfig({ testTimeout: 90_000 });

describeMetadataStore("memory", async () => ({ store: createMemoryMetadataStore(), close: async () => undefined }));

describeMetadataStore("sqlite", async () => {
  const store = openSqliteMetadataStore(":memory:");
  return { store, close: () => store.close() };
});

describe("SQL and memory agree", () => {
  it("on any search in any order, page by page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFilePut, { maxLength: 12 }),
        anyQuery,
        anyOrder,
        fc.integer({ min: 1, max: 5 }),
        async (puts, query, order, limit) => {
          const memory = createMemoryMetadataStore();
          const sqlite = openSqliteMetadataStore(":memory:");
          for (const store of [memory, sqlite]) await fill(store, puts);

          expect(await idsOf(sqlite, query, order, limit)).toEqual(await idsOf(memory, query, order, limit));
          await sqlite.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("SQLite on disk", () => {
  it("has everything again after it was closed", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "drive-"));
    const file = path.join(folder, "drive.sqlite");
    const first = openSqliteMetadataStore(file);
    await fill(first, [toPut("a", { name: "kept" })]);
    await first.close();

    const second = openSqliteMetadataStore(file);

    expect(await second.get("ada", "f0")).toMatchObject({ name: "kept" });
    await second.close();
    rmSync(folder, { recursive: true });
  });
});

async function fill(store: MetadataStore, puts: readonly FilePut[]): Promise<void> {
  const named = puts.map((put, index) => ({ ...put, id: `f${index}` }));
  await store.commit("ada", { expect: new Map(), puts: named, removes: [], limitBytes: undefined, at: 1 });
}

async function idsOf(store: MetadataStore, query: Query, order: readonly OrderKey[], limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: ListCursor | undefined;
  do {
    const page = await store.list("ada", { query, space: "drive", order, limit, after });
    ids.push(...page.files.map((file) => file.id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}
