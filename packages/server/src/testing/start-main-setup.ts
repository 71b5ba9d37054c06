/**
 * Builds the server if its sources have changed, before the tests that start it as a process. The built server starts three times as fast.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** @public Called by vitest. */
export function setup(): void {
  const script = join(import.meta.dirname, "../../../../scripts/build.mjs");
  execFileSync(process.execPath, [script, "--if-changed", "server"], { stdio: ["ignore", "ignore", "inherit"] });
}
