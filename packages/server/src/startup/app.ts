/** Assembles the HTTP application: headers, drives, routes, health, web app. It opens neither ports nor files. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { TrustedProxies } from "../config/trusted-proxies.ts";
import type { Database } from "../db/open-database.ts";
import { mountApi } from "../http/api.ts";
import { refuseWhenClosing } from "../http/closing.ts";
import { serveMailLinks } from "../http/mail-links.ts";
import { serveOpenApi } from "../http/openapi.ts";
import { createHealth, serveHealth } from "../http/operators/health.ts";
import { createMetrics, isOperator, serveMetrics, watchRequests } from "../http/operators/metrics.ts";
import { handleError, sendRefusal } from "../http/problem.ts";
import { watchForwarding } from "../http/request-origin.ts";
import type { RouteConfig } from "../http/route.ts";
import { addSecurityHeaders, type HeaderOptions, STORED_BYTES_HEADERS, securityHeaders } from "../http/security-headers.ts";
import { serveWebApp } from "../http/web-app.ts";
import { aiRoutes } from "../routes/ai.ts";
import { approvalRoutes } from "../routes/approvals.ts";
import { authRoutes } from "../routes/auth.ts";
import { cloudRoutes } from "../routes/cloud.ts";
import { deviceRoutes } from "../routes/devices.ts";
import { fileRoutes } from "../routes/files.ts";
import { keyRoutes } from "../routes/keys.ts";
import { localRoutes } from "../routes/local.ts";
import { onboardingRoutes } from "../routes/onboarding.ts";
import { planRoutes } from "../routes/plan.ts";
import { sensitiveRoutes } from "../routes/sensitive.ts";
import { serverInfoRoutes } from "../routes/server-info.ts";
import { signalRoutes } from "../routes/signals.ts";
import type { Services } from "../services.ts";
import { refuse } from "../shared/refusal.ts";
import { limitBodyTime } from "./body-time.ts";

const REQUEST_TIMEOUT_MS = 600_000;

export type AppParts = {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  readonly mounts: readonly DriveMount[];
  readonly logger: Logger;
};

export const ALL_ROUTES = [
  ...authRoutes,
  ...keyRoutes,
  ...approvalRoutes,
  ...deviceRoutes,
  ...signalRoutes,
  ...aiRoutes,
  ...sensitiveRoutes,
  ...onboardingRoutes,
  ...planRoutes,
  ...cloudRoutes,
  ...fileRoutes,
  ...serverInfoRoutes,
  ...localRoutes,
];

export async function createApp({ config, db, services, mounts, logger }: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleError,
    trustProxy: trustedHops(config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  const headers = headerOptions(config);
  app.setErrorHandler(handleError);
  limitBodyTime(app, isUpload(mounts));
  refuseWhenClosing(app);
  // Open streams would prevent the server from closing.
  app.addHook("preClose", () => services.signals.close());
  addSecurityHeaders(app, headers);
  const warningsOf = watchForwarding(app);
  mountDrives(app, mounts, securityHeaders(headers));
  const metrics = config.metricsToken === undefined ? undefined : createMetrics();
  watchRequests(
    app,
    mounts.flatMap((mount) => mount.prefixes),
    metrics?.count,
  );
  if (metrics !== undefined && config.metricsToken !== undefined) serveMetrics(app, config.metricsToken, metrics);
  await serveWebApp(app, config.webDir);
  mountApi(app, ALL_ROUTES, services);
  await serveMailLinks(app, services);
  serveOpenApi(
    app,
    ALL_ROUTES.map(({ contract }) => contract),
  );
  const health = createHealth({ db, disk: services.disk, checkBucket: services.managed.checkBucket, mailer: services.mailer });
  serveHealth(app, health, { warningsOf, isOperator: (request) => isOperator(request, config.metricsToken) });
  return app;
}

/** Forms with files, and every path under which a drive takes bytes. */
function isUpload(mounts: readonly DriveMount[]): (request: FastifyRequest) => boolean {
  return ({ url, routeOptions }) => {
    if ((routeOptions.config as Partial<RouteConfig> | undefined)?.isForm === true) return true;
    const isDrive = mounts.some(({ prefixes }) => prefixes.some((prefix) => url.startsWith(`${prefix}/`)));
    return isDrive && /^(?:\/[a-z]+)?\/upload\//.test(url);
  };
}

/** The first hop is the address of the socket itself. */
function trustedHops(trusted: TrustedProxies): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trusted === "number" ? (_, hop) => hop < trusted : trusted;
}

function headerOptions({ driveMode, google, publicOrigins }: Config): HeaderOptions {
  const httpsHosts = httpsHostsOf(publicOrigins);
  if (driveMode !== "google" || google === undefined) return { connectOrigins: [], formOrigins: [], httpsHosts };
  const connectOrigins = [...new Set([google.apiBase, google.uploadBase, google.batchBase].map((url) => new URL(url).origin))];
  return { connectOrigins, formOrigins: [new URL(google.authorizeUrl).origin], httpsHosts };
}

/** A host that is also public over http must not get a strict-transport header. */
function httpsHostsOf(publicOrigins: readonly string[]): HeaderOptions["httpsHosts"] {
  const urls = publicOrigins.map((origin) => new URL(origin));
  const plain = new Set(urls.filter(({ protocol }) => protocol === "http:").map(({ hostname }) => hostname));
  if (urls.length > 0 && plain.size === 0) return "all";
  return urls.filter(({ hostname }) => !plain.has(hostname)).map(({ host }) => host);
}

export type DriveMount = {
  /** First segments of the paths it serves, e.g. "/drive". */
  readonly prefixes: readonly string[];
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** True for paths under the prefixes that are pages instead of stored bytes. */
  readonly isPage?: (path: string) => boolean;
  /** Requests that this rejects get a 403 without CORS headers. */
  readonly accepts?: (headers: IncomingHttpHeaders) => boolean;
};

/** Lets the drive protocol serve its own paths before any body is read. CORS `*` is on these paths only (decision 0006). */
function mountDrives(app: FastifyInstance, mounts: readonly DriveMount[], pageHeaders: Readonly<Record<string, string>>): void {
  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const mount = mounts.find((each) => each.prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
    if (mount === undefined) return;
    if (mount.accepts?.(request.headers) === false) return sendRefusal(reply, refuse("forbidden"));
    const headers = mount.isPage?.(path) === true ? pageHeaders : STORED_BYTES_HEADERS;
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    mount.listener(request.raw, reply.raw);
  });
}
