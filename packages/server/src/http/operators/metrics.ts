/**
 * `/metrics` in Prometheus's format, protected by METRICS_TOKEN (without it the route does not exist). Contains route names only. Decision
 * 0006.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { destination, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";
import { isLoopback } from "../../config/config.ts";
import { isForOwnMachine } from "../request-origin.ts";
import { bearerOf } from "../route.ts";

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NANO = 1e9;

export type Finished = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };
type Metrics = { readonly count: (request: Finished) => void; readonly text: () => string; readonly close: () => void };

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const inBucket = BUCKETS.map(() => 0);
  const total = { count: 0, seconds: 0 };
  const delay = monitorEventLoopDelay();
  delay.enable();
  return {
    count: ({ method, route, status, seconds }) => {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      total.count += 1;
      total.seconds += seconds;
      for (const [index, end] of BUCKETS.entries()) if (seconds <= end) inBucket[index] = (inBucket[index] ?? 0) + 1;
    },
    text: () => {
      const { rss, heapUsed } = process.memoryUsage();
      const cpu = process.cpuUsage();
      return lines([
        ["satchel_requests_total", "counter", "Requests answered.", [...requests].map(([labels, count]) => [`{${labels}}`, count])],
        ["satchel_request_seconds", "histogram", "Time until the answer was sent.", toHistogram(inBucket, total)],
        ["satchel_resident_bytes", "gauge", "Memory of the process.", [["", rss]]],
        ["satchel_heap_bytes", "gauge", "Memory of its objects.", [["", heapUsed]]],
        ["satchel_cpu_seconds_total", "counter", "Processor time used.", [["", (cpu.user + cpu.system) / 1e6]]],
        [
          "satchel_loop_delay_seconds",
          "gauge",
          "How late the process gets to what is due, 99th percentile.",
          [["", delay.percentile(99) / NANO]],
        ],
        ["satchel_uptime_seconds", "gauge", "Since the start.", [["", process.uptime()]]],
      ]);
    },
    close: () => void delay.disable(),
  };
}

export function serveMetrics(app: FastifyInstance, token: string, metrics: Metrics): void {
  app.get("/metrics", { compress: false }, async (request, reply) => {
    if (!isSame(bearerOf(request.headers.authorization) ?? "", token)) return reply.code(401).send();
    return reply.header("cache-control", "no-store").type("text/plain; version=0.0.4").send(metrics.text());
  });
  app.addHook("onClose", async () => metrics.close());
}

/** True if the request shows METRICS_TOKEN, or comes from this machine and names it (not through a proxy that names its client). */
export function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(bearerOf(request.headers.authorization) ?? "", token)) return true;
  return isLoopback(request.socket.remoteAddress?.replace(/^::ffff:/i, "") ?? "?") && isForOwnMachine(request.headers);
}

/** Compares in constant time. */
function isSame(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

type Sample = readonly [suffix: string, value: number];
type Family = readonly [name: string, kind: string, help: string, samples: readonly Sample[]];

function toHistogram(
  inBucket: readonly number[],
  { count, seconds }: { readonly count: number; readonly seconds: number },
): readonly Sample[] {
  return [
    ...BUCKETS.map((end, index): Sample => [`_bucket{le="${end}"}`, inBucket[index] ?? 0]),
    [`_bucket{le="+Inf"}`, count],
    ["_sum", seconds],
    ["_count", count],
  ];
}

function lines(families: readonly Family[]): string {
  return families
    .map(([name, kind, help, samples]) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples.map(([suffix, value]) => `${name}${suffix} ${value}`), ""].join("\n"),
    )
    .join("");
}

/** A second line of defense: no code logs these fields, and if it ever does, they are redacted. */
const REDACTED = ["password", "token", "secret", "email", "authorization", "cookie", "code", "refresh_token", "access_token"];

const OPTIONS: LoggerOptions = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  // Fastify's own serializers print addresses and URLs.
  serializers: { req: () => undefined, res: () => undefined, err: (error: Error) => ({ name: error.name }) },
};

export function createLogger(level: string, write?: (line: string) => void): Logger {
  return write === undefined ? pino({ ...OPTIONS, level }, destination(2)) : pino({ ...OPTIONS, level }, { write });
}

/** Writes one log line and one count per request, with the matched route only: no addresses, queries, bodies or headers. */
export function watchRequests(app: FastifyInstance, drivePrefixes: readonly string[], count: Metrics["count"] | undefined): void {
  app.addHook("onResponse", async (request, reply) => {
    const prefix = drivePrefixes.find((each) => request.url.startsWith(`${each}/`));
    const route = prefix ?? request.routeOptions.url ?? "(page)";
    count?.({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "request");
  });
}
