/**
 * The drive server under load: durable creates, reads, lists and polls per second and p99, beside nginx and a bare loop in the same run;
 * memory at 100,000 files of one account. Goals: reads at least half of nginx, creates at least half of the bare loop, below 150 MB.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Figure } from "../src/figure.ts";
import { runClientLoad } from "./client-load.ts";
import { type Load, runLoad, toRequest } from "./load.ts";
import { bareCreatesPerSecond, startNginx } from "./peers.ts";

const CONNECTIONS = 16;
const ROUNDS = 5;
const FILES_READ = 1000;
const CONTENT = Buffer.alloc(4096, "0123456789abcdef");

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
  const child = spawn(process.execPath, [await bundleServer(), folder], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await readLine(child);
  return {
    url,
    port: Number(new URL(url).port),
    residentMb: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** As the product ships it: one file, no TypeScript loader. It lies where its native dependency is found. */
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
  const bare = bareCreatesPerSecond(join(folder, "bare"), creates, CONTENT);
  const ids = await generateIds(server, creates);
  const created = await load(server.port, creates, (index) => toCreate(ids[index] ?? ""));
  const pathOf = (index: number) => `/drive/v3/files/${ids[index % Math.min(ids.length, FILES_READ)]}?alt=media`;
  const read = await measureReads(server.port, pathOf, folder, reads);
  const list = `/drive/v3/files?${new URLSearchParams({ pageSize: "100", q: "'root' in parents and trashed=false", fields: "nextPageToken,files(id,name,md5Checksum,appProperties)" })}`;
  const listed = await load(server.port, others, () => toRequest("GET", list));
  const poll = `/drive/v3/changes?${new URLSearchParams({ pageToken: await startToken(server), pageSize: "1000", fields: "newStartPageToken,changes(fileId)" })}`;
  const polled = await load(server.port, others * 3, () => toRequest("GET", poll));
  return [
    ...toFigures("durable create of 4 KB", created, { peer: "write+fsync+rename+commit", peerValue: Math.round(bare) }),
    ...read,
    ...toFigures("list of 100", listed),
    ...toFigures("changes poll, nothing new", polled),
  ];
}

type Peer = { readonly peer?: string; readonly peerValue?: number };

function toFigures(name: string, { perSecond, p99Ms }: Pick<Load, "perSecond" | "p99Ms">, peer: Peer = {}): Figure[] {
  return [
    { area: "drive", name, value: perSecond, unit: "/s", better: "higher", ...peer },
    { area: "drive", name: `${name}, p99`, value: p99Ms, unit: "ms", better: "lower" },
  ];
}

/** After a tenth of the run to warm up. */
async function load(port: number, total: number, next: (index: number) => Buffer): Promise<Load> {
  const isRead = next(0).subarray(0, 3).toString() === "GET";
  if (isRead) await runLoad(port, CONNECTIONS, Math.ceil(total / 10), next);
  return checked(await runLoad(port, CONNECTIONS, total, next));
}

function checked(result: Load): Load {
  if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
  return result;
}

type Reader = (port: number, pathOf: (index: number) => string) => Promise<Load>;

/** Beside nginx over the very files the drive wrote: once through Node's HTTP client, once over plain sockets, which cost the asker least. */
async function measureReads(port: number, pathOf: (index: number) => string, folder: string, reads: number): Promise<Figure[]> {
  const blobs = join(folder, "drive", "blobs");
  const nginx = await startNginx(blobs, join(folder, "nginx"));
  if (nginx === undefined) process.stdout.write("nginx is not installed: reads are measured alone (apt-get install nginx-light)\n");
  const paths = listPaths(blobs);
  const peer =
    nginx === undefined
      ? undefined
      : { port: nginx.port, pathOf: (index: number) => paths[index % Math.min(paths.length, FILES_READ)] ?? "/" };
  const throughClient: Reader = (to, path) => runClientLoad(to, CONNECTIONS, reads, path).then(checked);
  const overSockets: Reader = (to, path) => runLoad(to, CONNECTIONS, reads, (index) => toRequest("GET", path(index))).then(checked);
  try {
    return [
      ...(await besidePeer("read of 4 KB", throughClient, { port, pathOf }, peer)),
      ...(await besidePeer("read of 4 KB, plain sockets", overSockets, { port, pathOf }, peer)),
      ...(nginx === undefined ? [] : await measurePut(nginx.port)),
    ];
  } finally {
    nginx?.stop();
  }
}

type Side = { readonly port: number; readonly pathOf: (index: number) => string };

/** In turns, so that whatever else the machine does meets both; medians of the rounds after the first. */
async function besidePeer(name: string, read: Reader, own: Side, peer: Side | undefined): Promise<Figure[]> {
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    ours.push(await read(own.port, own.pathOf));
    if (peer !== undefined) theirs.push(await read(peer.port, peer.pathOf));
  }
  const middle = (loads: readonly Load[], pick: (load: Load) => number) => median(loads.slice(1).map(pick));
  const result = { perSecond: middle(ours, (load) => load.perSecond), p99Ms: middle(ours, (load) => load.p99Ms) };
  return toFigures(
    name,
    result,
    peer === undefined ? {} : { peer: "nginx", peerValue: Math.round(middle(theirs, (load) => load.perSecond)) },
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function listPaths(blobs: string): readonly string[] {
  const shards = readdirSync(blobs).filter((shard) => shard !== "staged");
  return shards.flatMap((shard) => readdirSync(join(blobs, shard)).map((name) => `/${shard}/${name}`));
}

/** Only told: nothing of it is durable. */
async function measurePut(port: number): Promise<Figure[]> {
  const put = await runLoad(port, CONNECTIONS, 500, (index) => toRequest("PUT", `/put/${index}`, CONTENT));
  return put.failed > 0 ? [] : toFigures("(nginx's own PUT of 4 KB, no fsync)", put);
}

async function measureMemory(server: Server, files: number): Promise<Figure> {
  const ids = await generateIds(server, files);
  const create = (id: string) =>
    toRequest("POST", "/drive/v3/files", Buffer.from(JSON.stringify({ id, name: `${id}.json`, appProperties: { n: id } })));
  const made = await runLoad(server.port, 64, files, (index) => create(ids[index] ?? ""));
  if (made.failed > 0) throw new Error(`${made.failed} creates failed`);
  await readEverything(server);
  return { area: "drive", name: `memory at ${files.toLocaleString("en")} files`, value: server.residentMb(), unit: "MB", better: "lower" };
}

/** All pages of the list and of the feed, as a first sync reads them. */
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
  return toRequest(
    "POST",
    "/upload/drive/v3/files?uploadType=multipart&fields=id,md5Checksum,version",
    body,
    "multipart/related; boundary=b",
  );
}
