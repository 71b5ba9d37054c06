/** `npm run attack [-- NN …]` builds what changed and carries out the attacks of attack/lines. */
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
const [SATCHEL_SHELL, SATCHEL_CHROMIUM] = output.trim().split("\n").slice(-2);
await launch("attack/main.ts", { SATCHEL_SHELL, SATCHEL_CHROMIUM });
