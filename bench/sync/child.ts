/**
 * Runs the programs of a measurement in separate processes: servers that print their address, and clients whose last line is the result.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export type Running = { readonly url: string; stop(): Promise<void> };

export async function startChild(script: string, args: readonly string[] = [], flags: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...flags, script, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const stop = stopper(child);
  return { url: await firstLine(child, script), stop };
}

/** Returns a function that stops the child. The child also ends with this process. */
export function stopper(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const CHILD_MS = 180_000;
const ATTEMPTS = 600;
const BETWEEN_MS = 100;

export async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  throw new Error(`${url} does not answer`);
}

export async function runChild<Value>(script: string, args: readonly string[]): Promise<Value> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let complained = "";
  child.stdout.on("data", (piece: Buffer) => {
    output += piece.toString();
  });
  child.stderr.on("data", (piece: Buffer) => {
    complained += piece.toString();
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), CHILD_MS);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  if (code !== 0)
    throw new Error(`${script} ended with ${code ?? `a kill, perhaps after ${CHILD_MS / 1000} s`}: ${complained.slice(-500)}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Value;
}

function firstLine(child: ChildProcess, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (piece: Buffer) => resolve(piece.toString().trim()));
    child.once("exit", () => reject(new Error(`${script} did not start`)));
  });
}

/** Bundles as the product ships: one file, no TypeScript loader, in a place where native dependencies are found. */
export async function bundleForNode(entry: string, name: string): Promise<string> {
  const outfile = fileURLToPath(new URL(`../node_modules/.cache/${name}.mjs`, import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["better-sqlite3"],
  });
  return outfile;
}
