/** Opens what the server stands on, in order, starts to listen, and closes it all again in the opposite order. */
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@satchel/drive/server/node-http.ts";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createAccountRepo } from "./accounts/account-repo.ts";
import { ATTEMPT_LIMITS, createAttempts, LOOSE_LIMITS } from "./accounts/attempts.ts";
import { createKeyRepo } from "./accounts/key-repo.ts";
import { createPasswordHasher } from "./accounts/password-hasher.ts";
import { createRegistration } from "./accounts/registration.ts";
import { createSessions } from "./accounts/sessions.ts";
import { createSignIn } from "./accounts/sign-in.ts";
import { createApp } from "./app.ts";
import { type Config, isLoopback } from "./config.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { type Database, openDatabase } from "./db/open-database.ts";
import { createConnectionRepo } from "./google/connection-repo.ts";
import { createConnections } from "./google/connections.ts";
import { createGoogleProvider } from "./google/google-provider.ts";
import type { DriveMount } from "./http/drive-mount.ts";
import { createLogger } from "./http/logging.ts";
import { describeFailure } from "./http/problem.ts";
import { type ManagedDrive, openManagedDrive } from "./managed-storage/managed-drive.ts";
import type { Services } from "./routes/services.ts";
import { openSandboxDrive, SANDBOX_PATH, type SandboxDrive } from "./sandbox/sandbox-drive.ts";
import { createTickets } from "./sandbox/tickets.ts";
import { type DeriveKey, KEY_LABELS, loadServerSecret } from "./server-secret.ts";
import { StartProblem } from "./start-problem.ts";
import { realSurroundings, type Surroundings } from "./surroundings.ts";

export type RunningServer = {
  /** What a person types into a browser. */
  readonly address: string;
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
};

export type StartOptions = { readonly around?: Surroundings; readonly logger?: Logger };

const SWEEP_MS = 3_600_000;

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const stack = await buildServer(config, options);
  try {
    await stack.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await stack.close();
    throw listenProblem(config, error as NodeJS.ErrnoException);
  }
  const sweeping = setInterval(() => void stack.sweep(), SWEEP_MS).unref();
  const close = async (): Promise<void> => {
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

/** Everything but the open port. */
export async function buildServer(config: Config, options: StartOptions = {}): Promise<ServerStack> {
  const around = options.around ?? realSurroundings;
  const logger = options.logger ?? createLogger(config.logLevel);
  const folder = openDataFolder(config.dataDir);
  const derive = loadServerSecret(folder.root, config.secret);
  const db = await openDatabase(folder.database);
  const opened: { app?: FastifyInstance } = {};
  const origins = (): readonly string[] => originsOf(config, opened.app === undefined ? config.port : portOf(opened.app));
  const services = await createServices({ config, db, around, derive, folder, origins, logger });
  const app = await createApp({ config, db, services, mounts: mountsOf(services), logger });
  opened.app = app;
  return { app, services, db, sweep: () => sweep(services), close: () => closeAll(app, services, db) };
}

type Ground = {
  readonly config: Config;
  readonly db: Database;
  readonly around: Surroundings;
  readonly derive: DeriveKey;
  readonly folder: DataFolder;
  readonly origins: () => readonly string[];
  readonly logger: Logger;
};

async function createServices(ground: Ground): Promise<Services> {
  const { config, db, around, derive } = ground;
  const accounts = createAccountRepo(db);
  const sessions = createSessions(db, accounts, around);
  const attempts = createAttempts(around, config.testMode ? LOOSE_LIMITS : ATTEMPT_LIMITS);
  const hasher = createPasswordHasher();
  const tickets = config.driveMode === "sandbox" ? createTickets(around) : undefined;
  const sandbox = tickets === undefined ? undefined : await openSandbox(ground, accounts, tickets);
  const provider = sandbox?.provider ?? googleProvider(ground);
  return {
    around,
    accounts,
    attempts,
    sessions,
    register: createRegistration({ accounts, hasher, attempts, around }),
    signIn: createSignIn({ accounts, hasher, attempts, preloginKey: derive(KEY_LABELS.prelogin) }),
    keys: createKeyRepo(db),
    provider,
    connections: connectionsOf(ground, provider),
    tickets,
    sandbox,
    managed: await openManaged(ground, accounts, sessions),
  };
}

function openManaged(ground: Ground, accounts: Services["accounts"], sessions: Services["sessions"]): Promise<ManagedDrive> {
  const { around, derive, folder, logger } = ground;
  const report = (error: unknown): void => logger.error(describeFailure(error), "managed storage failed");
  const key = derive(KEY_LABELS.managedDrive);
  return openManagedDrive({ folder: folder.managed, key, accounts, sessions, around, report, publicOrigin: publicOriginOf(ground) });
}

function openSandbox(ground: Ground, accounts: Services["accounts"], tickets: NonNullable<Services["tickets"]>): Promise<SandboxDrive> {
  const { around, derive, folder, origins, logger } = ground;
  const { testMode } = ground.config;
  const key = derive(KEY_LABELS.sandboxDrive);
  const report = (error: unknown): void => logger.error(describeFailure(error), "the sandbox drive failed");
  return openSandboxDrive({
    folder: folder.sandbox,
    key,
    accounts,
    tickets,
    around,
    origins,
    testMode,
    report,
    publicOrigin: publicOriginOf(ground),
  });
}

/** With several addresses the drives answer with the one a request came to. */
function publicOriginOf({ config }: Ground): string | undefined {
  return config.publicOrigins.length === 1 ? config.publicOrigins[0] : undefined;
}

function googleProvider({ config, origins }: Ground): Services["provider"] {
  return config.driveMode === "google" && config.google !== undefined ? createGoogleProvider(config.google, origins) : undefined;
}

function connectionsOf({ db, around, derive, logger }: Ground, provider: Services["provider"]): Services["connections"] {
  return createConnections({
    provider,
    repo: createConnectionRepo(db),
    around,
    sealKey: derive(KEY_LABELS.driveTokens),
    handleKey: derive(KEY_LABELS.driveHandle),
    onMisconfigured: (error) => logger.error({ error }, "the drive refuses this server's client id or secret"),
  });
}

function mountsOf({ managed, sandbox }: Services): readonly DriveMount[] {
  const own: DriveMount = { prefixes: ["/drive", "/upload", "/batch"], listener: toNodeListener(managed.server.handle) };
  if (sandbox === undefined) return [own];
  const listener = toNodeListener(sandbox.sandbox.handle, { basePath: SANDBOX_PATH });
  return [own, { prefixes: [SANDBOX_PATH], listener, isPage: (path) => path.startsWith(`${SANDBOX_PATH}/o/`) }];
}

async function sweep({ sessions, managed, sandbox }: Services): Promise<void> {
  await sessions.sweep();
  await managed.server.sweep();
  await sandbox?.sandbox.sweep();
}

async function closeAll(app: FastifyInstance, { managed, sandbox }: Services, db: Database): Promise<void> {
  await app.close();
  await managed.close();
  await sandbox?.close();
  await db.destroy();
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo | null)?.port ?? 0;
}

/** Where people come from: as configured, else the names a loopback address has. */
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
