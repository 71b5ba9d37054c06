/**
 * A whole sandbox drive in memory with a manual clock, and clients for it, for tests and the simulator. It uses no socket and no real time.
 */
import type { DriveClientDeps } from "../client/client-deps.ts";
import { createDriveClient } from "../client/create-drive-client.ts";
import type { DriveClient } from "../client/drive-client.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import type { FaultConfig } from "../sandbox/faults/fault-config.ts";
import { createMemorySandboxStore } from "../sandbox/memory-sandbox-store.ts";
import type { SandboxUser } from "../sandbox/sandbox-store.ts";
import type { ServerLimits } from "../server/context/limits.ts";
import { toFetch } from "../server/http/to-fetch.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import { createMemoryBlobStore } from "../storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "../storage/memory/memory-metadata-store.ts";
import type { MetadataStore } from "../storage/metadata-store.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { createTestRandom, toRandomBytes } from "./test-random.ts";

export type TestDriveOptions = {
  readonly now?: number;
  readonly seed?: number;
  readonly users?: readonly SandboxUser[];
  readonly faults?: FaultConfig;
  readonly quotaBytes?: number;
  readonly metadata?: MetadataStore;
  readonly blobs?: BlobStore;
  readonly limits?: Partial<ServerLimits>;
};

export type TestDrive = {
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly fetch: typeof fetch;
  readonly origin: string;
  readonly metadata: MetadataStore;
  readonly blobs: BlobStore;
  /** Errors behind 500 responses. */
  readonly reported: readonly unknown[];
  /** A bearer token with all scopes. */
  tokenOf(userId?: string): string;
  clientFor(userId?: string, overrides?: Partial<DriveClientDeps>): DriveClient;
};

export const TEST_USERS: readonly SandboxUser[] = [
  { id: "ada", email: "ada@sandbox.example", name: "Ada Lovelace" },
  { id: "grace", email: "grace@sandbox.example", name: "Grace Hopper" },
];
export const TEST_OAUTH_CLIENT = { clientId: "sandbox", clientSecret: "sandbox", redirectUris: ["loopback"] } as const;

const START_MS = Date.UTC(2026, 6, 18, 9, 30);

export function createTestDrive(options: TestDriveOptions = {}): TestDrive {
  const clock = createTestClock(options.now ?? START_MS);
  const random = createTestRandom(options.seed ?? 1);
  const users = options.users ?? TEST_USERS;
  const metadata = options.metadata ?? createMemoryMetadataStore();
  const blobs = options.blobs ?? createMemoryBlobStore();
  const reported: unknown[] = [];
  const sandbox = createSandbox({
    drive: { metadata, blobs, secret: "test drive", limits: options.limits ?? {}, report: (error) => void reported.push(error) },
    store: createMemorySandboxStore(),
    clients: [TEST_OAUTH_CLIENT],
    clock,
    randomBytes: toRandomBytes(random),
    users,
    staticTokens: Object.fromEntries(users.map((user) => [tokenOf(user.id), user.id])),
    control: { random, faults: options.faults ?? {}, wait: (ms) => new Promise((resolve) => void clock.after(ms, resolve)) },
    ...(options.quotaBytes !== undefined && { quotaOf: async () => options.quotaBytes }),
  });
  const origin = "http://drive.test";
  const inProcess = toFetch(sandbox.handle);
  const clientFor = (userId = users[0]?.id ?? "", overrides: Partial<DriveClientDeps> = {}) =>
    createDriveClient({
      baseUrls: { api: `${origin}/drive/v3`, upload: `${origin}/upload/drive/v3` },
      fetch: inProcess,
      token: async () => tokenOf(userId),
      refresh: async () => undefined,
      timers: clock,
      random,
      ...overrides,
      limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY, ...overrides.limits },
    });
  return {
    clock,
    sandbox,
    fetch: inProcess,
    origin,
    metadata,
    blobs,
    reported,
    tokenOf: (userId = users[0]?.id ?? "") => tokenOf(userId),
    clientFor,
  };
}

function tokenOf(userId: string): string {
  return `test-token-${userId}`;
}
