import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultConfig } from "../../sandbox/faults/fault-config.ts";
import { createMemoryMetadataStore } from "../../storage/memory/memory-metadata-store.ts";
import type { MetadataStore } from "../../storage/metadata-store.ts";
import { openSqliteMetadataStore } from "../../storage/sqlite/sqlite-metadata-store.ts";
import { createRawDrive, type RawDrive, reasonOf } from "../../testing/raw-drive.ts";
import type { FileList } from "../../wire/resources.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";

async function readPages(
  drive: RawDrive,
  query: Readonly<Record<string, string>>,
  between: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await drive.call<FileList>("GET", FILES, { query: { ...query, ...(pageToken !== undefined && { pageToken }) } });
    if (page.status !== 200) throw new Error(page.text);
    ids.push(...(page.json.files ?? []).flatMap((file) => file.id ?? []));
    pageToken = page.json.nextPageToken;
    if (pageToken !== undefined) await between();
  } while (pageToken !== undefined);
  return ids;
}

describe("drive contract §1.4 files.list", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const list = (query: Readonly<Record<string, string>> = {}) => drive.call<FileList>("GET", FILES, { query });

  it("returns kind, incompleteSearch and four fields per file by default", async () => {
    const { id } = await drive.make({ name: "n" });

    expect((await list()).json).toEqual({
      kind: "drive#fileList",
      incompleteSearch: false,
      files: [{ kind: "drive#file", id, name: "n", mimeType: "text/plain" }],
    });
  });

  it("includes trashed files unless the search excludes them, and never the root", async () => {
    const { id } = await drive.make({});
    await drive.call("PATCH", `${FILES}/${id}`, { json: { trashed: true } });

    expect((await list()).json.files).toHaveLength(1);
    expect((await list({ q: "trashed = false" })).json.files).toHaveLength(0);
    expect((await list({ q: "mimeType = 'application/vnd.google-apps.folder'" })).json.files).toHaveLength(0);
  });

  it("knows the aliases of folders and of the user", async () => {
    const { id } = await drive.make({});
    await drive.make({ parents: ["appDataFolder"] });

    for (const q of ["'root' in parents", "'me' in owners", "'ada@sandbox.example' in writers"]) {
      expect((await list({ q })).json.files?.map((file) => file.id)).toEqual([id]);
    }
    expect((await list({ q: "'grace@sandbox.example' in owners" })).json.files).toEqual([]);
  });

  it("lists the hidden app folder only in its own space", async () => {
    const hidden = await drive.make({ parents: ["appDataFolder"] });

    expect((await list()).json.files).toEqual([]);
    expect((await list({ spaces: "appDataFolder" })).json.files?.map((file) => file.id)).toEqual([hidden.id]);
  });

  it("finds a file by its property", async () => {
    const { id } = await drive.make({ appProperties: { t: "target" } });
    await drive.make({ appProperties: { t: "other" } });

    expect(
      (await list({ q: "appProperties has { key='t' and value='target' } and trashed = false" })).json.files?.map((file) => file.id),
    ).toEqual([id]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["400 invalid q", { q: "nonsense" }],
    ["400 invalid orderBy", { orderBy: "size" }],
    ["400 invalid pageSize", { pageSize: "0" }],
    ["400 invalid pageSize", { pageSize: "1001" }],
    ["400 badRequest pageSize", { pageSize: "" }],
    ["400 badRequest pageSize", { pageSize: "ten" }],
    ["400 invalid pageToken", { pageToken: "invented" }],
    ["400 invalid pageToken", { pageToken: "" }],
    ["400 invalid spaces", { spaces: "photos" }],
    ["400 invalid corpora", { corpora: "mine" }],
    ["400 invalid alt", { alt: "media" }],
    ["400 invalid alt", { alt: "proto" }],
    ["400 invalidParameter fields", { fields: "id" }],
    ["400 badRequest", { q: "fullText contains 'x'", orderBy: "name" }],
    ["403 teamDrivesParameterRequired includeItemsFromAllDrives", { includeItemsFromAllDrives: "true" }],
  ])("%s for %j", async (reason, query) => {
    expect(reasonOf(await list(query))).toBe(reason);
  });

  it("uses the first of a repeated parameter and ignores unknown ones", async () => {
    await drive.make({});
    const answer = await drive.call<FileList>(
      "GET",
      `${FILES}?fields=kind&fields=nonsense&pageSize=1&pageSize=0&whatever=1&supportsAllDrives=true&prettyPrint=false&key=x`,
    );

    expect(answer.json).toEqual({ kind: "drive#fileList" });
  });

  it("returns an empty object for an empty mask", async () => {
    expect((await list({ fields: "" })).json).toEqual({});
  });

  it("binds a page token to its search, order and account", async () => {
    for (let index = 0; index < 3; index += 1) await drive.make({});
    const pageToken = (await list({ pageSize: "1" })).json.nextPageToken ?? "";

    expect((await list({ pageSize: "1", pageToken })).status).toBe(200);
    expect(reasonOf(await list({ pageToken, q: "trashed = false" }))).toBe("400 invalid pageToken");
    expect(reasonOf(await list({ pageToken, orderBy: "name" }))).toBe("400 invalid pageToken");
    expect(reasonOf(await drive.call("GET", FILES, { query: { pageToken }, token: drive.tokenOf("grace") }))).toBe("400 invalid pageToken");
  });

  it.each<[string, () => MetadataStore, FaultConfig]>([
    ["in memory", createMemoryMetadataStore, {}],
    ["in SQL", () => openSqliteMetadataStore(":memory:"), {}],
    ["on short and empty pages", createMemoryMetadataStore, { shortPages: true }],
  ])("misses no file that was not touched while the pages were read, and shows none twice, %s", async (_, openStore, faults) => {
    const anyAction = fc.record({ kind: fc.constantFrom("make", "rename", "trash", "delete"), at: fc.nat() });
    const property = fc.asyncProperty(
      fc.array(fc.array(anyAction, { maxLength: 3 }), { maxLength: 8 }),
      fc.constantFrom("", "name", "modifiedTime desc", "folder,name desc"),
      fc.integer({ min: 1, max: 4 }),
      async (rounds, orderBy, pageSize) => {
        const metadata = openStore();
        const fresh = createRawDrive({ metadata, faults });
        const made: string[] = [];
        for (let index = 0; index < 9; index += 1) made.push((await fresh.make({ name: `n${(index * 7) % 9}` })).id);
        const touched = new Set<string>();
        const rest = [...rounds];
        const act = async () => {
          for (const action of rest.shift() ?? []) await run(fresh, action, made, touched);
        };

        const seen = await readPages(fresh, { pageSize: String(pageSize), ...(orderBy !== "" && { orderBy }) }, act);

        const unique = new Set(seen);
        for (const id of made.slice(0, 9)) if (!touched.has(id)) expect(unique).toContain(id);
        for (const id of unique) if (!touched.has(id)) expect(seen.filter((other) => other === id)).toHaveLength(1);
        await metadata.close();
      },
    );

    await fc.assert(property, { numRuns: 40 });
  });
});

describe("searches that read every file", () => {
  const DESCRIPTION = "word ".repeat(800);

  it("let other work run between their pieces, and find the right files", async () => {
    const metadata = openSqliteMetadataStore(":memory:");
    const drive = createRawDrive({ metadata });
    for (let index = 0; index < 120; index += 1) await drive.make({ name: `n${index}`, description: `${DESCRIPTION} mark${index % 3}` });
    const q = Array.from({ length: 20 }, (_, at) => `fullText contains 'mark1${at === 0 ? "" : ` x${at}`}'`).join(" or ");
    let turns = 0;
    const running = { is: true };
    const count = (): void => {
      turns += 1;
      if (running.is) setImmediate(count);
    };
    setImmediate(count);

    const pages = await readPages(drive, { q, pageSize: "20" });
    running.is = false;

    expect(pages).toHaveLength(40);
    expect(new Set(pages).size).toBe(40);
    // There are two pages, each read in at least four pieces.
    expect(turns).toBeGreaterThanOrEqual(6);
    await metadata.close();
  });

  it("are limited to twenty such terms", async () => {
    const drive = createRawDrive();
    const of = (count: number, term: string) => Array.from({ length: count }, () => term).join(" or ");
    for (const term of [
      "fullText contains 'x'",
      "name contains 'x'",
      "not mimeType contains 'x'",
      "appProperties has { key='a' and value='b' }",
    ]) {
      expect((await drive.call("GET", FILES, { query: { q: of(20, term) } })).status).toBe(200);
      expect(reasonOf(await drive.call("GET", FILES, { query: { q: of(21, term) } }))).toBe("400 invalid q");
    }
    expect((await drive.call("GET", FILES, { query: { q: of(100, "'root' in parents") } })).status).toBe(200);
  });
});

describe("calls in a minute", () => {
  it("are counted per account and batched call, and rejected with a retry time", async () => {
    const drive = createRawDrive({ limits: { callsPerMinute: 100, searchWeight: 60 } });
    const about = (token = drive.tokenOf()) => drive.call("GET", "/drive/v3/about", { query: { fields: "user" }, token });
    for (let at = 0; at < 100; at += 1) expect((await about()).status).toBe(200);
    await drive.clock.advance(20_000);

    const refused = await about();
    expect([reasonOf(refused), refused.headers.get("retry-after")]).toEqual(["429 rateLimitExceeded", "40"]);
    expect((await about(drive.tokenOf("grace"))).status).toBe(200);
    await drive.clock.advance(40_000);
    expect((await about()).status).toBe(200);
  });

  it("count more if they read every file", async () => {
    const drive = createRawDrive({ limits: { callsPerMinute: 100, searchWeight: 60 } });
    const search = () => drive.call("GET", FILES, { query: { q: "name contains 'x'" } });

    expect((await search()).status).toBe(200);
    expect(reasonOf(await search())).toBe("429 rateLimitExceeded");
    expect((await drive.call("GET", FILES, { query: { q: "'root' in parents" } })).status).toBe(200);
  });
});

type Action = { readonly kind: string; readonly at: number };

async function run(drive: RawDrive, action: Action, made: string[], touched: Set<string>): Promise<void> {
  const id = made[action.at % made.length] ?? "";
  if (action.kind === "make") {
    made.push((await drive.make({ name: `x${action.at}` })).id);
    return;
  }
  touched.add(id);
  if (action.kind === "rename") await drive.call("PATCH", `${FILES}/${id}`, { json: { name: `r${action.at}` } });
  if (action.kind === "trash") await drive.call("PATCH", `${FILES}/${id}`, { json: { trashed: true } });
  if (action.kind === "delete") await drive.call("DELETE", `${FILES}/${id}`);
}
