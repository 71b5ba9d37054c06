/**
 * The sandbox in the product: a drive user per account, authorized by a ticket of its session. The control API exists in test mode only.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { TICKET_PARAMETER } from "@satchel/contract/drives/oauth.ts";
import { createSandbox, type Sandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import type { CurrentUser } from "@satchel/drive/sandbox/oauth/oauth-context.ts";
import { openSqliteSandboxStore } from "@satchel/drive/sandbox/sqlite-sandbox-store.ts";
import type { DriveRequest } from "@satchel/drive/server/http/drive-request.ts";
import { toFetch } from "@satchel/drive/server/http/to-fetch.ts";
import { blobsWithReserve, type DiskReserve, metadataWithReserve } from "@satchel/drive/storage/disk-reserve.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite/sqlite-metadata-store.ts";
import type { AccountRepo } from "../../accounts/account-repo.ts";
import { DRIVE_SCOPES, type DriveProvider, REDIRECT_PATH } from "../../google/drive-provider.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";
import { CALLS_PER_MINUTE } from "../managed-storage/managed-drive.ts";
import type { Tickets } from "./tickets.ts";

export const SANDBOX_PATH = "/sandbox";
const CLIENT_ID = "satchel-sandbox";
/** Placeholder origin of requests that never leave this process. */
const IN_PROCESS = "http://sandbox.invalid";

export type SandboxDrive = { readonly sandbox: Sandbox; readonly provider: DriveProvider; readonly close: () => Promise<void> };

type Deps = {
  readonly folder: string;
  readonly disk: DiskReserve | undefined;
  readonly key: Buffer;
  readonly accounts: AccountRepo;
  readonly tickets: Tickets;
  readonly around: RuntimeEnvironment;
  readonly origins: () => readonly string[];
  readonly publicOrigin: string | undefined;
  readonly testMode: boolean;
  readonly report: (error: unknown) => void;
};

export async function openSandboxDrive(deps: Deps): Promise<SandboxDrive> {
  const { folder, disk, around } = deps;
  await mkdir(folder, { recursive: true });
  const metadata = metadataWithReserve(openSqliteMetadataStore(join(folder, "drive.sqlite")), disk);
  const store = openSqliteSandboxStore(join(folder, "sandbox.sqlite"));
  const clientSecret = deps.key.toString("base64url");
  const sandbox = createSandbox({
    drive: {
      metadata,
      blobs: blobsWithReserve(await openFolderBlobStore(join(folder, "blobs")), disk),
      secret: clientSecret,
      report: deps.report,
      limits: { callsPerMinute: CALLS_PER_MINUTE },
      ...publicUrlOf(deps.publicOrigin),
    },
    store,
    clients: [clientOf(clientSecret, deps.origins)],
    clock: around,
    randomBytes: around.randomBytes,
    basePath: SANDBOX_PATH,
    currentUser: (request) => currentUser(deps, request),
    ...(deps.testMode ? { control: { wait: around.wait } } : {}),
  });
  const close = async (): Promise<void> => {
    await metadata.close();
    await store.close();
  };
  return { sandbox, provider: providerOf(sandbox, clientSecret, deps.origins), close };
}

function publicUrlOf(origin: string | undefined): { readonly publicUrl?: string } {
  return origin === undefined ? {} : { publicUrl: origin + SANDBOX_PATH };
}

function redirectUris(origins: () => readonly string[]): readonly string[] {
  return origins().map((origin) => origin + REDIRECT_PATH);
}

// A getter, because the port is known only after the server listens.
function clientOf(clientSecret: string, origins: () => readonly string[]) {
  return {
    clientId: CLIENT_ID,
    name: "Satchel",
    clientSecret,
    get redirectUris() {
      return redirectUris(origins);
    },
  };
}

async function currentUser({ accounts, tickets }: Deps, request: DriveRequest): Promise<CurrentUser> {
  const ticket = new URLSearchParams(request.query).get(TICKET_PARAMETER) ?? "";
  const accountId = request.method === "POST" ? tickets.take(ticket) : tickets.look(ticket);
  const account = accountId === undefined ? undefined : await accounts.byId(accountId);
  if (account === undefined)
    return { kind: "refused", status: 403, message: "This page has run out. Go back to Satchel and connect again." };
  return { kind: "user", user: { id: account.id, email: account.email, name: account.email.split("@")[0] ?? account.email } };
}

function providerOf(sandbox: Sandbox, clientSecret: string, origins: () => readonly string[]): DriveProvider {
  return {
    kind: "sandbox",
    label: "Sandbox drive",
    clientId: CLIENT_ID,
    clientSecret,
    scopes: DRIVE_SCOPES,
    browser: {
      authorizeUrl: `${SANDBOX_PATH}/o/oauth2/v2/auth`,
      apiBase: `${SANDBOX_PATH}/drive/v3`,
      uploadBase: `${SANDBOX_PATH}/upload/drive/v3`,
      batchBase: `${SANDBOX_PATH}/batch/drive/v3`,
    },
    server: {
      tokenUrl: `${IN_PROCESS}/token`,
      revokeUrl: `${IN_PROCESS}/revoke`,
      userInfoUrl: `${IN_PROCESS}/v1/userinfo`,
      apiBase: `${IN_PROCESS}/drive/v3`,
      uploadBase: `${IN_PROCESS}/upload/drive/v3`,
    },
    endAccess: sandbox.endAccess,
    fetch: toFetch(sandbox.handle),
    redirectUris: () => redirectUris(origins),
  };
}
