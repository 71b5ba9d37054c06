/** `npm run browsers` tests the main path and the editor's keys in Firefox and WebKitGTK, which it installs on Debian. */
import { ensureAllInstalled } from "./run/install.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
const { ensureOtherBrowsers } = await import("./test/other-browsers.mjs");
const { inModules } = await import("./run/paths.mjs");
const { runNode } = await import("./run/run.mjs");

const env = await ensureOtherBrowsers();
if (env.SATCHEL_FIREFOX === undefined) process.stderr.write("Firefox is not here and is left out; set SATCHEL_FIREFOX to one.\n");
if (env.SATCHEL_WEBKIT === undefined) process.stderr.write("WebKitGTK's MiniBrowser, its driver or Xvfb is not here: left out.\n");
const { code } = await runNode([inModules("vitest/vitest.mjs"), "run", "--project=browsers", ...process.argv.slice(2)], {
  show: true,
  env,
});
process.exitCode = code;
