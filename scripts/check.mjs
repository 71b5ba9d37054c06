/** `npm run check` runs all static checks of the code, and measures the built scripts. Prints one line per check, then a summary. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureAllInstalled } from "./run/install.mjs";
import { inModules, ROOT } from "./run/paths.mjs";
import { runNode } from "./run/run.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

const PARALLEL = 3;

/** One type check per tsconfig, so that core is compiled without DOM and Node, and a worker without the page. */
function typeChecks() {
  const configs = readdirSync(join(ROOT, "packages"))
    .flatMap((name) => readdirSync(join(ROOT, "packages", name)).map((file) => `packages/${name}/${file}`))
    .filter((path) => /\/tsconfig[^/]*\.json$/.test(path));
  return ["tsconfig.tests.json", ...configs].map((config) => ({
    name: `types ${config
      .replace(/^packages\//, "")
      .replace(/\/?tsconfig\.?|\.?json$/g, " ")
      .trim()}`,
    args: [inModules("typescript/bin/tsc"), "-p", config],
  }));
}

/** Every check as a name and the arguments of a Node process that exits with 0 on success. The longest come first. */
function allChecks() {
  return [
    { name: "dead code", args: [inModules("knip/bin/knip.js"), "--no-progress"] },
    { name: "sizes", args: ["scripts/check/check-sizes.mjs"] },
    ...typeChecks(),
    { name: "format and lint", args: [inModules("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "--max-diagnostics=40"] },
    { name: "boundaries and house rules", args: ["scripts/check/source/check-source.mjs"] },
    { name: "large functions", args: ["scripts/check/source/check-functions.mjs"] },
    { name: "documents", args: ["scripts/check/documents/check-docs.mjs"] },
    { name: "spec map", args: ["scripts/check/documents/check-spec-map.mjs"] },
    { name: "sentences of the spec", args: ["scripts/sentences.mjs", "--check"] },
    { name: "packages of others", args: ["scripts/check/check-audit.mjs"] },
    { name: "lock file", args: ["scripts/check/check-lock.mjs"] },
    { name: "names and scripts for other systems", args: ["scripts/check/check-portable.mjs"] },
  ];
}

/** Returns what a check that passed could not find out. */
export function notesIn(output) {
  return output.split("\n").filter((line) => line.startsWith("Note: "));
}

function say({ name, code, output, seconds }) {
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)\n`);
  for (const note of code === 0 ? notesIn(output) : []) process.stdout.write(`       ${note}\n`);
  if (code !== 0) process.stdout.write(`${output.trim().replace(/^/gm, "       ")}\n`);
}

/** Runs all checks, a few at a time, and prints each as it ends. Returns `{ passed, failed }`. */
export async function runChecks(checks = allChecks()) {
  const waiting = [...checks];
  const counts = { passed: 0, failed: [] };
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runNode(check.args);
      say({ ...result, name: check.name });
      if (result.code === 0) counts.passed += 1;
      else counts.failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureRuntime();
  await ensureAllInstalled();
  const only = process.argv[2];
  const { passed, failed } = await runChecks(allChecks().filter(({ name }) => only === undefined || name.includes(only)));
  process.stdout.write(`${passed} checks passed, ${failed.length} failed\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
