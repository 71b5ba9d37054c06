/** Runs the contract on all metadata stores, and compares the stores with each other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OrderKey } from "../query/order-by.ts";
import type { Query } from "../query/query.ts";
import { countMetadata, type FileRecord } from "../records/file-record.ts";
import { anyFilePut, anyOrder, anyQuery } from "../testing/arbitraries.ts";
import { toContent, toPut } from "../testing/file-records.ts";
import { describeMetadataStore } from "../testing/metadata-store-contract.ts";
import { type PostgresServer, startPostgres } from "../testing/postgres-server.ts";
import { createMemoryMetadataStore } from "./memory/memory-metadata-store.ts";
import type { Commit, FilePut, ListCursor, MetadataStore } from "./metadata-store.ts";
import { openPostgresMetadataStore } from "./postgres/postgres-metadata-store.ts";
import { openPostgresPool, type PostgresPool } from "./postgres/postgres-pool.ts";
import { openSqliteMetadataStore } from "./sqlite/sqlite-metadata-store.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

describeMetadataStore("memory", async () => ({ store: createMemoryMetadataStore(), close: async () => undefined }));

describeMetadataStore("sqlite", async () => {
  const store = openSqliteMetadataStore(":memory:");
  return { store, close: () => store.close() };
});

describe("PostgreSQL", () => {
  let server: PostgresServer;
  let pool: PostgresPool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = openPostgresPool(server.url);
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });
  const openEmpty = async () => {
    const store = await openPostgresMetadataStore(pool);
    await pool.query("TRUNCATE drive_accounts, drive_files, drive_revisions, drive_uploads");
    return store;
  };

  describeMetadataStore("postgres", async () => ({ store: await openEmpty(), close: async () => undefined }));

  it("agrees with memory on any search in any order, page by page", () => searchAlike(openEmpty));

  it("names host, operation and cause of a database that is away, and keeps the error of a refused statement", async () => {
    const away = openPostgresPool("postgres://satchel:a-secret@127.0.0.1:9/postgres");
    for (const [operation, run] of [
      ["query", () => away.query("SELECT 1")],
      ["connect", () => away.connect()],
    ] as const) {
      const failure = await run().catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "StoreFailure", details: { host: "127.0.0.1:9", operation, cause: "ECONNREFUSED" } });
      expect(String(failure)).not.toContain("a-secret");
    }
    await away.end();
    await expect(pool.query("SELECT * FROM nothing_here")).rejects.toMatchObject({ name: "error", code: "42P01" });
    const ending = await pool.query("SELECT pg_terminate_backend(pg_backend_pid())").catch((error: unknown) => error);
    expect(ending).toMatchObject({ name: "StoreFailure", details: { operation: "query", cause: "57P01" } });
  });

  it("reports every change in order to a feed reader while two servers write", async () => {
    const pools = [openPostgresPool(server.url), openPostgresPool(server.url)];
    await openEmpty();
    const stores = await Promise.all(pools.map(openPostgresMetadataStore));
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (stores[index % 2] as MetadataStore).commit("ada", { ...NOTHING, puts: [{ ...toPut("x"), id: `f${index}` }] }),
      ),
    ).then(() => "written" as const);
    const seen = new Set<string>();
    const look = async (seq: number): Promise<number> => {
      const page = await (stores[0] as MetadataStore).feed("ada", { afterSeq: seq, limit: 7, space: "drive", includeRemoved: true });
      for (const entry of page.entries) seen.add(entry.kind === "file" ? entry.file.id : entry.fileId);
      return page.seq;
    };
    let seq = 0;
    while ((await Promise.race([writing, look(seq).then((next) => (seq = next))])) !== "written");
    for (let last = -1; last !== seq; ) {
      last = seq;
      seq = await look(seq);
    }

    expect(seen.size).toBe(60);
    await Promise.all(pools.map((each) => each.end()));
  });

  it("never lets an account exceed its limit, however many servers write at once", async () => {
    const store = await openEmpty();
    const put = (id: string) => ({ ...toPut(id), content: toContent(`blob-${id}`, 10) });
    const counted = (file: Pick<FileRecord, "name" | "description" | "originalFilename" | "appProperties" | "properties">) =>
      countMetadata(file) + 10;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.commit("ada", { ...NOTHING, puts: [put(`f${index}`)], limitBytes: 9 * counted(put("f10")) + 5 }),
      ),
    );

    const done = outcomes.flatMap((outcome) => (outcome.kind === "done" ? outcome.files : []));
    expect(done).toHaveLength(9);
    expect(await store.usage("ada")).toEqual({ bytes: done.reduce((sum, file) => sum + counted(file), 0), trashBytes: 0 });
  });

  it("keeps acknowledged data when its connections are cut, and continues", async () => {
    const store = await openEmpty();
    const ids = Array.from({ length: 80 }, (_, index) => `f${index}`);
    const commits = ids.map((id, index) => store.commit(`account-${index % 8}`, { ...NOTHING, puts: [{ ...toPut("x"), id }] }));
    const pendingOutcomes = Promise.allSettled(commits);
    for (let cuts = 0; cuts < 4; cuts += 1) await server.cutConnections();
    const outcomes = await pendingOutcomes;

    const isKept = await Promise.all(ids.map(async (id, index) => (await store.get(`account-${index % 8}`, id)) !== undefined));
    for (const [index, outcome] of outcomes.entries())
      if (outcome.status === "fulfilled") expect([index, isKept[index]]).toEqual([index, true]);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });

  it("works again after its connections were cut", async () => {
    const store = await openEmpty();
    await fill(store, [toPut("a", { name: "kept" })]);
    await server.cutConnections();

    await expect.poll(() => store.get("ada", "f0")).toMatchObject({ name: "kept" });
  });
});

describe("SQL and memory agree", () => {
  it("agree on any search in any order, page by page", () => searchAlike(async () => openSqliteMetadataStore(":memory:")));
});

describe("SQLite on disk", () => {
  it("has all data after reopening", async () => {
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

const NOTHING: Commit = { expect: new Map(), puts: [], removes: [], limitBytes: undefined, at: 1 };

/** `open` returns an empty store and closes the one before it. */
async function searchAlike(open: () => Promise<MetadataStore>): Promise<void> {
  const oneToFive = fc.integer({ min: 1, max: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(anyFilePut, { maxLength: 12 }), anyQuery, anyOrder, oneToFive, async (puts, query, order, limit) => {
      const [memory, sql] = [createMemoryMetadataStore(), await open()];
      for (const store of [memory, sql]) await fill(store, puts);

      expect(await idsOf(sql, query, order, limit)).toEqual(await idsOf(memory, query, order, limit));
      await sql.close();
    }),
    { numRuns: 150 },
  );
}

async function fill(store: MetadataStore, puts: readonly FilePut[]): Promise<void> {
  const named = puts.map((put, index) => ({ ...put, id: `f${index}` }));
  await store.commit("ada", { ...NOTHING, puts: named });
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
