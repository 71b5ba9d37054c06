/** The drive server as in managed storage, in a separate process: SQLite and files, no sandbox, no faults, no log. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SCOPES } from "@satchel/drive/server/context/scopes.ts";
import { createDriveServer } from "@satchel/drive/server/create-drive-server.ts";
import { listen } from "@satchel/drive/server/http/node-http.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite/sqlite-metadata-store.ts";

const folder = process.argv[2] ?? "";
mkdirSync(folder, { recursive: true });
const user = { displayName: "Ada", emailAddress: "ada@sandbox.example", permissionId: "1" };
const identity = { accountId: "ada", scopes: [SCOPES.file], user };
const server = createDriveServer({
  metadata: openSqliteMetadataStore(join(folder, "drive.sqlite")),
  blobs: await openFolderBlobStore(join(folder, "blobs")),
  authenticate: async (bearer) => (bearer === "bench" ? { kind: "user", identity } : { kind: "unknown-token" }),
  quotaOf: async () => 5 * 2 ** 30,
  clock: Date,
  randomBytes,
  secret: "bench",
});
const { url } = await listen(server.handle, { port: 0 });
process.stdout.write(`${url}\n`);
process.once("SIGTERM", () => process.exit(0));
