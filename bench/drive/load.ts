/**
 * Keep-alive load over plain sockets, as light as possible, so that the server is what is measured. One request at a time per connection.
 */
import { connect, type Socket } from "node:net";
import type { Figure, Measured } from "../src/figure.ts";

export const CONNECTIONS = 16;
export const CONTENT = Buffer.alloc(4096, "0123456789abcdef");

export type Load = { readonly perSecond: number; readonly p99Ms: number; readonly failed: number };

const HEAD_END = Buffer.from("\r\n\r\n");

/** `next` returns the bytes of the n-th request. */
export async function runLoad(
  port: number,
  next: (index: number) => Buffer,
  { connections, total }: { readonly connections: number; readonly total: number },
): Promise<Load> {
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const takeNext = () => (sent < total ? next(sent++) : undefined);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      useConnection(port, takeNext, (ms, status) => {
        times.push(ms);
        if (status >= 300) failed += 1;
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: total / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, failed };
}

function useConnection(port: number, takeNext: () => Buffer | undefined, done: (ms: number, status: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let began = 0;
    let held: Buffer = Buffer.alloc(0);
    const sendNext = () => {
      const request = takeNext();
      if (request === undefined) return end(socket, resolve);
      began = performance.now();
      socket.write(request);
    };
    socket.once("connect", sendNext);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const length = answerLength(held);
      if (length === undefined || held.length < length) return;
      const status = Number(held.toString("latin1", 9, 12));
      held = held.subarray(length);
      done(performance.now() - began, status);
      sendNext();
    });
  });
}

function end(socket: Socket, resolve: () => void): void {
  socket.end();
  resolve();
}

/** Returns undefined while the head is incomplete. Every response here declares its length. */
function answerLength(held: Buffer): number | undefined {
  const headEnd = held.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = held.toString("latin1", 0, headEnd).toLowerCase();
  const at = head.indexOf("content-length:");
  return headEnd + 4 + (at === -1 ? 0 : Number.parseInt(head.slice(at + 15), 10));
}

export function toRequest(
  method: string,
  path: string,
  { body = Buffer.alloc(0), contentType = "application/json" }: { readonly body?: Buffer; readonly contentType?: string } = {},
): Buffer {
  const type = body.length === 0 ? "" : `Content-Type: ${contentType}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer bench\r\n${type}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

export function checked(result: Load): Load {
  if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
  return result;
}

export type Peer = Pick<Measured, "peer" | "peerValue" | "ratio">;

/** Compares rounds that were measured alternately. */
export function toPeer(peer: string, own: readonly Load[], others: readonly number[]): Peer {
  const ratios = own.map((load, round) => load.perSecond / (others[round] ?? 0));
  return { peer, peerValue: Math.round(median(others)), ratio: median(ratios) };
}

export function toFigures(name: string, { perSecond, p99Ms }: Pick<Load, "perSecond" | "p99Ms">, peer: Peer = {}): Figure[] {
  return [
    { area: "drive", name, value: perSecond, unit: "/s", better: "higher", ...peer },
    { area: "drive", name: `${name}, p99`, value: p99Ms, unit: "ms", better: "lower" },
  ];
}

export function middle(loads: readonly Load[]): Pick<Load, "perSecond" | "p99Ms"> {
  return { perSecond: median(loads.map((load) => load.perSecond)), p99Ms: median(loads.map((load) => load.p99Ms)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
