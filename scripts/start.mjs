/** `npm start` goes from an empty clone to a running Satchel, in under three seconds if nothing changed. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
const { ROOT, SERVER_MAIN, WEB_DIST } = await import("./run/paths.mjs");
const { ensureInstalled } = await import("./run/install.mjs");
await ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
const { releaseSignals } = await import("./run/run.mjs");
const problems = await ensureBuilt();
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}

process.env.NODE_ENV ??= "production";
process.env.SATCHEL_DATA_DIR ??= join(ROOT, "data");
process.env.SATCHEL_WEB_DIR ??= WEB_DIST;
// The server runs in this process, so signals reach it directly.
releaseSignals();
await import(pathToFileURL(SERVER_MAIN).href);
