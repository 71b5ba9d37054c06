/** Installs the dependencies when they are missing or differ from package-lock.json. Says so; quiet and quick when there is nothing to do. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ROOT } from "./paths.mjs";
import { run } from "./run.mjs";

const HIDDEN_LOCK = join(ROOT, "node_modules/.package-lock.json");
const ABI_STAMP = join(CACHE, "node-abi");

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Why an install is needed, or undefined. npm keeps in node_modules its own record of what it put there; we compare with that. */
export function decideInstall(wanted, installed) {
  if (installed === undefined) return "first start";
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === "" || entry.link) continue;
    const there = installed.packages[path];
    const isAbsentByChoice = there === undefined && (entry.optional || entry.devOptional || entry.peer);
    if (!isAbsentByChoice && there?.version !== entry.version) return "dependencies changed";
  }
  return undefined;
}

/** Native modules are built for one ABI of Node. Without a record the present one is taken to be right. */
function hasOtherAbi() {
  const stamp = readText(ABI_STAMP);
  return stamp !== undefined && stamp !== process.versions.modules;
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** npm as the one that started us, else the one on the PATH. */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js")) return run(process.execPath, [own, ...args]);
  return process.platform === "win32" ? run("cmd", ["/c", "npm", ...args]) : run("npm", args);
}

export async function ensureInstalled() {
  const wanted = readJson(join(ROOT, "package-lock.json"));
  const reason = decideInstall(wanted, readJson(HIDDEN_LOCK)) ?? (hasOtherAbi() ? "another Node version" : undefined);
  if (reason !== undefined) {
    process.stderr.write(`Installing dependencies (${reason}); this takes a minute or two …\n`);
    // Not `npm ci`: it refuses a lock file that lacks the builds of other platforms, which a registry may not carry for every version.
    const { code, output } = await npm(["install", "--no-save", "--no-fund", "--no-audit", "--loglevel=error"]);
    if (code !== 0) {
      process.stderr.write(`${output}\nThe dependencies could not be installed (npm install ended with ${code}).\n`);
      process.exit(1);
    }
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(ABI_STAMP, process.versions.modules);
}
