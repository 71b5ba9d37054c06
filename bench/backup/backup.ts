/**
 * Backs up a library as a zip with its readable pages, and restores it in an empty browser until it can be searched. Runs in Chromium over
 * the product's own store and workers. Notesnook's core is measured beside it: it writes JSON from a database file and reads it into
 * another.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Figure, notMeasured } from "../src/figure.ts";
import { HUNDRED, makeCorpus, plant } from "../sync/corpus.ts";
import { bundleForPage, openPagesOnDisk } from "../sync/pages.ts";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import { type PeerRun, runPeer } from "../sync/peers/run-peer.ts";
import type { MeasuredBackup } from "./backup-page.ts";
import type { MeasuredExports } from "./export-page.ts";
import type { ImportInput, MeasuredImport } from "./import-page.ts";

const ROUNDS = 3;
type Peer = {
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly indexMs: number;
  readonly notes: number;
  readonly found: number;
};

export async function benchBackup(quick: boolean): Promise<Figure[]> {
  const notes = quick ? 1000 : 10_000;
  const own: MeasuredBackup[] = [];
  const peers: Peer[] = [];
  let problem: string | undefined;
  const backups = await openBackups();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await backups.measure(notes));
      const run = problem === undefined ? await askNotesnook(notes) : { problem };
      if ("problem" in run) problem = run.problem;
      else peers.push(run.value);
    }
  } finally {
    await backups.close();
  }
  if (problem === undefined) return toFigures(notes, own, peers);
  return [...toFigures(notes, own, []), notMeasured("backup", "Notesnook", problem)];
}

/** Measures libraries of any size, each in a browser of its own. */
export async function openBackups() {
  const [pages, site] = [openPagesOnDisk(), await serveWorkers()];
  const script = await bundleForPage("../backup/backup-page.ts");
  const exportScript = await bundleForPage("../backup/export-page.ts");
  const importScript = await bundleForPage("../backup/import-page.ts");
  return {
    measure: (notes: number) => pages.measure<MeasuredBackup>("measureBackup", script, { url: site.url, input: { notes } }),
    measureExports: (notes: number) => pages.measure<MeasuredExports>("measureExports", exportScript, { url: site.url, input: { notes } }),
    measureImport: (input: ImportInput) => pages.measure<MeasuredImport>("measureImport", importScript, { url: site.url, input }),
    async close() {
      await pages.close();
      site.close();
    },
  };
}

function toFigures(notes: number, own: readonly MeasuredBackup[], peers: readonly Peer[]): Figure[] {
  const figure = (name: string, ofOwn: (run: MeasuredBackup) => number, ofPeer: (run: Peer) => number): Figure => {
    const base = { area: "backup", name: `${name}, ${notes.toLocaleString("en")} notes`, unit: "ms", better: "lower" as const };
    const value = middle(own.map(ofOwn));
    if (peers.length === 0) return { ...base, value };
    const ratio = middle(peers.map((peer, round) => ofOwn(own[round] as MeasuredBackup) / ofPeer(peer)));
    return { ...base, value, peer: "Notesnook", peerValue: middle(peers.map(ofPeer)), ratio };
  };
  return [
    figure(
      "back up",
      ({ backupMs }) => backupMs,
      ({ backupMs }) => backupMs,
    ),
    figure(
      "restore",
      ({ restoreMs }) => restoreMs,
      ({ restoreMs }) => restoreMs,
    ),
    figure(
      "restore until all is found",
      ({ searchableMs }) => searchableMs,
      ({ restoreMs, indexMs }) => restoreMs + indexMs,
    ),
  ];
}

/** Serves the workers under the names by which the page requests them. */
export async function serveWorkers(): Promise<{ readonly url: string; close(): void }> {
  const scripts = new Map([
    ["/archive-worker.ts", await bundleForPage("../../packages/web/src/adapters/archive/archive-worker.ts")],
    ["/export-worker.ts", await bundleForPage("../../packages/web/src/adapters/export/export-worker.ts")],
    ["/import-worker.ts", await bundleForPage("../../packages/web/src/adapters/import/import-worker.ts")],
    ["/packing/pages-worker.ts", await bundleForPage("../../packages/web/src/adapters/archive/packing/pages-worker.ts")],
    ["/search-worker.ts", await bundleForPage("../../packages/web/src/adapters/search/search-worker.ts")],
  ]);
  const server = createServer(({ url = "" }, response) => {
    const script = scripts.get(url);
    response.writeHead(script === undefined ? 404 : 200, { "content-type": "text/javascript" }).end(script);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function askNotesnook(notes: number): Promise<PeerRun<Peer>> {
  const installed = ensurePeer("notesnook");
  if ("problem" in installed) return installed;
  const lines = plant(makeCorpus(notes)).map(({ title, html }) => JSON.stringify({ title, html }));
  const run = await runPeer<Peer>(join(import.meta.dirname, "notesnook.mjs"), [installed.folder, HUNDRED], lines);
  if ("problem" in run || run.value.notes === notes) return run;
  return { problem: `It restored ${run.value.notes} of ${notes} notes.` };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
