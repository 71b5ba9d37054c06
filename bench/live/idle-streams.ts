/**
 * Ten thousand devices listen silently to one server process. Measures its memory, the longest time until a stream opens, and the time of a
 * signal to one of them. The devices are plain sockets in this process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { SIGNAL } from "@satchel/contract/limits.ts";
import { type Figure, medianMs } from "../src/figure.ts";

const SERVE = fileURLToPath(new URL("./serve-streams.ts", import.meta.url));
const STREAMS = 10_000;
/** Number of connections opened at once. */
const AT_ONCE = 200;
const MB = 1_000_000;

export async function benchIdleStreams(quick: boolean): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-streams-"));
  const streams = quick ? STREAMS / 10 : STREAMS;
  const accounts = Math.ceil(streams / SIGNAL.maxStreamsPerAccount);
  const { tokens } = await firstLine<{ readonly tokens: readonly string[] }>(serve(folder, accounts, SIGNAL.maxStreamsPerAccount));
  const child = serve(folder);
  const sockets: Socket[] = [];
  try {
    const { port } = await firstLine<{ readonly port: number }>(child);
    const before = residentBytes(child);
    const began = performance.now();
    for (let from = 0; from < streams; from += AT_ONCE) {
      const some = tokens.slice(from, Math.min(streams, from + AT_ONCE));
      sockets.push(...(await Promise.all(some.map((token) => listen(port, token)))));
    }
    const openedMs = performance.now() - began;
    const after = residentBytes(child);
    const signalMs = await timeSignals(port, sockets, tokens);
    const figure = (name: string, value: number, unit: string): Figure => ({ area: "live", name, value, unit, better: "lower" });
    return [
      figure(`memory of a server with ${streams.toLocaleString("en-GB")} idle streams`, after / MB, "MB"),
      figure("of it for each stream", (after - before) / streams / 1000, "kB"),
      figure(`until ${streams.toLocaleString("en-GB")} streams are open`, openedMs, "ms"),
      figure("a signal, from its POST to another stream of the account", signalMs, "ms"),
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

const serve = (...words: readonly (string | number)[]): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", SERVE, ...words.map(String)], { stdio: ["ignore", "pipe", "inherit"] });

async function firstLine<Said>(child: ChildProcess): Promise<Said> {
  for await (const line of createInterface({ input: child.stdout as Readable })) if (line.startsWith("{")) return JSON.parse(line) as Said;
  throw new Error("the server did not start");
}

function residentBytes({ pid }: ChildProcess): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]; // Linux only
  return Number(kib) * 1024;
}

/** Resolves when the stream reports that it is open. */
function listen(port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const take = (bytes: Buffer): void => {
      text += bytes.toString();
      if (!text.includes('"open"')) return;
      socket.off("data", take);
      socket.resume();
      resolve(socket);
    };
    socket.on("data", take);
    socket.once("error", reject);
    socket.write(`GET /api/signals HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

/** The first two streams belong to one account. */
async function timeSignals(port: number, sockets: readonly Socket[], tokens: readonly string[]): Promise<number> {
  const [, listener] = sockets;
  if (listener === undefined) return Number.NaN;
  return medianMs(20, async () => {
    const arrived = new Promise<void>((resolve) => {
      const take = (bytes: Buffer): void => {
        if (!bytes.toString().includes('"signal"')) return;
        listener.off("data", take);
        resolve();
      };
      listener.on("data", take);
    });
    const headers = { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" };
    const sent = await fetch(`http://127.0.0.1:${port}/api/signals`, {
      method: "POST",
      headers,
      body: JSON.stringify({ message: "A".repeat(1000) }),
    });
    await sent.text();
    await arrived;
  });
}
