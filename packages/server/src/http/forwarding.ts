/**
 * Notices a proxy that TRUST_PROXY does not name: its `X-Forwarded-For` is not believed, so that all people count as one network, and one of
 * them can use up the others' tries. Said once in the log, and on `/readyz`.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf } from "../accounts/client.ts";

const UNTRUSTED_FORWARDING =
  "X-Forwarded-For arrives from an address that TRUST_PROXY does not name: set TRUST_PROXY to the number of proxies before this server or to their addresses, or all people count as one network.";

/** Answers what there is to say so far. */
export function watchForwarding(app: FastifyInstance): () => readonly string[] {
  const warnings: string[] = [];
  app.addHook("onRequest", async (request) => {
    if (warnings.length > 0 || !isUntrusted(request)) return;
    warnings.push(UNTRUSTED_FORWARDING);
    request.log.warn({ from: networkOf(request.socket.remoteAddress ?? "") }, UNTRUSTED_FORWARDING);
  });
  return () => warnings;
}

/** `ips` begins with the socket's own address; a second one is there only where the first was trusted. */
function isUntrusted(request: FastifyRequest): boolean {
  return request.headers["x-forwarded-for"] !== undefined && (request.ips?.length ?? 1) < 2;
}
