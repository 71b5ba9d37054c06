/** `npm run screens [-- part]` builds what changed and captures the images of e2e/screens.ts into screenshots/. */
import { ensureAllInstalled } from "./run/install.mjs";
import { launch } from "./run/launch.mjs";
import { runNode } from "./run/run.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
const { code, output } = await runNode(["scripts/test/prepare-e2e.mjs"]);
if (code !== 0) {
  process.stderr.write(output);
  process.exit(1);
}
await launch("e2e/screens.ts", { SATCHEL_CHROMIUM: output.trim().split("\n").at(-1) });
