/** One turn of the event loop reads a bounded number of rows and bytes, whatever an account stores or requests. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_QUERY_WORK, PIECE_WORK } from "../query/query.ts";
import { STEP_FILES } from "../server/context/commit-plan.ts";
import { anyOrder, anyQuery } from "../testing/arbitraries.ts";
import { toPut } from "../testing/file-records.ts";
import { createRawDrive, type RawDrive } from "../testing/raw-drive.ts";
import { type StatementWatch, watchStatements } from "../testing/statement-watch.ts";
import type { FilePut, MetadataStore } from "./metadata-store.ts";
import { BATCH_BYTES } from "./sqlite/sqlite-commit-queue.ts";
import { MAX_PIECE_ROWS } from "./sqlite/sqlite-lists.ts";
import { openSqliteMetadataStore } from "./sqlite/sqlite-metadata-store.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Includes the rows that a page reads again. */
const MAX_ROWS = MAX_PIECE_ROWS + 1000;
/** The last piece of a search, the first of its page, and one more row, whose size is unknown before it is read. */
const MAX_BYTES = 2 * PIECE_WORK + 120_000;
const [SMALL, LARGE] = [MAX_ROWS + 1000, 120];
const LARGE_NAME = "名".repeat(32_000);

let watch: StatementWatch;
let metadata: MetadataStore;
let drive: RawDrive;
beforeEach(async () => {
  watch = watchStatements();
  metadata = openSqliteMetadataStore(":memory:");
  drive = createRawDrive({ metadata });
});
afterEach(async () => {
  await metadata.close();
  watch.stop();
});

async function put(count: number, toFile: (at: number) => Partial<FilePut> & { readonly id: string }): Promise<void> {
  const puts = Array.from({ length: count }, (_, at) => toPut("", { parentId: "p1", ...toFile(at) }));
  await metadata.commit("ada", { expect: new Map(), puts, removes: [], limitBytes: undefined, at: 1 });
}

/** Large rows before, between and behind small ones, so that the size of one row never predicts the next. */
async function fill(): Promise<void> {
  await put(LARGE, (at) => ({ id: `first${at}`, name: `${LARGE_NAME}${at}` }));
  await put(SMALL, (at) => ({ id: `f${at}`, name: `n${at}`, modifiedTime: (at * 7919) % SMALL }));
  await put(LARGE, (at) => ({ id: `last${at}`, name: `${LARGE_NAME}${at}`, description: "a b c" }));
}

/** Total number of rows counted, to make sure that something was counted at all. */
let looks = 0;

async function expectBounded(run: () => Promise<unknown>, maxBytes = MAX_BYTES): Promise<void> {
  const { rows, bytes } = await watch.most(run);
  looks += rows;
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
}

const terms = (count: number, term: (at: number) => string) => Array.from({ length: count }, (_, at) => term(at)).join(" or ");

describe("the work of one turn", () => {
  it("is bounded for any search in any order, page by page", async () => {
    await fill();
    const search = fc.asyncProperty(anyQuery, anyOrder, fc.integer({ min: 1, max: 1000 }), async (query, order, limit) => {
      await expectBounded(() => metadata.list("ada", { query, order, limit, space: "drive", after: undefined }));
    });
    await fc.assert(search, { numRuns: 15 });
    expect(looks).toBeGreaterThan(SMALL);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["20 searches in texts", { q: terms(20, (at) => `fullText contains 'x${at}'`) }],
    ["20 properties", { q: terms(20, (at) => `properties has { key='k${at}' and value='v' }`) }],
    ["399 names", { q: terms(399, (at) => `name = 'x${at}'`) }],
    ["a page of all that is known", { fields: "*", pageSize: "1000" }],
    ["an order", { orderBy: "name_natural,modifiedTime", pageSize: "1000" }],
    ["another space", { spaces: "appDataFolder" }],
  ])("for a list: %s", async (_name, query) => {
    await fill();
    await expectBounded(() => drive.call("GET", "/drive/v3/files", { query }));
  });

  it("is bounded for changes, the trash, old revisions and uploads", async () => {
    await fill();
    const feed = { afterSeq: 0, limit: 1000, space: "drive", includeRemoved: true } as const;
    await expectBounded(() => metadata.feed("ada", feed));
    await expectBounded(() => metadata.feed("ada", { ...feed, space: "appDataFolder" }));
    await expectBounded(() => metadata.descendants("ada", "p1"));
    await put(SMALL, (at) => ({ id: `t${at}`, explicitlyTrashed: true, trashed: true, trashedTime: 1 }));
    await expectBounded(() => metadata.trash("ada"));
    await expectBounded(() => metadata.trashedBefore(2));
    for (let at = 0; at < 100; at += 1)
      await metadata.putUpload({ id: `u${at}`, accountId: "ada", blobKey: `upload-${at}`, startedAt: at, plan: LARGE_NAME });
    await expectBounded(() => metadata.uploadsBefore(1000, 10));
    await expectBounded(() => metadata.referencedBlobs(Array.from({ length: 100 }, (_, at) => `upload-${at}`)));
  });

  it("is bounded while the trash is emptied, old files are purged and an account is removed", async () => {
    const old = { explicitlyTrashed: true, trashed: true, trashedTime: 1 };
    // A commit reads a row when it checks, counts before, removes and counts after; the following work is read in the same turn.
    const maxBytes = 4 * STEP_FILES * Buffer.byteLength(LARGE_NAME) + MAX_BYTES;
    const ofLarge = (id: string) => put(LARGE, (at) => ({ id: `${id}${at}`, name: LARGE_NAME, ...old }));
    await ofLarge("a");
    await expectBounded(() => drive.call("DELETE", "/drive/v3/files/trash"), maxBytes);
    await ofLarge("b");
    for (let at = 0; at < 60; at += 1)
      await metadata.putUpload({ id: `u${at}`, accountId: "ada", blobKey: `upload-${at}`, startedAt: 1, plan: LARGE_NAME });
    await expectBounded(() => drive.sandbox.sweep(), maxBytes);
    expect((await metadata.trash("ada")).length).toBe(0);
    expect(await metadata.uploadsBefore(10, 10)).toEqual([]);
  });

  it("limits the bytes of one transaction under many concurrent writes", async () => {
    const sizes: number[] = [];
    const running = { is: true, written: 0 };
    const turn = (): void => {
      sizes.push(running.written);
      running.written = 0;
      if (running.is) setImmediate(turn);
    };
    setImmediate(turn);
    const commits = Array.from({ length: 100 }, (_, at) => {
      const puts = [toPut(`c${at}`, { name: LARGE_NAME })];
      const done = metadata.commit("ada", { expect: new Map(), puts, removes: [], limitBytes: undefined, at: 1 });
      return done.then(() => {
        running.written += Buffer.byteLength(LARGE_NAME);
      });
    });
    await Promise.all(commits);
    running.is = false;
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, running.written)).toBe(100 * Buffer.byteLength(LARGE_NAME));
  });
});

describe("the work of one request", () => {
  const costly = terms(20, (at) => `fullText contains 'x${at}' or name contains 'y${at}'`.split(" or ")[at % 2] ?? "");
  /** One and a half times as many files as one request may read. */
  const files = Math.ceil((1.5 * MAX_QUERY_WORK) / (20 * 100_000));

  it("returns a search in parts, each of bounded work, and misses no file", async () => {
    await put(files, (at) => ({ id: `f${at}`, name: `${LARGE_NAME}${at === 3 ? " x0" : ""}` }));
    const found: string[] = [];
    let pages = 0;
    for (let pageToken: string | undefined, isMore = true; isMore; pages += 1) {
      const query = { q: costly, ...(pageToken !== undefined && { pageToken }) };
      const { json } = await drive.call<{ files: { id: string }[]; nextPageToken?: string }>("GET", "/drive/v3/files", { query });
      found.push(...json.files.map(({ id }) => id));
      pageToken = json.nextPageToken;
      isMore = pageToken !== undefined;
    }
    expect(pages).toBe(2);
    expect(found).toEqual(["f3"]);
  });

  it("rejects a sorted search, whose first file may be the last one read", async () => {
    await put(files, (at) => ({ id: `f${at}`, name: LARGE_NAME }));
    const q = terms(20, (at) => `name contains 'y${at}'`);
    const answer = await drive.call("GET", "/drive/v3/files", { query: { q, orderBy: "name" } });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("queryTooCostly");
  });
});
