/** Opens the server's resources in order, starts to listen, and closes everything in reverse order. */
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@satchel/drive/server/http/node-http.ts";
import { type DiskReserve, openDiskReserve } from "@satchel/drive/storage/disk-reserve.ts";
import { openPostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { type Config, isLoopback, needsDataFolder } from "../config/config.ts";
import { dataFolderAt, openDataFolder } from "../config/data-folder.ts";
import { loadServerSecret } from "../config/server-secret.ts";
import { StartProblem } from "../config/start-problem.ts";
import { type Database, openDatabase, openPostgresDatabase } from "../db/open-database.ts";
import { BEAT_TURN_MS } from "../devices/signals/signal-hub.ts";
import { SANDBOX_PATH } from "../drives/sandbox/sandbox-drive.ts";
import { createLogger } from "../http/operators/metrics.ts";
import { isForOwnMachine } from "../http/request-origin.ts";
import type { Services } from "../services.ts";
import { type RuntimeEnvironment, systemEnvironment } from "../shared/environment.ts";
import { describeFailure } from "../shared/refusal.ts";
import { createApp, type DriveMount } from "./app.ts";
import { createServices } from "./create-services.ts";

export type RunningServer = {
  /** The address that the user opens in a browser. */
  readonly address: string;
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
};

export type StartOptions = {
  readonly around?: RuntimeEnvironment;
  readonly logger?: Logger;
  readonly say?: (line: string) => void;
  /** Bytes of the disk's reserve, if fewer than usual. */
  readonly reserveBytes?: number;
};

const SWEEP_MS = 3_600_000;
/** Soon after the start, because a server that restarts often would never reach the regular sweep. */
const FIRST_SWEEP_MS = 10_000;

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const stack = await buildServer(config, options);
  try {
    await stack.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await stack.close();
    throw listenProblem(config, error as NodeJS.ErrnoException);
  }
  const firstSweep = setTimeout(() => void stack.sweep(), FIRST_SWEEP_MS).unref();
  const sweeping = setInterval(() => void stack.sweep(), SWEEP_MS).unref();
  const beating = setInterval(() => void stack.services.signals.beat(), BEAT_TURN_MS).unref();
  const close = async (): Promise<void> => {
    clearTimeout(firstSweep);
    clearInterval(beating);
    clearInterval(sweeping);
    await stack.close();
  };
  return { address: addressOf(config, portOf(stack.app)), app: stack.app, close };
}

export type ServerStack = {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly db: Database;
  readonly sweep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Builds everything except the listening port. */
export async function buildServer(config: Config, options: StartOptions = {}): Promise<ServerStack> {
  const around = options.around ?? systemEnvironment;
  const logger = options.logger ?? createLogger(config.logLevel);
  const folder = needsDataFolder(config) ? openDataFolder(config.dataDir) : dataFolderAt(config.dataDir);
  const derive = loadServerSecret(folder.root, config.secret);
  const pool = config.databaseUrl === undefined ? undefined : openPostgresPool(config.databaseUrl);
  const disk = needsDataFolder(config) ? reserveOf(folder.root, logger, options.reserveBytes) : undefined;
  const db = pool === undefined ? await openDatabase(folder.database, disk?.spend) : await openPostgresDatabase(pool);
  const opened: { app?: FastifyInstance } = {};
  const origins = (): readonly string[] => originsOf(config, opened.app === undefined ? config.port : portOf(opened.app));
  const services = await createServices({
    config,
    db,
    pool,
    disk,
    around,
    derive,
    folder,
    origins,
    logger,
    say: options.say ?? sayOnConsole,
  });
  const app = await createApp({ config, db, services, mounts: mountsOf(services), logger });
  opened.app = app;
  return { app, services, db, sweep: () => sweep(services, logger), close: () => closeAll(app, services, db) };
}

function reserveOf(folder: string, logger: Logger, maxBytes: number | undefined): DiskReserve {
  return openDiskReserve({
    folder,
    now: systemEnvironment.now,
    onChange: (isSpent) =>
      isSpent
        ? logger.error({ folder }, "the disk is full: its reserve was given up, and nothing new is stored until there is space again")
        : logger.info({ folder }, "the disk has space again"),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
}

function mountsOf({ managed, sandbox }: Services): readonly DriveMount[] {
  const own: DriveMount = { prefixes: ["/drive", "/upload", "/batch"], listener: toNodeListener(managed.server.handle) };
  if (sandbox === undefined) return [own];
  const listener = toNodeListener(sandbox.sandbox.handle, { basePath: SANDBOX_PATH });
  const isPage = (path: string): boolean => path.startsWith(`${SANDBOX_PATH}/o/`);
  return [own, { prefixes: [SANDBOX_PATH], listener, isPage, accepts: isForOwnMachine }];
}

// Standard output is reserved for the address.
function sayOnConsole(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs each sweep separately: a failure is logged, does not stop the others, and is retried at the next sweep. */
async function sweep(services: Services, logger: Logger): Promise<void> {
  const { counts, pendingSteps, activity, verification, sessions, sensitive, approvals, invitations, managed, sandbox } = services;
  const swept = [
    counts,
    pendingSteps,
    verification,
    activity,
    sessions,
    sensitive,
    approvals,
    invitations,
    managed.server,
    sandbox?.sandbox,
  ];
  for (const each of swept) await each?.sweep().catch((error: unknown) => logger.error(describeFailure(error), "a sweep failed"));
}

async function closeAll(
  app: FastifyInstance,
  { reset, pendingSteps, activity, verification, managed, sandbox }: Services,
  db: Database,
): Promise<void> {
  await app.close();
  await reset.idle();
  await pendingSteps.idle();
  await verification?.idle();
  await activity.idle();
  await managed.close();
  await sandbox?.close();
  await db.destroy();
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo | null)?.port ?? 0;
}

/** Returns the origins of users: the configured ones, or else the names of a loopback address. */
function originsOf(config: Config, port: number): readonly string[] {
  return config.publicOrigins.length > 0
    ? config.publicOrigins
    : ["localhost", "127.0.0.1", "[::1]"].map((name) => `http://${name}:${port}`);
}

function addressOf(config: Config, port: number): string {
  const anywhere = isLoopback(config.host) || config.host === "0.0.0.0" || config.host === "::";
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return config.publicOrigins[0] ?? `http://${anywhere ? "localhost" : host}:${port}`;
}

function listenProblem({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  if (error.code === "EADDRINUSE")
    return new StartProblem(`Port ${port} is taken by another program. Stop that one, or set PORT to another number.`);
  if (error.code === "EACCES") return new StartProblem(`Port ${port} may not be opened by this user. Set PORT to a number above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartProblem(`SATCHEL_HOST ${host} is no address of this machine.`);
  return error;
}
