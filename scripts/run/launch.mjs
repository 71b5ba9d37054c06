/** Runs one TypeScript program of the checkout with the arguments of this script, and exits with its code. */
import { ensureAllInstalled } from "./install.mjs";
import { inModules } from "./paths.mjs";
import { runNode, start } from "./run.mjs";
import { ensureRuntime } from "./runtime.mjs";

export async function launch(program, env = {}) {
  await ensureRuntime();
  await ensureAllInstalled();
  const args = [inModules("tsx/dist/cli.mjs"), program, ...process.argv.slice(2)];
  const child = start(process.execPath, args, { env: { ...process.env, ...env } });
  process.exitCode = await new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

/** The same for a program that drives a browser, which is installed if there is none. */
export async function launchWithBrowser(program) {
  await ensureRuntime();
  await ensureAllInstalled();
  const { code, output } = await runNode(["scripts/test/prepare-e2e.mjs"]);
  if (code !== 0) {
    process.stderr.write(output);
    process.exit(1);
  }
  await launch(program, { SATCHEL_CHROMIUM: output.trim().split("\n").at(-1) });
}
