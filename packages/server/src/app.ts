/** Puts the HTTP application together: headers, drives, routes, health, web app. Opens no port and no file of its own. */
import { type FastifyInstance, fastify, LogController } from "fastify";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database } from "./db/open-database.ts";
import { mountApi } from "./http/api.ts";
import { refuseWhenClosing } from "./http/closing.ts";
import { type DriveMount, mountDrives } from "./http/drive-mount.ts";
import { watchForwarding } from "./http/forwarding.ts";
import { addHealth } from "./http/health.ts";
import { watchRequests } from "./http/logging.ts";
import { serveMailLinks } from "./http/mail-links.ts";
import { createMetrics, serveMetrics } from "./http/metrics.ts";
import { serveOpenApi } from "./http/openapi.ts";
import { handleError } from "./http/problem.ts";
import { addSecurityHeaders, type HeaderOptions, securityHeaders } from "./http/security-headers.ts";
import { serveWebApp } from "./http/web-app.ts";
import { aiRoutes } from "./routes/ai.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { authRoutes } from "./routes/auth.ts";
import { cloudRoutes } from "./routes/cloud.ts";
import { deviceRoutes } from "./routes/devices.ts";
import { fileRoutes } from "./routes/files.ts";
import { keyRoutes } from "./routes/keys.ts";
import { localRoutes } from "./routes/local.ts";
import { onboardingRoutes } from "./routes/onboarding.ts";
import { planRoutes } from "./routes/plan.ts";
import { sensitiveRoutes } from "./routes/sensitive.ts";
import { serverInfoRoutes } from "./routes/server-info.ts";
import { signalRoutes } from "./routes/signals.ts";
import type { Services } from "./services.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

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
  refuseWhenClosing(app);
  // Streams would keep the server from ending.
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
  addHealth(app, () => canRead(db), warningsOf);
  return app;
}

/** The first hop is the address that the socket comes from. */
function trustedHops(trusted: TrustedProxies): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trusted === "number" ? (_, hop) => hop < trusted : trusted;
}

async function canRead(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

function headerOptions({ driveMode, google, publicOrigins }: Config): HeaderOptions {
  const httpsHosts = httpsHostsOf(publicOrigins);
  if (driveMode !== "google" || google === undefined) return { connectOrigins: [], formOrigins: [], httpsHosts };
  const connectOrigins = [...new Set([google.apiBase, google.uploadBase, google.batchBase].map((url) => new URL(url).origin))];
  return { connectOrigins, formOrigins: [new URL(google.authorizeUrl).origin], httpsHosts };
}

/** A host that is a public address by http too is not made to forget that. */
function httpsHostsOf(publicOrigins: readonly string[]): HeaderOptions["httpsHosts"] {
  const urls = publicOrigins.map((origin) => new URL(origin));
  const plain = new Set(urls.filter(({ protocol }) => protocol === "http:").map(({ hostname }) => hostname));
  if (urls.length > 0 && plain.size === 0) return "all";
  return urls.filter(({ hostname }) => !plain.has(hostname)).map(({ host }) => host);
}
