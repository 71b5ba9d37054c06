/** Before the tests that start the server as a process: builds it when its sources have changed. What is built starts in a third of the time. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** @public Called by vitest. */
export function setup(): void {
  const script = join(import.meta.dirname, "../../../../scripts/build.mjs");
  execFileSync(process.execPath, [script, "--if-changed", "server"], { stdio: ["ignore", "ignore", "inherit"] });
}
