/** 1,000 connections that send the body of a request a byte at a time. The server must respond to others, and end them. docs/decisions/0006. */
import { connect, type Socket } from "node:net";
import type { TestServer } from "../../e2e/harness/servers/server.ts";
import { type Attack, closed, open } from "../attack.ts";

const CONNECTIONS = 1000;
const DRIP_MS = 2000;
/** A body of 64 KiB has 17 s; the rest is left to a busy machine. */
const ENDED_WITHIN_MS = 60_000;

export const attack: Attack = {
  line: 20,
  title: `${CONNECTIONS} connections that send their bodies slowly`,
  async run({ startServer, defer }) {
    const server = await startServer();
    const lines = Array.from({ length: CONNECTIONS }, () => hold(server));
    defer(() => {
      for (const { socket } of lines) socket.destroy();
    });
    await Promise.all(lines.map(({ begun }) => begun));
    const drip = setInterval(() => {
      for (const { socket } of lines) if (socket.writable) socket.write("a");
    }, DRIP_MS);
    defer(() => clearInterval(drip));

    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await fetch(`${server.origin}/api/auth/prelogin`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"email":"a@example.org"}',
        });
        return status;
      }),
    );
    const held = lines.filter(({ socket }) => !socket.closed).length;
    const began = performance.now();
    const expired = new Promise<"expired">((resolve) => setTimeout(resolve, ENDED_WITHIN_MS, "expired").unref());
    const ended = await Promise.race([Promise.all(lines.map((line) => line.ended)), expired]);
    const left = lines.filter(({ socket }) => !socket.closed).length;
    const isServed = statuses.every((status) => status === 200);
    const seen = `with ${held} of them open others got ${[...new Set(statuses)].join(", ")}; after ${Math.round((performance.now() - began) / 1000)} s ${left} were left`;
    return held >= CONNECTIONS * 0.9 && isServed && ended !== "expired" ? closed(seen) : open(seen);
  },
};

type Line = { readonly socket: Socket; readonly begun: Promise<unknown>; readonly ended: Promise<unknown> };

function hold(server: TestServer): Line {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.resume();
  const begun = new Promise((resolve) =>
    socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`, resolve),
  );
  return { socket, begun, ended: new Promise((resolve) => socket.once("close", resolve)) };
}
