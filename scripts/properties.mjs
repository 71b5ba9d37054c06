/**
 * `npm run properties -- [--rounds N] [--seed S] [files…]` runs the files with properties, each round with a new printed seed. To repeat a
 * round: `--seed S --rounds 1`. Add a seed that finds a fault as an example of that property, or as a test.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureAllInstalled } from "./run/install.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
// Imported lazily, because an older Node, which `ensureRuntime` replaces, has no globSync.
const { globSync, readFileSync } = await import("node:fs");
const { inModules, ROOT } = await import("./run/paths.mjs");
const { runNode } = await import("./run/run.mjs");

const PROJECTS = ["unit", "web", "sim"].map((name) => `--project=${name}`);
const RUNS = "300";
const MAX_SEED = 2 ** 31;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, seed: { type: "string" } },
});

/** True for files that generate random values themselves or through a module with such a name. */
const hasProperties = (path) => /from "fast-check"|\/(random|hostile)-[\w.]+"/.test(readFileSync(path, "utf8"));

function findFiles() {
  const tests = globSync(["packages/*/src/**/*.test.{ts,tsx}", "sim/src/**/*.test.ts", "e2e/harness/**/*.test.ts"], { cwd: ROOT });
  return tests.filter((path) => !path.endsWith(".browser.test.ts") && hasProperties(`${ROOT}/${path}`)).sort();
}

const files = positionals.length > 0 ? positionals : findFiles();
const failedSeeds = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  const seed = Number(values.seed ?? randomInt(MAX_SEED)) + (values.seed === undefined ? 0 : round);
  process.stdout.write(`\n── round ${round + 1} of ${values.rounds}, seed ${seed}, ${files.length} files\n`);
  const env = { SATCHEL_PROPERTY_SEED: String(seed), SATCHEL_PROPERTY_RUNS: RUNS };
  const { code } = await runNode([inModules("vitest/vitest.mjs"), "run", ...PROJECTS, ...files], { show: true, env });
  if (code !== 0) failedSeeds.push(seed);
}
process.stdout.write(`\n${values.rounds} rounds, ${failedSeeds.length} failed${failedSeeds.map((seed) => `, --seed ${seed}`).join("")}\n`);
process.exitCode = failedSeeds.length === 0 ? 0 : 1;
