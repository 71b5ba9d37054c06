/** A sandbox drive on real sockets, with SQLite, files and fsync in a temporary folder. For conformance tests. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { createMemorySandboxStore } from "../sandbox/memory-sandbox-store.ts";
import type { ServerLimits } from "../server/context/limits.ts";
import { listen } from "../server/http/node-http.ts";
import { openFolderBlobStore } from "../storage/folder-blob-store.ts";
import { openSqliteMetadataStore } from "../storage/sqlite/sqlite-metadata-store.ts";
import { TEST_OAUTH_CLIENT, TEST_USERS } from "./create-test-drive.ts";

export type TemporaryDrive = {
  readonly url: string;
  /** A bearer token of ada with all scopes. */
  readonly token: string;
  readonly sandbox: Sandbox;
  readonly folder: string;
  /** Errors behind 500 responses. */
  readonly reported: readonly unknown[];
  close(): Promise<void>;
};

export type TemporaryOptions = { readonly quotaBytes?: number; readonly limits?: Partial<ServerLimits>; readonly publicUrl?: string };

export async function openTemporaryDrive(options: TemporaryOptions = {}): Promise<TemporaryDrive> {
  const folder = mkdtempSync(path.join(tmpdir(), "drive-"));
  const metadata = openSqliteMetadataStore(path.join(folder, "drive.sqlite"));
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const sandbox = createSandbox({
    drive: {
      metadata,
      blobs: await openFolderBlobStore(path.join(folder, "blobs")),
      secret: "temporary",
      report,
      limits: options.limits ?? {},
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    },
    store: createMemorySandboxStore(),
    clients: [TEST_OAUTH_CLIENT],
    clock: Date,
    randomBytes,
    users: TEST_USERS,
    staticTokens: { "token-of-ada": "ada", "token-of-grace": "grace" },
    control: {},
    ...(options.quotaBytes !== undefined && { quotaOf: async () => options.quotaBytes }),
  });
  const listening = await listen(sandbox.handle, { port: 0 });
  const close = async () => {
    await listening.close();
    await metadata.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: listening.url, token: "token-of-ada", sandbox, folder, reported, close };
}
