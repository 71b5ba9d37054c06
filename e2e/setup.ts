/** Builds the current product and finds the browser before the journeys. The environment passes the paths to the tests. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** @public Called by vitest. */
export function setup(): void {
  const script = join(import.meta.dirname, "../scripts/test/prepare-e2e.mjs");
  const output = execFileSync(process.execPath, [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  [process.env.SATCHEL_SHELL, process.env.SATCHEL_CHROMIUM] = output.trim().split("\n").slice(-2);
}
