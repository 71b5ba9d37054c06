/** Connects the drive and serves access tokens and usage. File traffic bypasses this server. Contract cloud.ts, spec B §7. */
import * as contract from "@satchel/contract/drives/cloud.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import type { RefusalCode } from "@satchel/contract/refusals.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import type { Account } from "../accounts/account-repo.ts";
import { MANAGED_PATHS } from "../drives/managed-storage/managed-drive.ts";
import { type Access, type AccessRefusal, isAccess } from "../google/connections.ts";
import { createFile, createFolder, listFiles, readFile } from "../google/drive-files.ts";
import { type DriveProvider, REDIRECT_PATH } from "../google/drive-provider.ts";
import { askUsage, toUsageReply } from "../google/storage-usage.ts";
import { accountRoute, DONE, publicRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isRefused, type Refusal, refuse } from "../shared/refusal.ts";

type ConfigReply = ReplyOf<typeof contract.cloudConfig>;

const cloudConfig = publicRoute(contract.cloudConfig, async (_, { provider }: Services) => {
  return { drive: toDriveConfig(provider), managed: { ...MANAGED_PATHS } };
});

function toDriveConfig(provider: DriveProvider | undefined): ConfigReply["drive"] {
  if (provider === undefined) return { mode: "none" };
  const { kind, clientId, label, scopes, browser } = provider;
  return { mode: kind, clientId, label, scopes: [...scopes], redirectPath: REDIRECT_PATH, ...browser };
}

const authorizeTicket = accountRoute(contract.authorizeTicket, async ({ caller }, { tickets }: Services) => {
  return tickets?.issue(caller.account.id) ?? refuse("drive-not-configured");
});

const oauthCallback = accountRoute(contract.oauthCallback, ({ caller, body }, { connections }: Services) =>
  connections.connect(caller.account.id, body),
);

const refreshAccess = accountRoute(contract.refreshAccess, ({ caller, body }, { connections }: Services) =>
  connections.refresh(caller.account.id, body.refresh_token),
);

const cloudStatus = accountRoute(contract.cloudStatus, async ({ caller }, { connections }: Services) => {
  const connection = await connections.of(caller.account.id);
  if (connection === undefined) return { connected: false, needsReconnection: false, reason: null, userInfo: null, ...NO_ACCESS };
  const access = await connections.access(caller.account.id);
  const { sub, email, name } = connection;
  const reason = isAccess(access) ? null : lostReason(access.code);
  return {
    connected: reason === null,
    needsReconnection: reason !== null,
    reason,
    userInfo: { sub, email, name },
    ...(isAccess(access) ? tokensOf(access) : NO_ACCESS),
  };
});

function lostReason(code: AccessRefusal["code"]): ReplyOf<typeof contract.cloudStatus>["reason"] {
  if (code === "reconnection-needed") return "revoked";
  return code === "grant-ended" || code === "scope-missing" ? code : null;
}

const NO_ACCESS = { accessToken: null, refreshToken: null, expiresIn: null } as const;

function tokensOf({ accessToken, refreshToken, expiresIn }: Access) {
  return { accessToken, refreshToken, expiresIn };
}

const disconnectDrive = accountRoute(contract.disconnectDrive, async ({ caller }, { connections }: Services) => {
  await connections.disconnect(caller.account.id);
  return DONE;
});

const cloudUsage = accountRoute(contract.cloudUsage, ({ caller }, services: Services) => {
  return PLANS[caller.account.plan].managedBytes > 0 ? managedUsage(caller.account, services) : driveUsage(caller.account, services);
});

async function managedUsage(account: Account, { managed }: Services) {
  return toUsageReply(await managed.usageOf(account), "managed");
}

async function driveUsage(account: Account, { provider, connections }: Services) {
  if (provider === undefined) return refuse("drive-not-configured");
  const access = await connections.access(account.id);
  if (isRefused(access)) return access.code === "scope-missing" ? refuse("reconnection-needed") : refuse(access.code);
  const usage = await askUsage(provider, access.accessToken);
  if (usage === "expired") return refuse("reconnection-needed");
  return usage === undefined ? refuse("drive-unreachable") : toUsageReply(usage, PROVIDER_TYPE[provider.kind]);
}

const PROVIDER_TYPE = { google: "google-drive", sandbox: "sandbox" } as const satisfies Record<
  DriveProvider["kind"],
  ReplyOf<typeof contract.cloudUsage>["providerType"]
>;

const debugToken = accountRoute(contract.debugToken, async ({ caller }, { connections }: Services) => {
  const connection = await connections.of(caller.account.id);
  const tokenValid = connection !== undefined && isAccess(await connections.access(caller.account.id));
  return {
    tokenValid,
    scope: connection?.scope ?? null,
    hasProvider: connection !== undefined,
    hasToken: connection?.sealedRefreshToken !== undefined,
  };
});

const driveAuth = accountRoute(contract.driveAuth, async ({ caller, body }, { provider, connections }: Services) => {
  const redirectUri = provider?.redirectUris()[0];
  if (redirectUri === undefined) return refuse("drive-not-configured");
  const connected = await connections.connect(caller.account.id, { ...body, redirect_uri: redirectUri });
  if (isRefused(connected)) return connected;
  const { accessToken, refreshToken, expiresIn, userInfo } = connected;
  return { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, user_info: userInfo };
});

const connectDrive = accountRoute(contract.connectDrive, async ({ caller, body }, { connections }: Services) => {
  const access = await connections.refresh(caller.account.id, body.refresh_token);
  return isRefused(access) ? access : DONE;
});

const driveQuota = accountRoute(contract.driveQuota, ({ caller }, services: Services) => driveUsage(caller.account, services));

/** Calls `run` with the drive and a token for it, or returns the reason why there is none. */
async function withDrive<Value, Code extends RefusalCode>(
  account: Account,
  { provider, connections }: Services,
  run: (provider: DriveProvider, accessToken: string) => Promise<Value | Refusal<Code>>,
): Promise<Value | Refusal<Code> | AccessRefusal> {
  if (provider === undefined) return refuse("drive-not-configured");
  const access = await connections.access(account.id);
  return isRefused(access) ? access : run(provider, access.accessToken);
}

const createDriveFile = accountRoute(contract.createDriveFile, ({ caller, body }, services: Services) =>
  withDrive(caller.account, services, (provider, token) =>
    createFile(provider, token, { name: body.file_name, folderId: body.folder_id ?? undefined, content: body.content }),
  ),
);

const readDriveFile = accountRoute(contract.readDriveFile, ({ caller, params }, services: Services) =>
  withDrive(caller.account, services, (provider, token) => readFile(provider, token, params.fileId)),
);

const listDriveFiles = accountRoute(contract.listDriveFiles, ({ caller, params }, services: Services) =>
  withDrive(caller.account, services, (provider, token) => listFiles(provider, token, params.folderId)),
);

const createDriveFolder = accountRoute(contract.createDriveFolder, ({ caller, body }, services: Services) =>
  withDrive(caller.account, services, (provider, token) =>
    createFolder(provider, token, { name: body.name, parentId: body.parent_id ?? undefined }),
  ),
);

export const cloudRoutes: readonly ServerRoute<Services>[] = [
  cloudConfig,
  authorizeTicket,
  oauthCallback,
  refreshAccess,
  cloudStatus,
  disconnectDrive,
  cloudUsage,
  debugToken,
  driveAuth,
  connectDrive,
  driveQuota,
  createDriveFile,
  readDriveFile,
  listDriveFiles,
  createDriveFolder,
];
