/** `npm run accounts`, `backup`, `invite`, `plan`, `restore` and `verify` run a command of the built server, over the data folder of `npm start` unless another is set. */
import { join } from "node:path";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
const { ROOT, SERVER_MAIN } = await import("./run/paths.mjs");
const { ensureInstalled } = await import("./run/install.mjs");
await ensureInstalled();
const { ensureBuilt, staleParts } = await import("./build.mjs");
const problems = await ensureBuilt(staleParts().filter((part) => part === "server"));
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
process.env.SATCHEL_DATA_DIR ??= join(ROOT, "data");
const { start } = await import("./run/run.mjs");
start(process.execPath, [SERVER_MAIN, ...process.argv.slice(2)]).on("close", (code) => {
  process.exitCode = code ?? 1;
});
