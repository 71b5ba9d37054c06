/** During shutdown, running requests are completed, and later requests on the same connections get a retry response. Decision 0006. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { refuse } from "../shared/refusal.ts";
import { sendRefusal } from "./problem.ts";

const RETRY_MS = 1000;
const LINES_EVERY_MS = 50;

export function refuseWhenClosing(app: FastifyInstance): void {
  const unused = unusedConnections(app);
  let isClosing = false;
  let closingLines: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    isClosing = true;
    // A connection stays open after its running response, for a next request that will never be accepted; this closes such connections.
    closingLines = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, LINES_EVERY_MS);
  });
  app.addHook("onClose", async () => clearInterval(closingLines));
  app.addHook("onRequest", async (_, reply) => {
    if (isClosing) return sendRefusal(reply.header("connection", "close"), refuse("unavailable", { retryAfterMs: RETRY_MS }));
  });
}

/**
 * Browsers open connections before they need them. Node does not count a connection as idle before its first request and would wait for it.
 */
function unusedConnections(app: FastifyInstance): Iterable<Socket> {
  const open = new Set<Socket>();
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return { [Symbol.iterator]: () => [...open].filter(({ bytesRead }) => bytesRead === 0)[Symbol.iterator]() };
}
