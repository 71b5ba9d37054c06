/** `npm run dev`: Vite serves and reloads the page; the server is bundled and restarted after every change of its sources. */
import { join } from "node:path";
import { ensureInstalled } from "./run/install.mjs";
import { inModules, ROOT, SERVER_MAIN } from "./run/paths.mjs";
import { start } from "./run/run.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureInstalled();
const { serverBundle } = await import("./build.mjs");
const { context } = await import("esbuild");

const PAGE = "http://localhost:5173";
const env = {
  ...process.env,
  NODE_ENV: "development",
  // Vite forwards to this port (packages/web/vite.config.ts); users and OAuth see Vite's own address.
  PORT: "8080",
  SATCHEL_PUBLIC_URL: process.env.SATCHEL_PUBLIC_URL ?? PAGE,
  SATCHEL_DATA_DIR: process.env.SATCHEL_DATA_DIR ?? join(ROOT, "data"),
};

let server;

async function restart() {
  const before = server;
  if (before !== undefined && before.exitCode === null) {
    before.kill("SIGTERM");
    await new Promise((resolve) => before.once("exit", resolve));
  }
  server = start(process.execPath, ["--enable-source-maps", SERVER_MAIN], { env });
}

const restartAfterBuild = {
  name: "restart",
  setup: (build) => {
    build.onEnd(({ errors }) => (errors.length === 0 ? restart() : undefined));
  },
};

const bundle = await context({ ...serverBundle(), plugins: [restartAfterBuild] });
await bundle.watch();
start(process.execPath, [inModules("vite/bin/vite.js"), "packages/web", "--clearScreen", "false"], { env });
process.stdout.write(`Open ${PAGE} once both sides are up.\n`);
