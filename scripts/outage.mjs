/**
 * `npm run outage [-- --clients 500 --seconds 120]`: servers, database, bucket and network fail while clients write; nothing acknowledged may be
 * lost.
 */
import { ensureAllInstalled } from "./run/install.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
const { ensureBuilt, staleParts } = await import("./build.mjs");
const { inModules } = await import("./run/paths.mjs");
const { ensurePostgres } = await import("./test/postgres.mjs");
const { runNode } = await import("./run/run.mjs");

const problems = await ensureBuilt(staleParts().filter((part) => part === "server"));
if (!(await ensurePostgres())) problems.push("Install PostgreSQL, or set SATCHEL_POSTGRES to the folder of its programs.");
for (const problem of problems) process.stderr.write(`${problem}\n`);
const { code } =
  problems.length > 0
    ? { code: 1 }
    : await runNode([inModules("tsx/dist/cli.mjs"), "bench/outage/outage.ts", ...process.argv.slice(2)], { show: true });
process.exitCode = code;
