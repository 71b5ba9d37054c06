/** The built product server as a separate process, on a free port, over a temporary data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const MAIN = join(ROOT, "packages/server/dist/main.js");
const READY = /https?:\/\/[^\s/]+:(\d+)/;
const START_TIMEOUT_MS = 60_000;

export type TestServer = {
  /** Scheme, host and port; unchanged by `restart`. */
  readonly origin: string;
  readonly dataDir: string;
  /** Everything the server has written to its console and log so far. */
  log(): string;
  /** Ends the process; requests fail until `restart`. */
  halt(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the process for good and removes its data. */
  close(): Promise<void>;
};

type Running = { readonly child: ChildProcess; readonly port: number };

function firstAddress(child: ChildProcess, keep: (text: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = () => reject(new Error(`the server did not start:\n${output}`));
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    const handleData = (chunk: Buffer) => {
      output += chunk.toString();
      keep(chunk.toString());
      const match = READY.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout?.on("data", handleData);
    child.stderr?.on("data", handleData);
    child.once("exit", fail);
  });
}

async function launch(port: number, env: Record<string, string>, keep: (text: string) => void): Promise<Running> {
  const child = spawn(process.execPath, ["--enable-source-maps", MAIN], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", SATCHEL_TEST: "1", LOG_LEVEL: "debug", PORT: String(port), ...env },
  });
  try {
    return { child, port: await firstAddress(child, keep) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

async function end({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await gone;
  clearTimeout(timer);
}

export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "satchel-e2e-"));
  const output: string[] = [];
  const start = (port: number) => launch(port, { SATCHEL_DATA_DIR: dataDir, ...env }, (text) => output.push(text));
  let running = await start(0);
  return {
    origin: `http://localhost:${running.port}`,
    dataDir,
    log: () => output.join(""),
    halt: () => end(running),
    async restart() {
      await end(running);
      running = await start(running.port);
    },
    async close() {
      await end(running);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
