/**
 * Builds the web app (Vite) and the server (esbuild), each only if a file it depends on has changed. Run directly, it installs what
 * building needs and builds both, or the named parts; `--if-changed` builds only stale ones.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { explain } from "./run/failures.mjs";
import { ensureInstalled } from "./run/install.mjs";
import { CACHE, inModules, ROOT, SERVER_MAIN, WEB_DIST } from "./run/paths.mjs";
import { showProgress } from "./run/progress.mjs";
import { runNode } from "./run/run.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

const STAMPS = join(CACHE, "built.json");
const SHARED = ["package-lock.json", "tsconfig.base.json", "scripts/build.mjs"];
const SKIPPED = new Set(["node_modules", "dist"]);

export const PARTS = {
  web: { packages: ["contract", "core", "crypto", "drive", "web"], result: join(WEB_DIST, "index.html"), build: buildWeb },
  server: { packages: ["contract", "crypto", "drive", "server"], result: SERVER_MAIN, build: buildServer },
};

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Hashes the names and bytes of all sources of a part. */
function hashSources(part) {
  const hash = createHash("sha256");
  const files = [
    ...SHARED.map((file) => join(ROOT, file)),
    ...PARTS[part].packages.flatMap((name) => filesUnder(join(ROOT, "packages", name))),
  ];
  for (const file of files.sort())
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMPS, "utf8"));
  } catch {
    return {};
  }
}

export function staleParts() {
  const stamps = readStamps();
  return Object.keys(PARTS).filter((part) => !existsSync(PARTS[part].result) || stamps[part] !== hashSources(part));
}

/** Names of third-party packages. They are loaded from node_modules when the server runs, because some are native. */
function thirdPartyOf(packages) {
  const manifests = packages.map((name) => JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8")));
  return [...new Set(manifests.flatMap((each) => Object.keys(each.dependencies ?? {})))].filter((name) => !name.startsWith("@satchel/"));
}

/** The esbuild settings of the server, shared by single builds and watch mode. */
export function serverBundle() {
  return {
    absWorkingDir: ROOT,
    entryPoints: ["packages/server/src/main.ts"],
    outfile: SERVER_MAIN,
    external: thirdPartyOf(PARTS.server.packages).flatMap((name) => [name, `${name}/*`]),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22.14",
    sourcemap: true,
    logLevel: "warning",
  };
}

async function buildServer() {
  const { build, stop } = await import("esbuild");
  try {
    await build(serverBundle());
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error.message) };
  } finally {
    await stop();
  }
}

function buildWeb() {
  return runNode([inModules("vite/bin/vite.js"), "build", "packages/web", "--logLevel", "warn"], { env: { NODE_ENV: "production" } });
}

/** Builds stale parts. Returns the problems; an empty list means success. */
export async function ensureBuilt(parts = staleParts()) {
  if (parts.length === 0) return [];
  const progress = showProgress(`Building ${parts.join(" and ")}`);
  const results = await Promise.all(
    parts.map((part) => buildPart(part).catch((error) => explain(String(error), `Building ${part} failed`))),
  );
  const problems = results.filter((problem) => problem !== undefined);
  progress.end(problems.length === 0 ? "done" : "failed");
  return problems;
}

async function buildPart(part) {
  const hash = hashSources(part);
  const { code, output } = await PARTS[part].build();
  if (code !== 0 || !existsSync(PARTS[part].result)) return explain(output, `Building ${part} failed`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMPS, JSON.stringify({ ...readStamps(), [part]: hash }));
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureRuntime();
  await ensureInstalled();
  const named = Object.keys(PARTS).filter((part) => process.argv.includes(part));
  const wanted = process.argv.includes("--if-changed") ? staleParts() : Object.keys(PARTS);
  const problems = await ensureBuilt(named.length === 0 ? wanted : wanted.filter((part) => named.includes(part)));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
