/**
 * A flood of sign-ins with wrong passwords, each from another network, against the product's server. Measures the time of an ordinary
 * request of a signed-in user during the flood, beside an idle server, and the share of the flood that is rejected at once.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure.ts";

const MAIN = fileURLToPath(new URL("../../packages/server/src/main.ts", import.meta.url));
const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const FLOODERS = fileURLToPath(new URL("./flooders.ts", import.meta.url));
const AT_ONCE = 64;

export async function benchLoginFlood(quick: boolean): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-flood-"));
  const child = runTs(MAIN, [], { PORT: "0", TRUST_PROXY: "1", LOG_LEVEL: "silent", SATCHEL_DATA_DIR: join(folder, "data") });
  try {
    const line = (await linesOf(child).next()).value ?? "";
    return await measure(/http:\/\/localhost:\d+/.exec(line)?.[0] ?? "", quick ? 200 : 1000);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(origin: string, asked: number): Promise<Figure[]> {
  const registered = await post(origin, "register", ADA);
  const { token } = (await registered.json()) as { token: string };
  const idle = await timesOf(origin, token, asked);
  const flood = startFlood(origin);
  await flood.isFull;
  const busy = await timesOf(origin, token, asked);
  const { sent, refused } = await flood.stop();
  const figure = (name: string, value: number, unit: string) => ({ area: "accounts", name, value, unit, better: "lower" as const });
  return [
    figure("session check, idle, p50", at(idle, 0.5), "ms"),
    figure("session check, idle, p99", at(idle, 0.99), "ms"),
    figure(`session check under ${AT_ONCE} flooding sign-ins, p50`, at(busy, 0.5), "ms"),
    figure(`session check under ${AT_ONCE} flooding sign-ins, p99`, at(busy, 0.99), "ms"),
    { ...figure("flood turned away at once", (100 * refused) / sent, "%"), better: "higher" },
  ];
}

async function timesOf(origin: string, token: string, asked: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < asked; index += 1) {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`a session check was answered with ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

function startFlood(origin: string) {
  const child = runTs(FLOODERS, [origin, ADA.email, String(AT_ONCE)], {});
  const lines = linesOf(child);
  return {
    isFull: lines.next(),
    async stop(): Promise<{ readonly sent: number; readonly refused: number }> {
      child.kill("SIGTERM");
      return JSON.parse((await lines.next()).value ?? "{}");
    },
  };
}

function runTs(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const options = { env: { PATH: process.env.PATH ?? "", ...env }, stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"] };
  return spawn(process.execPath, ["--import", import.meta.resolve("tsx"), file, ...args], options);
}

function linesOf(child: ChildProcess): AsyncIterator<string> {
  return createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
}

function post(origin: string, name: string, body: object): Promise<Response> {
  return fetch(`${origin}/api/auth/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
