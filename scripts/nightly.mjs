/**
 * `npm run nightly` runs what takes too long for each change: the parts below. Exits with 0 only if all parts pass.
 */
import { ensureAllInstalled } from "./run/install.mjs";
import { inModules } from "./run/paths.mjs";
import { runNode } from "./run/run.mjs";
import { ensureRuntime } from "./run/runtime.mjs";
import { ensurePostgres } from "./test/postgres.mjs";

await ensureRuntime();
await ensureAllInstalled();
if (!(await ensurePostgres())) {
  process.stderr.write("Install PostgreSQL, or set SATCHEL_POSTGRES to the folder of its programs.\n");
  process.exit(1);
}

/** `npm test` runs the seeds below this one. */
const FIRST_SEED = 101;
const SEEDS = process.env.SATCHEL_SIM_SEEDS ?? "2000";
const simulator = [inModules("tsx/dist/cli.mjs"), "sim/main.ts"];

const PARTS = {
  "routes over PostgreSQL and S3": [inModules("vitest/vitest.mjs"), "run", "--project=stores-nightly"],
  "seeds of the simulator": [...simulator, "--from", String(FIRST_SEED), "--seeds", SEEDS],
  "seeds with copied profiles and disks that are set back": [
    ...simulator,
    ...["--from", String(FIRST_SEED), "--seeds", SEEDS, "--with", "manyCopies,setBack,signals"],
  ],
  "mutants of the simulator": [...simulator, "--mutants"],
  "properties with other draws": ["scripts/properties.mjs", "--rounds", "3"],
  "keys typed while code loads": ["scripts/trial.mjs", "--first-keys", "14"],
  "outages of servers, database, bucket and network": ["scripts/outage.mjs", "--clients", "60", "--seconds", "40"],
  "each file of unit and page tests alone": [inModules("vitest/vitest.mjs"), "run", "--project=unit", "--project=web", "--isolate"],
};

const failed = [];
for (const [name, args] of Object.entries(PARTS)) {
  process.stdout.write(`\n── ${name}\n`);
  const { code, seconds } = await runNode(args, { show: true });
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${(seconds / 60).toFixed(1)} min)\n`);
  if (code !== 0) failed.push(name);
}
process.exitCode = failed.length === 0 ? 0 : 1;
