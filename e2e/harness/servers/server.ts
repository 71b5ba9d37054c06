/** The built product server as a separate process, on a free port, over a temporary data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
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

/** This range is below the ports that systems give to outgoing connections. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** The port of one server at a time of this process. Profiles that have visited the app (visited-profile.ts) are of its origin. */
let ownPort: number | undefined;
let isOwnPortTaken = false;

/** Returns the origin of the server at this process's own port, while one runs there. */
export function ownOrigin(): string | undefined {
  return ownPort === undefined || !isOwnPortTaken ? undefined : `http://localhost:${ownPort}`;
}

/** A server behind a proxy has its port in `env`, which goes before this one. */
async function choosePort(env: Readonly<Record<string, string>>): Promise<number> {
  if (isOwnPortTaken || env.PORT !== undefined) return 0;
  isOwnPortTaken = true;
  for (let at = process.pid % PORTS; ownPort === undefined; at = (at + 1) % PORTS) {
    if (await isFree(FIRST_PORT + at)) ownPort = FIRST_PORT + at;
  }
  return ownPort;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "satchel-e2e-"));
  const output: string[] = [];
  const start = (port: number) => launch(port, { SATCHEL_DATA_DIR: dataDir, ...env }, (text) => output.push(text));
  const port = await choosePort(env);
  let running = await start(port);
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
      if (port !== 0) isOwnPortTaken = false;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
