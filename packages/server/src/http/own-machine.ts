/** Whether a request comes from this machine and is meant for it: by the name it asks for, and by what proxies say of its way. */
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../config.ts";

/**
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
