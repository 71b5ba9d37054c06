/**
 * Limits how long a request may take to send its body: each route by the size that it accepts, uploads by the server's request timeout. A client
 * that sends a byte now and then would otherwise hold its connection for as long as an upload may. Decision 0006 "Floods".
 */
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** `baseMs`: for a body of any size. `bytesPerSecond`: the slowest connection that can still send the largest body of a route. */
const BODY_TIME = { baseMs: 15_000, bytesPerSecond: 32_768 } as const;

const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

export type BodyTime = { readonly [Name in keyof typeof BODY_TIME]: number };

/** Must be registered before every other hook. `isUpload`: requests whose body may take as long as the server waits for any request. */
export function limitBodyTime(app: FastifyInstance, isUpload: (request: FastifyRequest) => boolean, times: BodyTime = BODY_TIME): void {
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    const hasBody = raw.headers["transfer-encoding"] !== undefined || (raw.headers["content-length"] ?? "0") !== "0";
    if (!hasBody || isUpload(request)) return;
    const maxBytes = request.routeOptions.bodyLimit ?? 0;
    const timer = setTimeout(() => raw.complete || end(raw.socket), times.baseMs + (maxBytes / times.bytesPerSecond) * 1000);
    timer.unref();
    const clear = (): void => clearTimeout(timer);
    raw.once("end", clear).once("close", clear);
    reply.raw.once("finish", clear).once("close", clear);
  });
}

/** Responds as Node does to a request that takes too long. */
function end(socket: Socket): void {
  socket.end(TIMED_OUT, () => socket.destroy());
}
