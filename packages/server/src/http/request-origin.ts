/**
 * Inspects where a request comes from: warns about a proxy that TRUST_PROXY does not name, and decides whether the request was made on this
 * machine.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf } from "../accounts/sign-in/sessions.ts";
import { isLoopback } from "../config/config.ts";

const UNTRUSTED_FORWARDING =
  "X-Forwarded-For arrives from an address that TRUST_PROXY does not name: set TRUST_PROXY to the number of proxies before this server or to their addresses, or all people count as one network.";

/** The returned function lists the warnings so far. */
export function watchForwarding(app: FastifyInstance): () => readonly string[] {
  const warnings: string[] = [];
  app.addHook("onRequest", async (request) => {
    if (warnings.length > 0 || !isUntrusted(request)) return;
    warnings.push(UNTRUSTED_FORWARDING);
    request.log.warn({ from: networkOf(request.socket.remoteAddress ?? "") }, UNTRUSTED_FORWARDING);
  });
  return () => warnings;
}

/** `ips` begins with the socket's own address. It has a second entry only if the first one is trusted. */
function isUntrusted(request: FastifyRequest): boolean {
  return request.headers["x-forwarded-for"] !== undefined && (request.ips?.length ?? 1) < 2;
}

/**
 * True if the request comes from this machine and is addressed to it, judged by its host name and forwarding headers. False if any name or
 * address in the request belongs to another machine. A remote page whose name resolves to 127.0.0.1 (DNS rebinding) sends its own host
 * name, and a proxy on this machine names its client.
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
