/** Load by wrk, if it is installed: it costs so little itself that only the server is measured. */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Load } from "./load.ts";

const SECONDS = 2;

export function hasWrk(): boolean {
  // `-v` exits with an error, so only a failure to start it counts.
  return spawnSync("wrk", ["-v"]).error === undefined;
}

export async function runWrk(
  folder: string,
  port: number,
  { connections, paths }: { readonly connections: number; readonly paths: readonly string[] },
): Promise<Load> {
  const script = join(folder, "reads.lua");
  writeFileSync(script, toScript(paths));
  const args = ["-t1", `-c${connections}`, `-d${SECONDS}s`, "--latency", "-s", script, `http://127.0.0.1:${port}`];
  return toLoad(await output("wrk", args));
}

function toScript(paths: readonly string[]): string {
  return `local paths = {${paths.map((path) => JSON.stringify(path)).join(",")}}
local requests = {}
local at = 0
init = function()
  for index, path in ipairs(paths) do requests[index] = wrk.format("GET", path, {["Authorization"] = "Bearer bench"}) end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
`;
}

function toLoad(printed: string): Load {
  const [, amount = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(printed) ?? [];
  const toMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1] ?? 0),
    p99Ms: Number(amount) * (toMs[unit] ?? 0),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(printed)?.[1] ?? 0),
  };
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const printed: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    child.once("error", reject);
    child.once("close", () => resolve(Buffer.concat(printed).toString()));
  });
}
