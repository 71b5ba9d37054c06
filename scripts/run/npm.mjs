/** Runs npm: the one that started this process, or else the one on the PATH. */
import { run, runNode } from "./run.mjs";

/** Returns `{ code, output, seconds }` like `run`. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js")) return runNode([own, ...args], options);
  return process.platform === "win32" ? run("cmd", ["/c", "npm", ...args], options) : run("npm", args, options);
}
