/**
 * Installs the dependencies if they are missing or differ from package-lock.json: those for building and running or, for developers'
 * commands, all. Shows its progress; quiet and fast if there is nothing to do.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { explain } from "./failures.mjs";
import { npm } from "./npm.mjs";
import { ROOT } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const HIDDEN_LOCK = join(ROOT, "node_modules/.package-lock.json");
// Reports an unreachable registry after seconds; npm's default retries for more than a minute.
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
  // npm installs a developers' package in either case if it is also an optional peer of a runtime package, so that says nothing.
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

/** Counts the packages that npm has installed so far, for the progress. */
function countInstalled(paths) {
  return paths.filter((path) => existsSync(join(ROOT, path, "package.json"))).length;
}

/** npm and a recursive mkdir report a read-only folder as a missing one. */
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

/** Installs the packages for building and running. */
export const ensureInstalled = () => ensure(false);

/** Installs also the packages of checks, tests, benchmarks and TypeScript programs. */
export const ensureAllInstalled = () => ensure(true);
