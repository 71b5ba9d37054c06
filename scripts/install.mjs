/**
 * Installs the dependencies when they are missing or differ from package-lock.json: what building and running need, and for the commands of a
 * developer everything. Shows that it lives while it does; quiet and quick when there is nothing to do.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { explain } from "./failures.mjs";
import { npm } from "./npm.mjs";
import { ROOT } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const HIDDEN_LOCK = join(ROOT, "node_modules/.package-lock.json");
// A registry that cannot be reached is said to be so after seconds; by itself npm tries for more than a minute.
const RETRIES = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000"];

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const packagesOf = (lock) =>
  Object.entries(lock.packages).filter(([path, entry]) => path !== "" && !entry.link && path.includes("node_modules/"));

const isForDevelopers = (entry) => entry.dev === true || entry.devOptional === true;

/**
 * Returns why an install is needed, and of what: `{ reason, everything, isAddition }`, or undefined if nothing is missing. Compares the lock
 * file with npm's own record in node_modules. Developers' packages that are installed already are updated and never removed.
 */
export function decideInstall(wanted, installed, { everything }) {
  if (installed === undefined) return { reason: "first start", everything, isAddition: false };
  // What is for developers and an optional peer of what runs as well, npm brings either way: it says nothing.
  const hasAll = packagesOf(wanted).some(
    ([path, entry]) => entry.dev === true && !entry.optional && installed.packages[path] !== undefined,
  );
  for (const [path, entry] of packagesOf(wanted)) {
    if (isForDevelopers(entry) && !everything && !hasAll) continue;
    const there = installed.packages[path];
    const isAbsentByChoice = there === undefined && (entry.optional || entry.devOptional || entry.peer);
    if (isAbsentByChoice || there?.version === entry.version) continue;
    const isAddition = there === undefined && isForDevelopers(entry) && !hasAll;
    return { reason: isAddition ? "what tests and benchmarks need" : "dependencies changed", everything: everything || hasAll, isAddition };
  }
  return undefined;
}

/** Packages that npm has put in their place so far: how far it is. */
function countInstalled(paths) {
  return paths.filter((path) => existsSync(join(ROOT, path, "package.json"))).length;
}

/** npm calls a folder that it may not write one that is not there; so does a recursive mkdir. */
function checkWritable(folder) {
  try {
    if (!existsSync(folder)) mkdirSync(folder);
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return explain(String(error.message), `${folder} cannot be used`);
  }
}

async function install({ reason, everything, isAddition }, wanted) {
  const refusal = checkWritable(join(ROOT, "node_modules"));
  if (refusal !== undefined) return refusal;
  const paths = packagesOf(wanted)
    .filter(([, entry]) => !entry.optional && (everything || !isForDevelopers(entry)))
    .map(([path]) => path);
  const progress = showProgress(`Installing dependencies (${reason})`, () => `${countInstalled(paths)} of ${paths.length} packages`);
  // `npm ci` deletes node_modules first, so packages are only added to it if a server may be running from there.
  const command = isAddition ? ["install", "--no-save"] : ["ci"];
  // NODE_ENV would otherwise decide whether developers' packages are included.
  const kinds = everything ? "--include=dev" : "--omit=dev";
  const { code, output } = await npm([...command, kinds, "--no-fund", "--no-audit", "--loglevel=error", ...RETRIES]);
  progress.end(code === 0 ? "done" : "failed");
  return code === 0 ? undefined : explain(output, `npm ${command[0]} ended with ${code}`);
}

async function ensure(everything) {
  const wanted = readJson(join(ROOT, "package-lock.json"));
  const decided = decideInstall(wanted, readJson(HIDDEN_LOCK), { everything });
  if (decided === undefined) return;
  const problem = await install(decided, wanted);
  if (problem === undefined) return;
  process.stderr.write(`The dependencies could not be installed. ${problem}\n`);
  process.exit(1);
}

/** What building and running need. */
export const ensureInstalled = () => ensure(false);

/** What checks, tests, benchmarks and the programs in TypeScript need as well. */
export const ensureAllInstalled = () => ensure(true);
