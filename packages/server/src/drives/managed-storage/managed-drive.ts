/**
 * Managed storage: the drive protocol on this server's paths, with session token and plan quota. It sees sealed files only. Decision 0002
 * (2).
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PLANS } from "@satchel/contract/plans.ts";
import type { Identity } from "@satchel/drive/server/context/context.ts";
import { SCOPES } from "@satchel/drive/server/context/scopes.ts";
import { createDriveServer, type DriveServer } from "@satchel/drive/server/create-drive-server.ts";
import { toFetch } from "@satchel/drive/server/http/to-fetch.ts";
import type { BlobStore } from "@satchel/drive/storage/blob-store.ts";
import { blobsWithReserve, type DiskReserve, metadataWithReserve } from "@satchel/drive/storage/disk-reserve.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import type { MetadataStore } from "@satchel/drive/storage/metadata-store.ts";
import { openPostgresMetadataStore } from "@satchel/drive/storage/postgres/postgres-metadata-store.ts";
import type { PostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import { openS3BlobStore } from "@satchel/drive/storage/s3/s3-blob-store.ts";
import type { S3Options } from "@satchel/drive/storage/s3/s3-client.ts";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite/sqlite-metadata-store.ts";
import { type BlobReport, verifyBlobs } from "@satchel/drive/storage/verify-blobs.ts";
import type { Account, AccountRepo } from "../../accounts/account-repo.ts";
import type { Sessions } from "../../accounts/sign-in/sessions.ts";
import type { RawUsage } from "../../google/storage-usage.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";
import { isRefused } from "../../shared/refusal.ts";

export const MANAGED_PATHS = { apiBase: "/drive/v3", uploadBase: "/upload/drive/v3", batchBase: "/batch/drive/v3" } as const;

const VISIT_BYTES = 32;
/** 1,000 a second for a minute: several times what a browser sends while it uploads its first 50,000 notes at full speed. */
export const CALLS_PER_MINUTE = 60_000;

export type ManagedDrive = {
  readonly server: DriveServer;
  /** Accesses the drive of one account from within this process, without a session. */
  readonly fetchAs: (account: Account) => typeof fetch;
  /** Throws a `StoreFailure` if the bucket cannot be reached; undefined if there is none. */
  readonly checkBucket: (() => Promise<void>) | undefined;
  readonly usageOf: (account: Account) => Promise<RawUsage>;
  /** Compares the metadata with the blobs, both ways. */
  readonly verify: (isDeep: boolean, onProgress: (revisions: number) => void) => Promise<BlobReport>;
  /** Deletes every file of an account permanently. */
  readonly purge: (account: Account) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly stores: ManagedStores;
  readonly key: Buffer;
  readonly accounts: AccountRepo;
  readonly sessions: Sessions;
  readonly around: RuntimeEnvironment;
  /** Public origin of this server if it is behind a proxy. */
  readonly publicOrigin: string | undefined;
  readonly report: (error: unknown) => void;
};

export function createManagedDrive(deps: Deps): ManagedDrive {
  const { key, accounts, around, publicOrigin, report } = deps;
  const { metadata, blobs } = deps.stores;
  const visitors = new Map<string, Identity>();
  const server = createDriveServer({
    metadata,
    blobs,
    authenticate: async (bearer) => {
      const identity = visitors.get(bearer) ?? (await identityOf(deps.sessions, bearer));
      return identity === undefined ? { kind: "unknown-token" } : { kind: "user", identity };
    },
    isSignedIn: async ({ session }) => session !== undefined && (await deps.sessions.isLiving(session)),
    quotaOf: async (accountId) => quotaOf(await accounts.byId(accountId)),
    clock: around,
    randomBytes: around.randomBytes,
    secret: key.toString("base64url"),
    report,
    limits: { callsPerMinute: CALLS_PER_MINUTE },
    ...(publicOrigin === undefined ? {} : { publicUrl: publicOrigin }),
  });
  return {
    server,
    checkBucket: blobs.check,
    fetchAs: (account) => visitAs(server, toIdentity(account), { visitors, around }),
    usageOf: async (account) => ({ usedBytes: (await metadata.usage(account.id)).bytes, totalBytes: quotaOf(account) }),
    verify: (isDeep, onProgress) => verifyBlobs({ metadata, blobs }, { isDeep, now: around.now(), onProgress }),
    purge: (account) => server.forget(account.id),
    close: () => metadata.close(),
  };
}

/** Handles one request under a random token that is valid for this request only. */
function visitAs(
  server: DriveServer,
  identity: Identity,
  { visitors, around: { randomBytes } }: { readonly visitors: Map<string, Identity>; readonly around: RuntimeEnvironment },
): typeof fetch {
  const send = toFetch(server.handle);
  return async (input, init) => {
    const token = `visit-${Buffer.from(randomBytes(VISIT_BYTES)).toString("base64url")}`;
    visitors.set(token, identity);
    try {
      return await send(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } });
    } finally {
      visitors.delete(token);
    }
  };
}

async function identityOf(sessions: Sessions, bearer: string): Promise<Identity | undefined> {
  const caller = await sessions.find(bearer);
  return isRefused(caller) || caller.limited ? undefined : { ...toIdentity(caller.account), session: caller.sessionId };
}

/** The free plan accepts no new files, but all are readable. During a plan change the larger quota counts. */
function quotaOf(account: Account | undefined): number {
  if (account === undefined) return 0;
  return Math.max(PLANS[account.plan].managedBytes, PLANS[account.pendingPlan ?? account.plan].managedBytes);
}

function toIdentity({ id, email }: Account): Identity {
  return {
    accountId: id,
    scopes: [SCOPES.file, SCOPES.appData],
    user: { displayName: email.split("@")[0] ?? email, emailAddress: email, permissionId: id },
  };
}

/** The storage of managed files: the data folder, or the database and the bucket that all servers share. */
export type ManagedStores = { readonly metadata: MetadataStore; readonly blobs: BlobStore };

type StoreLocations = {
  readonly folder: string;
  readonly pool: PostgresPool | undefined;
  readonly s3: S3Options | undefined;
  readonly disk: DiskReserve | undefined;
};

export async function openManagedStores({ folder, pool, s3, disk }: StoreLocations): Promise<ManagedStores> {
  if (pool === undefined || s3 === undefined) await mkdir(folder, { recursive: true });
  return {
    metadata:
      pool === undefined
        ? metadataWithReserve(openSqliteMetadataStore(join(folder, "drive.sqlite")), disk)
        : await openPostgresMetadataStore(pool),
    blobs: s3 === undefined ? blobsWithReserve(await openFolderBlobStore(join(folder, "blobs")), disk) : openS3BlobStore(s3),
  };
}
