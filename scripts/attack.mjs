/** `npm run attack [-- NN …]` builds what changed and carries out the attacks of attack/lines. */
import { ensureAllInstalled } from "./install.mjs";
import { launch } from "./launch.mjs";
import { runNode } from "./run.mjs";
import { ensureRuntime } from "./runtime.mjs";

await ensureRuntime();
await ensureAllInstalled();
const { code, output } = await runNode(["scripts/prepare-e2e.mjs"]);
if (code !== 0) {
  process.stderr.write(output);
  process.exit(1);
}
const [SATCHEL_SHELL, SATCHEL_CHROMIUM] = output.trim().split("\n").slice(-2);
await launch("attack/main.ts", { SATCHEL_SHELL, SATCHEL_CHROMIUM });
