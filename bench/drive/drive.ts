/**
 * The drive server under load: durable creates, reads, lists and polls per second and p99, beside nginx and a bare loop in the same run,
 * and memory at 100,000 files of one account. Goals: reads at least half of nginx, creates at least half of the bare loop, below 150 MB.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Figure } from "../src/figure.ts";
import { CONNECTIONS, CONTENT, checked, type Load, middle, runLoad, toFigures, toPeer, toRequest } from "./load.ts";
import { bareCreatesPerSecond } from "./peers.ts";
import { measureReads } from "./reads.ts";

type Server = { readonly url: string; readonly port: number; residentMb(): number; stop(): Promise<void> };

export async function benchDrive(quick: boolean): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-drive-"));
  const server = await startServer(join(folder, "drive"));
  try {
    const speed = await measureSpeed(server, folder, quick);
    const memory = await measureMemory(server, quick ? 10_000 : 100_000);
    return [...speed, memory];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startServer(folder: string): Promise<Server> {
  const child = spawn(process.execPath, [...startFlags(), await bundleServer(), folder], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await readLine(child);
  return {
    url,
    port: Number(new URL(url).port),
    residentMb: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024, // Linux only
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** The Node flags with which the product is started. */
function startFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start.match(/--\S+/g) ?? [];
}

/** Bundles the server as the product ships it: one file, no TypeScript loader, in a place where its native dependency is found. */
async function bundleServer(): Promise<string> {
  const entry = fileURLToPath(new URL("./serve.ts", import.meta.url));
  const outfile = fileURLToPath(new URL("../node_modules/.cache/drive-serve.mjs", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["better-sqlite3"],
  });
  return outfile;
}

function readLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("the drive did not start")));
  });
}

async function measureSpeed(server: Server, folder: string, quick: boolean): Promise<Figure[]> {
  const creates = quick ? 500 : 4000;
  const reads = quick ? 1000 : 6000;
  const others = quick ? 300 : 3000;
  const ids = await generateIds(server, creates);
  const created = await measureCreates(server, folder, ids);
  const own = { port: server.port, paths: ids.map((id) => `/drive/v3/files/${id}?alt=media`) };
  const read = await measureReads(own, folder, reads);
  const list = `/drive/v3/files?${new URLSearchParams({ pageSize: "100", q: "'root' in parents and trashed=false", fields: "nextPageToken,files(id,name,md5Checksum,appProperties)" })}`;
  const listed = await load(server.port, others, () => toRequest("GET", list));
  const poll = `/drive/v3/changes?${new URLSearchParams({ pageToken: await startToken(server), pageSize: "1000", fields: "newStartPageToken,changes(fileId)" })}`;
  const polled = await load(server.port, others * 3, () => toRequest("GET", poll));
  return [...created, ...read, ...toFigures("list of 100", listed), ...toFigures("changes poll, nothing new", polled)];
}

const ROUNDS = 20;

/** Alternates with the bare loop. Measures many clients at once, whose commits are shared, and a single client, whose commits are not. */
async function measureCreates(server: Server, folder: string, ids: readonly string[]): Promise<Figure[]> {
  const bare: number[] = [];
  const many: Load[] = [];
  const one: Load[] = [];
  const round = ids.length / ROUNDS;
  for (let at = 0; at < ids.length; at += round) {
    const alone = at + Math.floor(round / 5);
    bare.push(bareCreatesPerSecond(join(folder, `bare-${at}`), alone - at, CONTENT));
    one.push(checked(await runLoad(server.port, (index) => toCreate(ids[at + index] ?? ""), { connections: 1, total: alone - at })));
    many.push(
      checked(
        await runLoad(server.port, (index) => toCreate(ids[alone + index] ?? ""), { connections: CONNECTIONS, total: at + round - alone }),
      ),
    );
  }
  const beside = (own: readonly Load[]) => toPeer("write+fsync+rename+commit", own, bare);
  return [
    ...toFigures("durable create of 4 KB", middle(many), beside(many)),
    ...toFigures("durable create of 4 KB, one at a time", middle(one), beside(one)),
  ];
}

/** The first tenth of the run warms up. */
async function load(port: number, total: number, next: (index: number) => Buffer): Promise<Load> {
  await runLoad(port, next, { connections: CONNECTIONS, total: Math.ceil(total / 10) });
  return checked(await runLoad(port, next, { connections: CONNECTIONS, total }));
}

async function measureMemory(server: Server, files: number): Promise<Figure> {
  const ids = await generateIds(server, files);
  const create = (id: string) =>
    toRequest("POST", "/drive/v3/files", { body: Buffer.from(JSON.stringify({ id, name: `${id}.json`, appProperties: { n: id } })) });
  const made = await runLoad(server.port, (index) => create(ids[index] ?? ""), { connections: 64, total: files });
  if (made.failed > 0) throw new Error(`${made.failed} creates failed`);
  await readEverything(server);
  return { area: "drive", name: `memory at ${files.toLocaleString("en")} files`, value: server.residentMb(), unit: "MB", better: "lower" };
}

/** Reads all pages of the list and of the feed, like a first sync. */
async function readEverything(server: Server): Promise<void> {
  let pageToken: string | undefined;
  do {
    const query = new URLSearchParams({
      pageSize: "1000",
      fields: "nextPageToken,files(id,name,appProperties)",
      ...(pageToken !== undefined && { pageToken }),
    });
    pageToken = (await getJson<{ readonly nextPageToken?: string }>(server, `/drive/v3/files?${query}`)).nextPageToken;
  } while (pageToken !== undefined);
  let token: string | undefined = "1";
  while (token !== undefined) {
    const page: { readonly nextPageToken?: string } = await getJson(server, `/drive/v3/changes?pageToken=${token}&pageSize=1000`);
    token = page.nextPageToken;
  }
}

async function generateIds(server: Server, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count)
    ids.push(...(await getJson<{ readonly ids: readonly string[] }>(server, "/drive/v3/files/generateIds?count=1000")).ids);
  return ids;
}

async function startToken(server: Server): Promise<string> {
  return (await getJson<{ readonly startPageToken: string }>(server, "/drive/v3/changes/startPageToken")).startPageToken;
}

async function getJson<Value>(server: Server, path: string): Promise<Value> {
  const response = await fetch(server.url + path, { headers: { authorization: "Bearer bench" } });
  return (await response.json()) as Value;
}

function toCreate(id: string): Buffer {
  const metadata = JSON.stringify({ id, name: `${id}.json`, appProperties: { n: id, k: "note", o: "device", v0: "device:1" } });
  const head = `--b\r\nContent-Type: application/json\r\n\r\n${metadata}\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), CONTENT, Buffer.from("\r\n--b--\r\n")]);
  return toRequest("POST", "/upload/drive/v3/files?uploadType=multipart&fields=id,md5Checksum,version", {
    body,
    contentType: "multipart/related; boundary=b",
  });
}
