/** Runs one TypeScript program of the checkout with the arguments of this script, and exits with its code. */
import { ensureAllInstalled } from "./install.mjs";
import { inModules } from "./paths.mjs";
import { start } from "./run.mjs";
import { ensureRuntime } from "./runtime.mjs";

export async function launch(program, env = {}) {
  await ensureRuntime();
  await ensureAllInstalled();
  const args = [inModules("tsx/dist/cli.mjs"), program, ...process.argv.slice(2)];
  const child = start(process.execPath, args, { env: { ...process.env, ...env } });
  process.exitCode = await new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}
