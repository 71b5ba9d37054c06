/**
 * A flood of sign-ins with wrong passwords, each from another network, against the product's server: what an ordinary request of somebody
 * who is signed in takes meanwhile, beside an idle server, and how much of the flood is turned away at once.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure.ts";

const MAIN = fileURLToPath(new URL("../../packages/server/src/main.ts", import.meta.url));
const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const FLOODERS = 64;

export async function benchLoginFlood(quick: boolean): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-flood-"));
  const env = { PATH: process.env.PATH ?? "", PORT: "0", TRUST_PROXY: "true", LOG_LEVEL: "silent", SATCHEL_DATA_DIR: join(folder, "data") };
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), MAIN], { env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    return await measure(await addressOf(child), quick ? 100 : 500);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(origin: string, asked: number): Promise<Figure[]> {
  const registered = await post(origin, "register", ADA, "192.0.2.1");
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
    figure(`session check under ${FLOODERS} flooding sign-ins, p50`, at(busy, 0.5), "ms"),
    figure(`session check under ${FLOODERS} flooding sign-ins, p99`, at(busy, 0.99), "ms"),
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

/** `isFull` once the first of it was turned away: from then on the line of heavy work is as long as it may be. */
function startFlood(origin: string) {
  const counts = { sent: 0, refused: 0, network: 0 };
  let isOver = false;
  let tellFull = (): void => undefined;
  const isFull = new Promise<void>((resolve) => {
    tellFull = resolve;
  });
  const flooder = async (): Promise<void> => {
    while (!isOver) {
      counts.network += 1;
      const secret = `s1_${randomBytes(32).toString("base64url")}`;
      const answer = await post(origin, "login", { ...ADA, password: secret }, networkNumber(counts.network));
      await answer.text();
      counts.sent += 1;
      if (answer.status !== 429) continue;
      counts.refused += 1;
      tellFull();
    }
  };
  const flooders = Array.from({ length: FLOODERS }, flooder);
  return {
    isFull,
    async stop() {
      isOver = true;
      await Promise.all(flooders);
      return counts;
    },
  };
}

function networkNumber(index: number): string {
  return `10.${(index >> 8) & 255}.${index & 255}.1`;
}

function post(origin: string, name: "register" | "login", body: object, network: string): Promise<Response> {
  const headers = { "content-type": "application/json", "x-forwarded-for": network };
  return fetch(`${origin}/api/auth/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = "";
  while (!said.includes("\n")) said += String((await once(child.stdout as NodeJS.ReadableStream, "data"))[0]);
  return /http:\/\/localhost:\d+/.exec(said)?.[0] ?? "";
}
