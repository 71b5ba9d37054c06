/** One line and one count per request, without addresses, queries, bodies or headers. Secrets have no way into it: see the test that searches the log. */
import type { FastifyInstance } from "fastify";
import { destination, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";
import type { Metrics } from "./metrics.ts";

/** A second line of defence: no one logs these, and if someone does, they are gone. */
const REDACTED = ["password", "token", "secret", "email", "authorization", "cookie", "code", "refresh_token", "access_token"];

const OPTIONS: LoggerOptions = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  // Fastify's own serializers print addresses and urls.
  serializers: { req: () => undefined, res: () => undefined, err: (error: Error) => ({ name: error.name }) },
};

export function createLogger(level: string, write?: (line: string) => void): Logger {
  return write === undefined ? pino({ ...OPTIONS, level }, destination(2)) : pino({ ...OPTIONS, level }, { write });
}

/** Addresses are logged as the route they matched; the drives match by their first part. */
export function watchRequests(app: FastifyInstance, drivePrefixes: readonly string[], count: Metrics["count"] | undefined): void {
  app.addHook("onResponse", async (request, reply) => {
    const prefix = drivePrefixes.find((each) => request.url.startsWith(`${each}/`));
    const route = prefix ?? request.routeOptions.url ?? "(page)";
    count?.({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "request");
  });
}
