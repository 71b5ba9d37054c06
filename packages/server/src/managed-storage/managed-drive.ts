/**
 * Managed storage of the paid plans: the drive protocol on our own paths, with the account's session token as bearer and the plan's quota.
 * Decisions §2 (2). Sees sealed files only.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PLANS } from "@satchel/contract/plans.ts";
import type { Identity } from "@satchel/drive/server/context.ts";
import { createDriveServer, type DriveServer } from "@satchel/drive/server/create-drive-server.ts";
import { SCOPES } from "@satchel/drive/server/scopes.ts";
import { toFetch } from "@satchel/drive/server/to-fetch.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite-metadata-store.ts";
import * as z from "zod/mini";
import type { Account } from "../accounts/account.ts";
import type { AccountRepo } from "../accounts/account-repo.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { RawUsage } from "../google/storage-usage.ts";
import { isRefused } from "../refusal.ts";
import type { Surroundings } from "../surroundings.ts";

export const MANAGED_PATHS = { apiBase: "/drive/v3", uploadBase: "/upload/drive/v3", batchBase: "/batch/drive/v3" } as const;

/** Only names the drive for requests that never leave this process. */
const IN_PROCESS = "http://managed.invalid";

export type ManagedDrive = {
  readonly server: DriveServer;
  readonly usageOf: (account: Account) => Promise<RawUsage>;
  /** Deletes every file of an account, for good. */
  readonly purge: (account: Account) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Deps = {
  readonly folder: string;
  readonly key: Buffer;
  readonly accounts: AccountRepo;
  readonly sessions: Sessions;
  readonly around: Surroundings;
  /** Where people reach this server, when it stands behind a proxy. */
  readonly publicOrigin: string | undefined;
  readonly report: (error: unknown) => void;
};

export async function openManagedDrive(deps: Deps): Promise<ManagedDrive> {
  const { folder, key, accounts, around, publicOrigin, report } = deps;
  await mkdir(folder, { recursive: true });
  const metadata = openSqliteMetadataStore(join(folder, "drive.sqlite"));
  const purging = new Map<string, Identity>();
  const server = createDriveServer({
    metadata,
    blobs: await openFolderBlobStore(join(folder, "blobs")),
    authenticate: async (bearer) => {
      const identity = purging.get(bearer) ?? (await identityOf(deps.sessions, bearer));
      return identity === undefined ? { kind: "unknown-token" } : { kind: "user", identity };
    },
    quotaOf: async (accountId) => quotaOf(await accounts.byId(accountId)),
    clock: around,
    randomBytes: around.randomBytes,
    secret: key.toString("base64url"),
    report,
    ...(publicOrigin === undefined ? {} : { publicUrl: publicOrigin }),
  });
  return {
    server,
    usageOf: async (account) => ({ usedBytes: (await metadata.usage(account.id)).bytes, totalBytes: quotaOf(account) }),
    purge: async (account) => {
      const bearer = around.randomBytes(32).toString("base64url");
      purging.set(bearer, toIdentity(account));
      await purge(toFetch(server.handle), bearer).finally(() => purging.delete(bearer));
    },
    close: () => metadata.close(),
  };
}

async function identityOf(sessions: Sessions, bearer: string): Promise<Identity | undefined> {
  const caller = await sessions.find(bearer);
  return isRefused(caller) || caller.limited ? undefined : toIdentity(caller.account);
}

const purgePage = z.object({ files: z.array(z.object({ id: z.string() })) });

/** Goes through the protocol itself, so that whatever the drive keeps beside a file goes with it. */
async function purge(fetchDrive: typeof fetch, bearer: string): Promise<void> {
  const ask = (path: string, method = "GET") => fetchDrive(IN_PROCESS + path, { method, headers: { authorization: `Bearer ${bearer}` } });
  for (const space of ["drive", "appDataFolder"]) {
    for (let ids = await listIds(ask, space); ids.length > 0; ids = await listIds(ask, space)) {
      for (const id of ids) {
        const { status } = await ask(`/drive/v3/files/${id}`, "DELETE");
        // 404: it went with the folder it lay in.
        if (status !== 204 && status !== 404) throw new Error(`a managed file could not be removed: ${status}`);
      }
    }
  }
}

async function listIds(ask: (path: string) => Promise<Response>, space: string): Promise<readonly string[]> {
  const response = await ask(`/drive/v3/files?pageSize=1000&fields=files(id)&spaces=${space}`);
  if (!response.ok) throw new Error(`managed files could not be listed: ${response.status}`);
  return purgePage.parse(await response.json()).files.map((file) => file.id);
}

/** On the free plan nothing new fits, but what lies there stays readable: a person who leaves a paid plan gets the notes out. */
function quotaOf(account: Account | undefined): number {
  return account === undefined ? 0 : PLANS[account.plan].managedBytes;
}

function toIdentity({ id, email }: Account): Identity {
  return {
    accountId: id,
    scopes: [SCOPES.file, SCOPES.appData],
    user: { displayName: email.split("@")[0] ?? email, emailAddress: email, permissionId: id },
  };
}
