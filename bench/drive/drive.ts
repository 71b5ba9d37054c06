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
import { type Load, runLoad, toRequest } from "./load.ts";
import { bareCreatesPerSecond, startNginx } from "./peers.ts";

const CONNECTIONS = 16;
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
  const reads = quick ? 3000 : 30_000;
  const others = quick ? 300 : 3000;
  const bare = bareCreatesPerSecond(join(folder, "bare"), creates, CONTENT);
  const ids = await generateIds(server, creates);
  const created = await load(server.port, creates, (index) => toCreate(ids[index] ?? ""));
  const read = await load(server.port, reads, (index) => toRequest("GET", `/drive/v3/files/${ids[index % creates]}?alt=media`));
  const beside = await measureNginx(folder, reads);
  const list =
    "/drive/v3/files?pageSize=100&q=%27root%27%20in%20parents%20and%20trashed%3Dfalse&fields=nextPageToken,files(id,name,md5Checksum,appProperties)";
  const listed = await load(server.port, others, () => toRequest("GET", list));
  const token = await startToken(server);
  const polled = await load(server.port, others * 3, () =>
    toRequest("GET", `/drive/v3/changes?pageToken=${token}&pageSize=1000&fields=newStartPageToken,changes(fileId)`),
  );
  return [
    ...toFigures("durable create of 4 KB", created, { peer: "write+fsync+rename+commit", peerValue: bare }),
    ...toFigures("read of 4 KB", read, beside === undefined ? {} : { peer: "nginx", peerValue: beside.read.perSecond }),
    ...(beside?.put === undefined ? [] : toFigures("(nginx's own PUT of 4 KB, no fsync)", beside.put, {})),
    ...toFigures("list of 100", listed, {}),
    ...toFigures("changes poll, nothing new", polled, {}),
  ];
}

function toFigures(name: string, { perSecond, p99Ms }: Load, peer: Pick<Figure, "peer" | "peerValue"> | object): Figure[] {
  const rounded = "peerValue" in peer ? { ...peer, peerValue: Math.round(Number(peer.peerValue)) } : {};
  return [
    { area: "drive", name, value: perSecond, unit: "/s", better: "higher", ...rounded },
    { area: "drive", name: `${name}, p99`, value: p99Ms, unit: "ms", better: "lower" },
  ];
}

/** After a tenth of the run to warm up. */
async function load(port: number, total: number, next: (index: number) => Buffer): Promise<Load> {
  const isRead = next(0).subarray(0, 3).toString() === "GET";
  if (isRead) await runLoad(port, CONNECTIONS, Math.ceil(total / 10), next);
  const result = await runLoad(port, CONNECTIONS, total, next);
  if (result.failed > 0) throw new Error(`${result.failed} of ${total} requests failed`);
  return result;
}

/** Over the very files the drive wrote. */
async function measureNginx(folder: string, reads: number): Promise<{ readonly read: Load; readonly put: Load | undefined } | undefined> {
  const blobs = join(folder, "drive", "blobs");
  const nginx = await startNginx(blobs, join(folder, "nginx"));
  if (nginx === undefined) {
    process.stdout.write("nginx is not installed: reads are measured alone (apt-get install nginx-light)\n");
    return undefined;
  }
  try {
    const paths = readdirSync(blobs)
      .filter((shard) => shard !== "staged")
      .flatMap((shard) => readdirSync(join(blobs, shard)).map((name) => `/${shard}/${name}`));
    const read = await load(nginx.port, reads, (index) => toRequest("GET", paths[index % paths.length] ?? "/"));
    const put = await runLoad(nginx.port, CONNECTIONS, 500, (index) => toRequest("PUT", `/put/${index}`, CONTENT));
    return { read, put: put.failed > 0 ? undefined : put };
  } finally {
    nginx.stop();
  }
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
