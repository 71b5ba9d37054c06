/**
 * The editor beside Quill 2 and Lexical in one Chromium, alternately: the time to open a note, and of each key until it is painted. Frames
 * are not limited to 60 a second, so that work is measured instead of waiting for the screen. The empty note of the same run shows the
 * noise.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";
import { emojiModulesForEsbuild } from "../../packages/web/emoji-plugin.ts";
import type { Figure } from "../src/figure.ts";
import { textOf } from "../src/texts.ts";
import type {} from "./bench-api.ts";
import { imagesNote, longParagraph, rowsTable } from "./extremes.ts";
import { checkOut } from "./former-commit.ts";
import { benchLargeNote } from "./large-note.ts";

/** Page of each editor. The first is measured beside the others. */
type Editors = Readonly<Record<string, string>> & { readonly Satchel: string };
const OWN = join(import.meta.dirname, "satchel-page.ts");
const EDITORS: Editors = {
  Satchel: OWN,
  Quill: join(import.meta.dirname, "quill-page.ts"),
  Lexical: join(import.meta.dirname, "lexical-page.ts"),
};
/** A commit that does not save notes while they are typed. */
const FORMER = "e82ee842";

const STYLES = join(import.meta.dirname, "../../packages/web/src/styles");
const ORIGIN = "http://bench.test";
const FLAGS = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-frame-rate-limit", "--disable-gpu-vsync"];
const KEYS = 40;
const ROUNDS = 2;
/** Pause between two keys, as for a fast typist, so that no key waits for the one before. */
const PAUSE_MS = 30;
/** Polling at each frame would make the page render frames without end. */
const POLL_MS = 5;

type Effort = { readonly rounds: number; readonly keys: number };
const FULL: Effort = { rounds: ROUNDS, keys: KEYS };
/** A few keys suffice for peers that take seconds per key. */
const BRIEF: Effort = { rounds: 1, keys: 8 };

type Size = { readonly name: string; readonly html: () => string; readonly peers: Effort };
const EMPTY: Size = { name: "empty note", html: () => "", peers: FULL };
const SIZES: readonly Size[] = [
  { name: "200 KB note", html: () => textOf(200_000), peers: FULL },
  { name: "1 MB note", html: () => textOf(1_000_000), peers: FULL },
  { name: "3 MB note", html: () => textOf(3_000_000), peers: BRIEF },
];
const EXTREMES: readonly Size[] = [
  { name: "paragraph of 500 KB", html: () => longParagraph(500_000), peers: BRIEF },
  { name: "table of 1,000 rows", html: () => rowsTable(1000), peers: BRIEF },
  { name: "table of 2,000 rows", html: () => rowsTable(2000), peers: BRIEF },
  { name: "note with 200 images", html: () => imagesNote(200), peers: FULL },
];

type Measured = { readonly opened: number; readonly keys: readonly number[] };

export async function benchEditor(quick: boolean): Promise<Figure[]> {
  return benchSizes(quick ? SIZES.slice(0, 1) : SIZES, quick ? 1 : ROUNDS);
}

/** One size beside the empty note, short enough for a machine that is idle only for a moment. */
export const EDITOR_PARTS: Readonly<Record<string, (quick: boolean) => Promise<Figure[]>>> = {
  ...Object.fromEntries(
    SIZES.map((size) => [
      `editor-${size.name.replace(" note", "").replace(" ", "").toLowerCase()}`,
      (quick: boolean) => benchSizes([size], quick ? 1 : ROUNDS),
    ]),
  ),
  "editor-extremes": async (quick) => [...(await benchLargeNote(quick)), ...(await benchSizes(EXTREMES, quick ? 1 : ROUNDS))],
  "editor-former": (quick) => {
    const editors = { Satchel: OWN, [FORMER]: join(checkOut(FORMER), "bench/editor/satchel-page.ts") };
    return benchSizes(SIZES.slice(0, quick ? 1 : 2).map(withFullPeers), quick ? 1 : ROUNDS, editors);
  },
};

function withFullPeers(size: Size): Size {
  return { ...size, peers: FULL };
}

async function benchSizes(sizes: readonly Size[], rounds: number, editors = EDITORS): Promise<Figure[]> {
  const found = new Map<string, Measured[]>();
  const browser = await chromium.launch({ executablePath: findChromium(), headless: true, chromiumSandbox: false, args: FLAGS });
  const pages = new Map<string, Page>();
  for (const [name, entry] of Object.entries(editors))
    pages.set(name, await openPage(await browser.newPage({ viewport: { width: 1200, height: 800 } }), entry));
  for (let round = 0; round < rounds; round++) {
    for (const size of [EMPTY, ...sizes]) {
      const html = size.html();
      for (const [name, page] of pages) {
        const effort = name === "Satchel" ? FULL : size.peers;
        if (round >= effort.rounds) continue;
        const key = `${name} ${size.name}`;
        found.set(key, [...(found.get(key) ?? []), await measure(page, html, effort.keys)]);
      }
    }
  }
  await browser.close();
  const peers = Object.keys(editors).filter((name) => name !== "Satchel");
  return [EMPTY, ...sizes].flatMap((size) => toFigures(size, peers, (name, at) => found.get(`${name} ${at.name}`) ?? []));
}

function findChromium(): string {
  if (process.env.SATCHEL_CHROMIUM !== undefined) return process.env.SATCHEL_CHROMIUM;
  const script = join(import.meta.dirname, "../../scripts/test/prepare-e2e.mjs");
  const prepared = execFileSync(process.execPath, [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return prepared.trim().split("\n").at(-1) ?? "";
}

async function openPage(page: Page, entry: string): Promise<Page> {
  const files = await bundle(entry);
  await page.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = files.get(path);
    const contentType = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
    return route.fulfill({ contentType, body: file ?? SHELL });
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => window.bench !== undefined);
  return page;
}

const SHELL =
  '<!doctype html><html data-theme="light"><link rel="stylesheet" href="/tokens.css"><link rel="stylesheet" href="/styles.css"><link rel="stylesheet" href="/app.css"><div id="root" style="height: 700px; overflow: auto"></div><script type="module" src="/app.js"></script></html>';

async function bundle(entry: string): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    // All editors use the same fonts and colors.
    entryPoints: { app: entry, styles: join(STYLES, "base.css"), tokens: join(STYLES, "tokens.css") },
    bundle: true,
    write: false,
    outdir: "/",
    format: "esm",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".svg": "text", ".woff2": "empty" },
    logLevel: "error",
    plugins: [emojiModulesForEsbuild()],
  });
  return new Map(result.outputFiles.map((file) => [file.path, file.text]));
}

async function measure(page: Page, html: string, keys: number): Promise<Measured> {
  await page.bringToFront();
  const opened = await page.evaluate((note) => window.bench.open(note), html);
  await page.evaluate(() => window.bench.toMiddle());
  await page.waitForTimeout(500);
  await page.evaluate(() => void window.bench.keys.splice(0));
  for (let count = 0; count < keys; count++) {
    await page.keyboard.press(count % 7 === 6 ? "Space" : "x");
    await page.waitForFunction((done) => window.bench.keys.length > done, count, { polling: POLL_MS });
    await page.waitForTimeout(PAUSE_MS);
  }
  return { opened, keys: await page.evaluate(() => [...window.bench.keys]) };
}

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

type Find = (name: string, size: Size) => readonly Measured[];

function toFigures(size: Size, peers: readonly string[], measured: Find): Figure[] {
  const keys = (name: string, share: number, of = size): number =>
    at(
      measured(name, of).flatMap((one) => one.keys),
      share,
    );
  const opened = (name: string): number =>
    at(
      measured(name, size).map((one) => one.opened),
      0.5,
    );
  const rows: readonly (readonly [name: string, unit: string, value: (name: string) => number])[] = [
    [`key to paint, ${size.name}, p50`, "ms", (name) => keys(name, 0.5)],
    [`key to paint, ${size.name}, p95`, "ms", (name) => keys(name, 0.95)],
    ...(size === EMPTY
      ? []
      : ([
          [`key to paint, ${size.name}, p95`, "of its empty note's", (name: string) => keys(name, 0.95) / keys(name, 0.95, EMPTY)],
          [`open ${size.name.replace(" note", "")}`, "ms", opened],
        ] as const)),
  ];
  return rows.flatMap(([name, unit, value]) =>
    peers.map((peer) => ({
      area: "editor",
      name,
      value: value("Satchel"),
      unit,
      better: "lower" as const,
      peer,
      peerValue: Number(value(peer).toPrecision(3)),
    })),
  );
}
