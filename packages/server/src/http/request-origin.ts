/** Where a request comes from: a proxy that TRUST_PROXY does not name, and whether it was made on this machine. */

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf } from "../accounts/sign-in/sessions.ts";
import { isLoopback } from "../config/config.ts";

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

/**
 * Whether a request comes from this machine and is meant for it: by the name it asks for, and by what proxies say of its way.
 * False where any name or address in the request is another machine's. A page elsewhere that was given a name for 127.0.0.1 (DNS rebinding)
 * asks under its own name; a proxy on this machine names whom it asks for.
 */
export function isForOwnMachine(headers: IncomingHttpHeaders): boolean {
  const names = [headers.host, ...listOf(headers["x-forwarded-host"])].map((name) => hostnameOf(name ?? ""));
  const addresses = listOf(headers["x-forwarded-for"]).map((address) => address.replace(/^::ffff:/i, ""));
  return [...names, ...addresses].every(isLoopback) && headers.forwarded === undefined;
}

function listOf(header: string | readonly string[] | undefined): readonly string[] {
  return [header ?? []].flat().flatMap((text) => text.split(",").map((part) => part.trim()));
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}
