/**
 * Reads beside nginx over the same files that the drive wrote, and beside a bare Node server, which shows how close to nginx any Node
 * program can get. Measured with three clients, from the most realistic to the cheapest: a slow client makes all servers look alike, so
 * wrk's figures count. nginx runs one worker, because our server is one process, and both keep their connections open.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../src/figure.ts";
import { runClientLoad } from "./client-load.ts";
import { CONNECTIONS, CONTENT, checked, type Load, middle, runLoad, toFigures, toPeer, toRequest } from "./load.ts";
import { startBareNode, startNginx } from "./peers.ts";
import { hasWrk, runWrk } from "./wrk.ts";

const ROUNDS = 7;
/** About as many notes as a user works with; other reads are cold. */
const FILES_AT_HAND = 1000;

type Side = { readonly port: number; readonly paths: readonly string[] };
type ReadMethod = { readonly name: string; read(side: Side): Promise<Load> };
type Sides = { readonly own: Side; readonly nginx: Side | undefined; readonly bare: Side | undefined };

export async function measureReads(own: Side, folder: string, reads: number): Promise<Figure[]> {
  const blobs = join(folder, "drive", "blobs");
  const nginx = await startNginx(blobs, join(folder, "nginx"));
  if (nginx === undefined) process.stdout.write("nginx is not installed: reads are measured without it (apt-get install nginx-light)\n");
  const bare = await startBareNode(CONTENT);
  try {
    const sides: Sides = {
      own,
      nginx: nginx === undefined ? undefined : { port: nginx.port, paths: listPaths(blobs) },
      bare: { port: bare.port, paths: ["/"] },
    };
    const methods = createReadMethods(folder, reads);
    const figures: Figure[] = [];
    for (const method of methods) figures.push(...(await readInTurns("read of 4 KB", method, mapSides(sides, atHand))));
    for (const method of methods.slice(1)) figures.push(...(await readInTurns("cold read of 4 KB", method, { ...sides, bare: undefined })));
    return [...figures, ...(nginx === undefined ? [] : await measurePut(nginx.port))];
  } finally {
    nginx?.stop();
    bare.stop();
  }
}

function createReadMethods(folder: string, reads: number): readonly ReadMethod[] {
  const pathOf =
    ({ paths }: Side) =>
    (index: number) =>
      paths[index % paths.length] ?? "/";
  const client: ReadMethod = {
    name: "",
    read: (side) => runClientLoad(side.port, pathOf(side), { connections: CONNECTIONS, total: reads }),
  };
  const sockets: ReadMethod = {
    name: ", plain sockets",
    read: (side) => runLoad(side.port, (index) => toRequest("GET", pathOf(side)(index)), { connections: CONNECTIONS, total: reads }),
  };
  const wrk: ReadMethod = {
    name: ", wrk (the judged one)",
    read: (side) => runWrk(folder, side.port, { connections: CONNECTIONS, paths: side.paths }),
  };
  return hasWrk() ? [client, sockets, wrk] : [client, sockets];
}

function atHand({ port, paths }: Side): Side {
  return { port, paths: paths.slice(0, FILES_AT_HAND) };
}

function mapSides({ own, nginx, bare }: Sides, change: (side: Side) => Side): Sides {
  return { own: change(own), nginx: nginx === undefined ? undefined : change(nginx), bare };
}

/** Alternates between the servers, so that other load on the machine affects all. Returns medians of the rounds after the first. */
async function readInTurns(name: string, method: ReadMethod, { own, nginx, bare }: Sides): Promise<Figure[]> {
  const loads: Record<"own" | "nginx" | "bare", Load[]> = { own: [], nginx: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    loads.own.push(checked(await method.read(own)));
    if (nginx !== undefined) loads.nginx.push(checked(await method.read(nginx)));
    if (bare !== undefined) loads.bare.push(checked(await method.read(bare)));
  }
  const toRow = (title: string, rounds: readonly Load[]) =>
    toFigures(title, middle(rounds), nginx === undefined ? {} : toPeer("nginx", rounds, loads.nginx.slice(1).map(speed)));
  const figures = toRow(name + method.name, loads.own.slice(1));
  return bare === undefined ? figures : [...figures, ...toRow(`(bare Node server${method.name})`, loads.bare.slice(1))];
}

function speed({ perSecond }: Load): number {
  return perSecond;
}

function listPaths(blobs: string): readonly string[] {
  const shards = readdirSync(blobs).filter((shard) => shard !== "staged");
  return shards.flatMap((shard) => readdirSync(join(blobs, shard)).map((name) => `/${shard}/${name}`));
}

/** For information only: nginx's PUT is not durable. */
async function measurePut(port: number): Promise<Figure[]> {
  const put = await runLoad(port, (index) => toRequest("PUT", `/put/${index}`, { body: CONTENT }), {
    connections: CONNECTIONS,
    total: 500,
  });
  return put.failed > 0 ? [] : toFigures("(nginx's own PUT of 4 KB, no fsync)", put);
}
