/**
 * Measures the compressed scripts that the user waits for: those of the sign-in page, and those of the workspace without the editor. Also
 * checks that none has a top-level await, and that the service worker caches all later scripts. The limits are the sizes reached so far, so
 * that they never grow; lower a limit with each gain. The goals are the targets.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { findTopLevelAwait } from "../build/top-level-await.mjs";
import { ensureBuilt, staleParts } from "../build.mjs";
import { WEB_DIST } from "../run/paths.mjs";

const PAGES = [
  { name: "sign-in page", lazy: [], maxBytes: 98_000, goalBytes: 105_000 },
  {
    name: "workspace without the editor",
    lazy: ["start", "workspace-page"],
    maxBytes: 228_000,
    goalBytes: 235_000,
  },
];

/** Returns the scripts that the page names or preloads. */
export function scriptsOf(html) {
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]);
}

/** Returns the scripts with everything they import statically. */
export function withImports(files, read) {
  const found = new Set();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, name] of read(file).matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) waiting.push(`assets/${name}`);
  }
  return found;
}

/** Returns scripts that the service worker does not cache, so that an offline page could not load them. */
export function notKept(scripts, worker) {
  return scripts.filter((file) => !worker.includes(`"${file}"`));
}

function scriptsOfBuild() {
  return readdirSync(join(WEB_DIST, "assets"))
    .filter((file) => file.endsWith(".js"))
    .map((file) => `assets/${file}`);
}

function checkKept() {
  const lost = notKept(scriptsOfBuild(), readFileSync(join(WEB_DIST, "sw.js"), "utf8"));
  for (const file of lost) process.stdout.write(`${file} is NOT KEPT by the service worker: it would be missing without a network\n`);
  return lost.length === 0;
}

function chunkOf(name) {
  const file = scriptsOfBuild().find((each) => new RegExp(`^assets/${name}-[\\w-]{7}\\.js$`).test(each));
  if (file === undefined)
    throw new Error(`No script of the build is called ${name}: name what the workspace loads now in check-sizes.mjs.`);
  return file;
}

function checkPage({ name, lazy, maxBytes, goalBytes }) {
  const read = (file) => readFileSync(join(WEB_DIST, file), "utf8");
  const files = withImports([...scriptsOf(read("index.html")), ...lazy.map(chunkOf)], read);
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB_DIST, file)), { level: 9 }).length, 0);
  const isGood = bytes <= maxBytes;
  const line = `${name}: ${bytes} bytes of script, packed; ${isGood ? "at most" : "MORE THAN"} ${maxBytes}, goal ${goalBytes}`;
  process.stdout.write(`${line}\n`);
  const waiting = [...files].filter((file) => findTopLevelAwait(read(file)) !== undefined);
  for (const file of waiting) process.stdout.write(`${name}: ${file} AWAITS at its top; those that it brings later would wait for it\n`);
  return isGood && waiting.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = await ensureBuilt(staleParts().filter((part) => part === "web"));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const isBuilt = problems.length === 0 && existsSync(join(WEB_DIST, "index.html"));
  process.exitCode = isBuilt && [...PAGES.map(checkPage), checkKept()].every(Boolean) ? 0 : 1;
}
