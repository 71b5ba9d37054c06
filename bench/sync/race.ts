/**
 * Measures the time until a new device has everything, beside similar programs, each on its own server with the same notes and the same
 * round trip: in memory, and in a browser's store. Goals: the first screen within a second, all notes no later than RxDB, one request if
 * there is nothing to do.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Figure, notMeasured } from "../src/figure.ts";
import { bundleForNode, type Running, runChild, startChild } from "./child.ts";
import { createDevice } from "./clients/device.ts";
import { driveAt } from "./clients/drive-at.ts";
import { makeKeys } from "./clients/keys.ts";
import { type CorpusNote, makeCorpus } from "./corpus.ts";
import { bundleForPage, openPages, type Pages } from "./pages.ts";
import { ensurePeer } from "./peers/ensure-peer.ts";
import { createProfile, serveWebDav, writeTarget } from "./peers/joplin.ts";
import { serveActual } from "./peers/serve-actual.ts";
import { rest, writeLibrary } from "./world.ts";

const ROUND_TRIP_MS = 50;
/** Odd, so that the median is one of the rounds. The programs alternate, so that other load affects all. */
const ROUNDS = 3;
const JOPLIN_NOTES = 1000;
/** Measured in a page only: few notes with more rounds, where round trips dominate, and more notes than most users have. */
const IN_PAGES = [
  { notes: 1000, rounds: 7, hasPeers: true },
  { notes: 50_000, rounds: ROUNDS, hasPeers: false },
] as const;
const PREPARE_MS = 240_000;
const RUN_MS = 180_000;
const OWN = "Satchel";

type Visit = { readonly ms: number; readonly requests: number; readonly bytes: number };
/** In a page only the first sync is measured. */
type FirstSync = Visit & { readonly notes: number; readonly firstScreenMs?: number; readonly idle?: Visit };
type Racer = {
  readonly name: string;
  readonly where: "Node, in memory" | "Chromium, IndexedDB";
  readonly rounds: number;
  readonly runs: FirstSync[];
  /** Why the last run failed; the racer is then left out. */
  problem?: string;
  run(): Promise<FirstSync>;
  stop(): Promise<void>;
};

export async function benchFirstSync(quick: boolean): Promise<Figure[]> {
  const corpus = makeCorpus(quick ? 1000 : 10_000);
  const folder = mkdtempSync(join(tmpdir(), "bench-sync-"));
  const pages = await openPages();
  const racers: Racer[] = [];
  try {
    racers.push(...(await satchel(corpus, join(folder, "satchel"), pages)));
    racers.push(...(await orProblem("RxDB and PouchDB", () => couches(corpus, join(folder, "couch"), pages))));
    if (!quick) racers.push(...(await orProblem("Actual", () => actual(corpus, join(folder, "actual")))));
    const figures = await race(racers, corpus.length);
    if (quick) return figures;
    for (const size of IN_PAGES) figures.push(...(await raceInPages(size, join(folder, `pages-${size.notes}`), pages)));
    figures.push(...(await raceJoplin(join(folder, "joplin"), pages)));
    return figures;
  } finally {
    for (const racer of racers) await racer.stop();
    await pages.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function race(racers: readonly Racer[], notes: number): Promise<Figure[]> {
  for (let round = 0; round < Math.max(...racers.map(({ rounds }) => rounds)); round += 1) {
    for (const racer of racers) if (round < racer.rounds) await runOnce(racer, notes);
  }
  const at = (where: Racer["where"]) => racers.filter((racer) => racer.where === where);
  return [...toFigures(notes, at("Node, in memory")), ...toFigures(notes, at("Chromium, IndexedDB")), ...toProblemRows(racers)];
}

async function raceInPages({ notes, rounds, hasPeers }: (typeof IN_PAGES)[number], folder: string, pages: Pages): Promise<Figure[]> {
  const corpus = makeCorpus(notes);
  mkdirSync(join(folder, "satchel"), { recursive: true });
  const racers = [...(await satchel(corpus, join(folder, "satchel"), pages))];
  try {
    if (hasPeers) racers.push(...(await orProblem("RxDB and PouchDB", () => couches(corpus, join(folder, "couch"), pages))));
    const inPages = racers.filter(({ where, problem }) => where === "Chromium, IndexedDB" || problem !== undefined);
    return await race(
      inPages.map((racer) => (racer.problem === undefined ? { ...racer, rounds } : racer)),
      notes,
    );
  } finally {
    for (const racer of racers) await racer.stop();
  }
}

/** Joplin sends a request per note and starts a process per sync, so it is measured with few notes, beside Satchel with as few. */
async function raceJoplin(folder: string, pages: Pages): Promise<Figure[]> {
  const corpus = makeCorpus(JOPLIN_NOTES);
  const peers = await orProblem("Joplin", () => joplin(corpus, folder));
  if (peers.every(({ problem }) => problem !== undefined)) return toProblemRows(peers);
  const racers = [...(await satchel(corpus, join(folder, "satchel"), pages)), ...peers];
  try {
    return await race(
      racers.filter(({ where }) => where === "Node, in memory"),
      corpus.length,
    );
  } finally {
    for (const racer of racers) await racer.stop();
  }
}

/** A peer that cannot be prepared becomes a racer that never runs, with the reason. */
async function orProblem(name: string, prepare: () => Promise<readonly Racer[]>): Promise<readonly Racer[]> {
  try {
    return await withinTime(prepare(), PREPARE_MS);
  } catch (error) {
    const { message } = error as Error;
    return [
      {
        name,
        where: "Node, in memory",
        rounds: 0,
        runs: [],
        problem: message,
        run: () => Promise.reject(error),
        stop: async () => undefined,
      },
    ];
  }
}

function toProblemRows(racers: readonly Racer[]): Figure[] {
  return racers.flatMap(({ name, problem }) => (problem === undefined ? [] : [notMeasured("sync", name, problem)]));
}

/** Returns the folder of a peer's packages. */
function installedPeer(name: Parameters<typeof ensurePeer>[0]): string {
  const installed = ensurePeer(name);
  if ("problem" in installed) throw new Error(installed.problem);
  return installed.folder;
}

/** A time-out for each peer, so that the others are measured in any case. */
function withinTime<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not done after ${ms / 1000} s`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Satchel in Node and in a page. */
export async function satchel(corpus: readonly CorpusNote[], folder: string, pages: Pages): Promise<readonly Racer[]> {
  const server = await startChild(await bundleForNode("../drive/serve.ts", "drive-serve"), [folder]);
  const keys = await makeKeys();
  const drive = driveAt(server.url);
  const laptop = await createDevice({ name: "laptop", keys, client: drive.client, time: drive.time });
  await writeLibrary(laptop, corpus);
  await rest(drive, laptop);
  const keysFile = join(folder, "keys.json");
  writeFileSync(keysFile, JSON.stringify(keys.account));
  const client = await bundleForNode("./clients/satchel-client.ts", "satchel-client");
  const script = await bundleForPage("./clients/browser-client.ts");
  return [
    await racerBefore(OWN, server, { run: (url) => runChild(client, [url, String(ROUND_TRIP_MS), keysFile]) }),
    await racerBefore(OWN, server, {
      run: (url) => measureInPage(pages, script, { url, input: keys.account }),
      where: "Chromium, IndexedDB",
    }),
  ];
}

/** Both replicate with one server, from the same database. */
async function couches(corpus: readonly CorpusNote[], folder: string, pages: Pages): Promise<readonly Racer[]> {
  const modules = installedPeer("couch");
  const server = await startChild(here("./peers/couch-server.mjs"), [modules, folder]);
  await fillCouch(`${server.url}/notes`, corpus);
  const client = (script: string, args: readonly string[]) => (url: string) =>
    runChild<FirstSync>(here(script), [modules, `${url}/notes`, String(ROUND_TRIP_MS), ...args]);
  let pulls = 0;
  const pouch = (url: string) => {
    pulls += 1;
    return client("./peers/pouchdb.mjs", [join(folder, `pull-${pulls}`)])(url);
  };
  const script = await bundleForPage("./peers/rxdb-page.mjs", modules);
  return [
    await racerBefore("RxDB", server, { run: client("./peers/rxdb.mjs", []) }),
    await racerBefore("PouchDB", server, { run: pouch }),
    await racerBefore("RxDB", server, {
      run: (url) => measureInPage(pages, script, { url, input: undefined }),
      where: "Chromium, IndexedDB",
    }),
  ];
}

async function measureInPage(
  pages: Pages,
  script: string,
  { url, input }: { readonly url: string; readonly input: unknown },
): Promise<FirstSync> {
  await counted(url);
  const measured = await pages.measure<Pick<FirstSync, "ms" | "firstScreenMs" | "notes">>("measureFirstSync", script, { url, input });
  return { ...measured, ...(await counted(url)) };
}

/** Returns the counts of the delaying proxy since the last call, and resets them. */
async function counted(url: string): Promise<Omit<Visit, "ms">> {
  const ask = () => fetch(`${url}/__far?ms=${ROUND_TRIP_MS}`, { method: "POST" });
  // The keep-alive connection may have been closed while a peer's process ran, so the request is tried twice.
  return (await (await ask().catch(ask)).json()) as Omit<Visit, "ms">;
}

/** Actual is only partly comparable: it downloads an unencrypted snapshot of everything. */
async function actual(corpus: readonly CorpusNote[], folder: string): Promise<readonly Racer[]> {
  const modules = installedPeer("actual");
  const server = await serveActual(modules, join(folder, "server"));
  const notes = join(folder, "corpus.json");
  writeFileSync(notes, JSON.stringify(corpus));
  const script = here("./peers/actual.mjs");
  const { id } = await runChild<{ readonly id: string }>(script, ["fill", modules, join(folder, "filler"), server.url, notes]);
  let pulls = 0;
  const pull = (url: string) => {
    pulls += 1;
    return runChild<FirstSync>(script, ["pull", modules, join(folder, `pull-${pulls}`), url, id, String(ROUND_TRIP_MS)]);
  };
  return [await racerBefore("Actual's snapshot", server, { run: pull })];
}

async function joplin(corpus: readonly CorpusNote[], folder: string): Promise<readonly Racer[]> {
  const modules = installedPeer("joplin");
  const target = join(folder, "target");
  mkdirSync(target, { recursive: true });
  // Written before the server starts, because rclone caches a listing for minutes.
  writeTarget(target, corpus);
  const server = await serveWebDav(target);
  if (server === undefined) throw new Error("rclone, which serves WebDAV, is not installed.");
  const racer = await racerBefore("Joplin on WebDAV", server, {
    run: (url) => pullJoplin(modules, join(folder, "profile"), url),
    rounds: 1,
  });
  return [racer];
}

async function pullJoplin(modules: string, folder: string, url: string): Promise<FirstSync> {
  const run = createProfile(modules, folder, url);
  const sync = async (): Promise<Visit> => {
    const began = performance.now();
    run(["sync"]);
    return { ms: performance.now() - began, ...(await counted(url)) };
  };
  await counted(url);
  const first = await sync();
  const notes = Number(/^Note: (\d+)\//m.exec(run(["status"]))?.[1]);
  return { ...first, notes, idle: await sync() };
}

async function racerBefore(
  name: string,
  server: Running,
  {
    run,
    rounds = ROUNDS,
    where = "Node, in memory",
  }: Partial<Pick<Racer, "rounds" | "where">> & { readonly run: (url: string) => Promise<FirstSync> },
): Promise<Racer> {
  const far = await startChild(here("./far.mjs"), [new URL(server.url).port]);
  return {
    name,
    where,
    rounds,
    runs: [],
    run: () => run(far.url),
    async stop() {
      await far.stop();
      await server.stop();
    },
  };
}

async function fillCouch(url: string, corpus: readonly CorpusNote[]): Promise<void> {
  await fetch(url, { method: "PUT" });
  for (let from = 0; from < corpus.length; from += 1000) {
    const docs = corpus.slice(from, from + 1000).map(({ number, title, html, writtenAt }) => ({
      _id: `n${number}`,
      title,
      html,
      updated: writtenAt,
    }));
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/_bulk_docs`, { method: "POST", headers, body: JSON.stringify({ docs }) });
    if (!answer.ok) throw new Error(`CouchDB's protocol: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** A peer that does not get all notes in time has a row with the reason; for Satchel that is an error. */
async function runOnce(racer: Racer, notes: number): Promise<void> {
  const run = await withinTime(racer.run(), RUN_MS).catch((error: Error) => error);
  if (!(run instanceof Error) && run.notes === notes) return void racer.runs.push(run);
  const summary = `${racer.name}'s first sync of ${notes} notes: ${run instanceof Error ? run.message : `${run.notes} arrived`}`;
  if (racer.name === OWN) throw new Error(summary);
  racer.problem = summary;
}

function toFigures(notes: number, racers: readonly Racer[]): Figure[] {
  const [own, ...peers] = racers.filter(({ runs, problem }) => runs.length > 0 && problem === undefined);
  if (own === undefined) return [];
  const what = `first sync of ${notes.toLocaleString("en")} notes, ${ROUND_TRIP_MS} ms round trip, ${own.where}`;
  const figure = (
    name: string,
    unit: string,
    { pick, of = peers }: { readonly pick: (run: FirstSync) => number; readonly of?: Racer[] },
  ): Figure[] => {
    const base = { area: "sync", name, unit, value: middle(own.runs.map(pick)), better: "lower" as const };
    const beside = (peer: Racer): Figure => {
      const ratios = peer.runs.map((run, round) => pick(own.runs[round] ?? run) / pick(run));
      return { ...base, peer: peer.name, peerValue: middle(peer.runs.map(pick)), ratio: middle(ratios) };
    };
    return of.length === 0 ? [base] : of.map(beside);
  };
  const idle = own.runs.some((run) => run.idle !== undefined)
    ? figure("nothing to do: requests", "requests", { pick: (run) => run.idle?.requests ?? 0 })
    : [];
  return [
    ...figure(`${what}: first screen`, "ms", { pick: ({ firstScreenMs = 0 }) => firstScreenMs, of: [] }),
    ...figure(`${what}: all notes`, "ms", { pick: ({ ms }) => ms }),
    ...figure(`${what}: requests`, "requests", { pick: ({ requests }) => requests }),
    ...figure(`${what}: bytes`, "KB", { pick: ({ bytes }) => bytes / 1024 }),
    ...idle,
  ];
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
