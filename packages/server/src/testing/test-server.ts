/**
 * The whole server over a real database, in a temporary folder or in this run's PostgreSQL and S3 (stores-setup.ts), without a port and
 * with a manual clock.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register } from "@satchel/contract/accounts/auth.ts";
import { type RefusalBody, refusalBody } from "@satchel/contract/refusals.ts";
import { type BodyOf, type ReplyOf, type Route, toPath } from "@satchel/contract/route.ts";
import { createTestDatabase, rowsAsText } from "@satchel/drive/testing/postgres-server.ts";
import { inject, vi } from "vitest";
import type { Config, Environment } from "../config/config.ts";
import { loadConfig } from "../config/config.ts";
import { createLogger } from "../http/operators/metrics.ts";
import type { RuntimeEnvironment } from "../shared/environment.ts";
import { buildServer, type ServerStack } from "../startup/start.ts";
import { aKdf, aSecret, aVault, type TestVault, toNewVault } from "./keys.ts";
import type { SharedStores } from "./stores-setup.ts";

// Hashing and files are real, so on a busy machine a whole journey takes longer than the default limit for a unit test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

export const ORIGIN = "http://satchel.localhost";

export type CallOptions = {
  readonly token?: string;
  readonly scheme?: "Basic" | "Bearer";
  readonly params?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly userAgent?: string;
};

export type Called<R extends Route> = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** Throws if the server refused. */
  readonly reply: () => ReplyOf<R>;
  /** Throws if the server did not refuse. */
  readonly refusal: () => RefusalBody;
};

export type TestUser = {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly id: string;
  readonly vault: TestVault;
};

export type TestServer = {
  readonly config: Config;
  readonly clock: { at: number };
  readonly stack: () => ServerStack;
  readonly call: <R extends Route>(route: R, body: BodyOf<R>, options?: CallOptions) => Promise<Called<R>>;
  /** Sends any request with a text body. */
  readonly send: (
    method: string,
    url: string,
    options?: { readonly headers?: Record<string, string>; readonly body?: string },
  ) => Promise<Called<Route>>;
  /** Registers an account like a browser. */
  readonly join: (email?: string) => Promise<TestUser>;
  /** Opens a port on loopback and returns its origin. */
  readonly listen: () => Promise<string>;
  /** Lines that the server printed for its operator. */
  readonly printed: readonly string[];
  readonly log: () => string;
  readonly waitedMs: readonly number[];
  /** The mails so far, oldest first. */
  readonly outbox: () => Promise<readonly string[]>;
  /** Every byte of every file the server stores, or every row if PostgreSQL stores them, including the log. */
  readonly everyByte: () => Promise<Buffer>;
  /** Restarts the server over the same folder. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function createTestServer(env: Environment = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "satchel-server-"));
  const own = { SATCHEL_PUBLIC_URL: ORIGIN, SATCHEL_DATA_DIR: join(folder, "data"), LOG_LEVEL: "trace" };
  const config = loadConfig({ ...own, ...(await sharedStores()), ...env }, folder);
  const clock = { at: Date.UTC(2026, 0, 1) };
  const waitedMs: number[] = [];
  const lines: string[] = [];
  const around: RuntimeEnvironment = {
    now: () => clock.at,
    randomBytes: (count) => randomBytes(count),
    wait: async (ms) => void waitedMs.push(ms),
  };
  const printed: string[] = [];
  const say = (line: string): void => void printed.push(line);
  const logger = createLogger(config.logLevel, (line) => lines.push(line));
  let stack = await buildServer(config, { around, logger, say, reserveBytes: 1 });

  const server: TestServer = {
    config,
    clock,
    waitedMs,
    stack: () => stack,
    call: (route, body, options = {}) => call(stack, route, body, options),
    send: async (method, url, options = {}) =>
      toCalled(await stack.app.inject({ method: method as "GET", url, headers: options.headers ?? {}, payload: options.body ?? "" })),
    join: (email = `${randomBytes(6).toString("hex")}@example.org`) => joinAs(server, email),
    listen: () => stack.app.listen({ host: "127.0.0.1", port: 0 }),
    printed,
    log: () => lines.join(""),
    outbox: async () => (await filesBelow(join(config.dataDir, "outbox"))).map((mail) => mail.toString()),
    everyByte: async () => Buffer.concat([Buffer.from(lines.join("") + (await rowsOf(config))), ...(await filesBelow(config.dataDir))]),
    restart: async () => {
      await stack.close();
      stack = await buildServer(config, { around, logger, say, reserveBytes: 1 });
    },
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** A separate database and the shared bucket, in which object names are random. */
async function sharedStores(): Promise<Environment> {
  const stores: SharedStores | undefined = inject("sharedStores");
  if (stores === undefined) return {};
  return { ...stores.env, DATABASE_URL: await createTestDatabase(stores.postgresUrl) };
}

const rowsOf = async ({ databaseUrl }: Config): Promise<string> => (databaseUrl === undefined ? "" : await rowsAsText(databaseUrl));

async function call<R extends Route>(stack: ServerStack, route: R, body: BodyOf<R>, options: CallOptions): Promise<Called<R>> {
  const headers: Record<string, string> = { "user-agent": options.userAgent ?? "Test browser" };
  if (options.token !== undefined) headers.authorization = `${options.scheme ?? "Bearer"} ${options.token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await stack.app.inject({
    method: route.method,
    url: toPath(route.path, options.params ?? {}),
    headers,
    remoteAddress: options.address ?? "203.0.113.7",
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return toCalled(response, route);
}

type Injected = Awaited<ReturnType<ServerStack["app"]["inject"]>>;

function toCalled<R extends Route>(response: Injected, route?: R): Called<R> {
  const { statusCode: status, headers, payload: text } = response;
  return {
    status,
    headers,
    text,
    reply: () => {
      if (status !== 200 || route === undefined) throw new Error(`${status}: ${text}`);
      return route.reply.parse(JSON.parse(text)) as ReplyOf<R>;
    },
    refusal: () => {
      if (status < 400) throw new Error(`not refused: ${text}`);
      return refusalBody.parse(JSON.parse(text));
    },
  };
}

async function joinAs(server: TestServer, email: string): Promise<TestUser> {
  const vault = aVault();
  const password = aSecret();
  const called = await server.call(register, { email, password, kdf: aKdf(), keys: toNewVault(vault) });
  const { token, user } = called.reply();
  return { email, password, token, id: user.id, vault };
}

async function filesBelow(folder: string): Promise<readonly Buffer[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.sort().map((file) => readFile(file)));
}
