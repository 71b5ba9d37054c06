/** No request may delay the others: work on many rows is split into pieces. Counted in turns of the event loop, not in time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileRecord } from "../records/file-record.ts";
import { createRawDrive, type RawDrive } from "../testing/raw-drive.ts";
import type { MetadataStore } from "./metadata-store.ts";
import { MAX_PAGE_CHARS, MAX_PIECE_ROWS } from "./sqlite/sqlite-lists.ts";
import { openSqliteMetadataStore } from "./sqlite/sqlite-metadata-store.ts";

const FILES = 5000;
const PIECES = Math.floor(FILES / MAX_PIECE_ROWS);

let metadata: MetadataStore;
let drive: RawDrive;
let folder: string;
let template: FileRecord;
beforeAll(async () => {
  metadata = openSqliteMetadataStore(":memory:");
  drive = createRawDrive({ metadata });
  folder = await drive.folder("many");
  const { id } = await drive.make({ name: "one" });
  const made = await metadata.get("ada", id);
  if (made === undefined) throw new Error("no file");
  template = { ...made, content: undefined, headRevisionId: undefined, parentId: folder };
  await put(FILES, (at) => ({ ...template, id: `f${at}`, name: `n${at}`, modifiedTime: (at * 7919) % FILES }));
});
afterAll(() => metadata.close());

async function put(count: number, toFile: (at: number) => FileRecord): Promise<void> {
  const puts = Array.from({ length: count }, (_, at) => toFile(at));
  await metadata.commit("ada", { expect: new Map(), puts, removes: [], limitBytes: undefined, at: 1 });
}

/** Counts the turns that other work gets while `run` runs. */
async function turnsOf(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const running = { is: true };
  const count = (): void => {
    turns += 1;
    if (running.is) setImmediate(count);
  };
  setImmediate(count);
  await run();
  running.is = false;
  return turns;
}

const list = (query: Readonly<Record<string, string>>) =>
  drive.call<{ readonly files: readonly unknown[]; readonly nextPageToken?: string }>("GET", "/drive/v3/files", { query });

describe("requests over many files", () => {
  const terms = Array.from({ length: 399 }, (_, at) => `name = 'x${at}'`).join(" or ");

  it.each<[string, Readonly<Record<string, string>>]>([
    ["an order", { orderBy: "name", pageSize: "10" }],
    ["an order within a folder", { orderBy: "modifiedTime desc,name", q: "'FOLDER' in parents", pageSize: "10" }],
    ["a search that finds nothing", { q: "trashed = true" }],
    ["one that finds nothing in a folder", { q: "'FOLDER' in parents and trashed = true" }],
    ["399 terms", { q: terms }],
    ["folders that are no index", { q: "'FOLDER' in parents and name = 'x' or 'FOLDER' in parents and name = 'y'" }],
  ])("let others have their turn: %s", async (_name, query) => {
    const q = query.q?.replaceAll("FOLDER", folder);
    expect(await turnsOf(() => list({ ...query, ...(q !== undefined && { q }) }))).toBeGreaterThanOrEqual(PIECES);
  });

  it.each<[string, string]>([
    ["all files", ""],
    ["folders that are no index", "'FOLDER' in parents or 'OTHER' in parents"],
    ["a range of times", "('FOLDER' in parents or 'OTHER' in parents) and modifiedTime < '2026-01-01T00:00:00Z'"],
  ])("look at no more rows than a page holds where an index has the order: %s", async (_name, q) => {
    const query = { orderBy: "modifiedTime desc", pageSize: "10", q: q.replaceAll("FOLDER", folder) };
    const { nextPageToken: pageToken = "" } = (await list(query)).json;

    expect(await turnsOf(() => list({ ...query, pageToken }))).toBeLessThan(PIECES);
  });

  it("do so in the changes feed, even if all rows are filtered out", async () => {
    const query = { pageToken: "1", spaces: "appDataFolder" };
    expect(await turnsOf(() => drive.call("GET", "/drive/v3/changes", { query }))).toBeGreaterThanOrEqual(PIECES);
  });

  it("end a page early if its files are large, and continue behind it", async () => {
    const description = "d".repeat(4096);
    await put(600, (at) => ({ ...template, id: `big${at}`, name: `big${at}`, parentId: "elsewhere", description }));
    for (const q of ["'elsewhere' in parents", "name contains 'big'"]) {
      const names: string[] = [];
      for (let pageToken: string | undefined, pages = 0; pages === 0 || pageToken !== undefined; pages += 1) {
        const query = { q, pageSize: "1000", fields: "*", ...(pageToken !== undefined && { pageToken }) };
        const { json } = await drive.call<{ files: { name: string; description: string }[]; nextPageToken?: string }>(
          "GET",
          "/drive/v3/files",
          { query },
        );
        expect(json.files.length * description.length).toBeLessThanOrEqual(MAX_PAGE_CHARS);
        names.push(...json.files.map(({ name }) => name));
        pageToken = json.nextPageToken;
      }
      expect(names).toHaveLength(600);
      expect(new Set(names).size).toBe(600);
    }
    const fed: string[] = [];
    for (let pageToken = "1", isLast = false; !isLast; ) {
      type Changes = { changes: { fileId: string }[]; nextPageToken?: string; newStartPageToken?: string };
      const query = { pageToken, pageSize: "1000", fields: "*" };
      const { json } = await drive.call<Changes>("GET", "/drive/v3/changes", { query });
      fed.push(...json.changes.map(({ fileId }) => fileId));
      isLast = json.nextPageToken === undefined;
      pageToken = json.nextPageToken ?? pageToken;
    }
    expect(fed.filter((id) => id.startsWith("big"))).toHaveLength(600);
    expect(new Set(fed).size).toBe(FILES + 602);
  });

  it("trash, restore and delete a large folder in several commits", async () => {
    const patch = (trashed: boolean) => drive.call("PATCH", `/drive/v3/files/${folder}`, { json: { trashed } });
    const inFolder = async (q: string) => (await metadata.descendants("ada", folder)).filter(({ trashed }) => String(trashed) === q).length;

    expect(await turnsOf(() => patch(true))).toBeGreaterThanOrEqual(FILES / 50);
    expect(await inFolder("true")).toBe(FILES);
    await patch(false);
    expect(await inFolder("false")).toBe(FILES);
    const id = `/drive/v3/files/${folder}`;
    const start = (await drive.call<{ startPageToken: string }>("GET", "/drive/v3/changes/startPageToken")).json;
    expect(await turnsOf(() => drive.call("DELETE", id))).toBeGreaterThanOrEqual(FILES / 50);
    expect((await drive.call("GET", id)).status).toBe(404);
    expect((await drive.call("GET", "/drive/v3/files/f7")).status).toBe(404);
    // Removed rows stay in the feed.
    const query = { pageToken: start.startPageToken, includeRemoved: "false" };
    expect(await turnsOf(() => drive.call("GET", "/drive/v3/changes", { query }))).toBeGreaterThanOrEqual(PIECES);
  });

  it("complete an interrupted change when repeated", async () => {
    const other = await drive.folder("half");
    await put(60, (at) => ({ ...template, id: `half${at}`, name: `half${at}`, parentId: other, trashed: at < 20 }));

    expect((await drive.call("PATCH", `/drive/v3/files/${other}`, { json: { trashed: false } })).status).toBe(200);
    expect((await metadata.descendants("ada", other)).filter(({ trashed }) => trashed)).toEqual([]);
  });
});
