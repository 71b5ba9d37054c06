/** Runs npm: the one that started us, else the one on the PATH. */
import { run, runNode } from "./run.mjs";

/** To its end: `{ code, output, seconds }`, as `run` answers. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js")) return runNode([own, ...args], options);
  return process.platform === "win32" ? run("cmd", ["/c", "npm", ...args], options) : run("npm", args, options);
}
