/**
 * Checks third-party packages: all come from the registry with a checksum, only the listed ones run a script on installation, and none of the
 * lock file has a known serious vulnerability. The last check asks the registry. If that does not respond, a note is printed and the check
 * passes, except with `--must-answer`, as the daily workflow runs it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../run/paths.mjs";
import { run } from "../run/run.mjs";

const REGISTRY = "https://registry.npmjs.org/";
const SERIOUS = new Set(["high", "critical"]);
const ANSWER_SECONDS = 20;
/** check.mjs prints lines that begin with this although the check passed. */
const NOTE = "Note: ";

/** Returns a sentence for each package of the lock file that must not be installed. */
export function checkLock({ packages }, allowScripts) {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, hasInstallScript, optional }]) => {
    const name = path.split("node_modules/").at(-1);
    if (link === true || !path.includes("node_modules/")) return [];
    const problems = [];
    // The lock file omits the address for packages from the configured registry.
    if (resolved !== undefined && !resolved.startsWith(REGISTRY))
      problems.push(`${name} does not come from the registry, but from ${resolved}`);
    if (!integrity?.startsWith("sha512-")) problems.push(`${name} has no sum`);
    if (hasInstallScript === true && optional !== true && allowScripts[name] === undefined)
      problems.push(`${name} runs a script when it is installed: say in allowScripts of package.json whether it may`);
    return problems;
  });
}

/** Returns undefined if the registry did not respond. */
export function readAudit(output) {
  try {
    const { vulnerabilities } = JSON.parse(output.slice(output.indexOf("\n{") + 1, output.lastIndexOf("}") + 1));
    if (vulnerabilities === undefined) return undefined;
    return Object.values(vulnerabilities)
      .filter(({ severity }) => SERIOUS.has(severity))
      .map(({ name, severity, range }) => `${name} ${range} has a known ${severity} hole`);
  } catch {
    return undefined;
  }
}

/** Decides what to print and whether the check fails. `known`: sentences about vulnerabilities; undefined if there was no answer. */
export function judge({ known, lockProblems, mustAnswer }) {
  const silent =
    "No answer about known vulnerabilities: the registry was not reached, or does not have any. Nothing is known of this lock file.";
  const problems = [...lockProblems, ...(known ?? []), ...(known === undefined && mustAnswer ? [silent] : [])];
  return { problems, notes: known === undefined && !mustAnswer ? [`${NOTE}${silent}`] : [] };
}

async function askRegistry() {
  const waiting = [`--fetch-timeout=${ANSWER_SECONDS * 1000}`, "--fetch-retries=0"];
  const { output } = await run("npm", ["audit", "--package-lock-only", "--json", ...waiting]);
  return readAudit(`\n${output}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const known = await askRegistry();
  const lockProblems = checkLock(read("package-lock.json"), read("package.json").allowScripts);
  const { problems, notes } = judge({ known, lockProblems, mustAnswer: process.argv.includes("--must-answer") });
  for (const note of notes) process.stdout.write(`${note}\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
