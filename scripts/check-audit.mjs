/**
 * What we take from others: every package comes from the registry with its sum, none but the named runs a script when it is installed, and
 * none of those that run in production has a known serious hole. The last is asked of the registry; where it does not answer, that is said
 * and nothing fails.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./paths.mjs";
import { run } from "./run.mjs";

const REGISTRY = "https://registry.npmjs.org/";
const SERIOUS = new Set(["high", "critical"]);
const ANSWER_SECONDS = 20;

/** Sentences about packages of the lock file that we would not install. */
export function checkLock({ packages }, allowScripts) {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, hasInstallScript, optional }]) => {
    const name = path.split("node_modules/").at(-1);
    if (link === true || !path.includes("node_modules/")) return [];
    const problems = [];
    // Left out of our lock file where it is whatever registry one has.
    if (resolved !== undefined && !resolved.startsWith(REGISTRY))
      problems.push(`${name} does not come from the registry, but from ${resolved}`);
    if (!integrity?.startsWith("sha512-")) problems.push(`${name} has no sum`);
    if (hasInstallScript === true && optional !== true && allowScripts[name] === undefined)
      problems.push(`${name} runs a script when it is installed: say in allowScripts of package.json whether it may`);
    return problems;
  });
}

/** Undefined when the registry gave no answer. */
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

async function askRegistry() {
  const waiting = [`--fetch-timeout=${ANSWER_SECONDS * 1000}`, "--fetch-retries=0"];
  const { output } = await run("npm", ["audit", "--omit=dev", "--json", ...waiting]);
  return readAudit(`\n${output}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const known = await askRegistry();
  if (known === undefined) process.stdout.write("The registry did not say which holes are known.\n");
  const problems = [...checkLock(read("package-lock.json"), read("package.json").allowScripts), ...(known ?? [])];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
