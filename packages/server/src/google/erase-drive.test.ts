import { randomBytes } from "node:crypto";
import { deleteAccount } from "@satchel/contract/accounts/auth.ts";
import { createDriveFile, createDriveFolder } from "@satchel/contract/drives/cloud.ts";
import { createSandbox, type Sandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import { createMemorySandboxStore } from "@satchel/drive/sandbox/memory-sandbox-store.ts";
import { type Listening, listen } from "@satchel/drive/server/http/node-http.ts";
import { createMemoryBlobStore } from "@satchel/drive/storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "@satchel/drive/storage/memory/memory-metadata-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../testing/oauth-flow.ts";
import { createTestServer, ORIGIN, type TestServer, type TestUser } from "../testing/test-server.ts";

const CLIENT = { clientId: "id.apps.googleusercontent.com", clientSecret: "client-secret" };
const ENVELOPE = JSON.stringify({ v: 1, alg: "A256GCM", kid: "A".repeat(11), iv: "B".repeat(16), ct: "C".repeat(400) });
const FOLDER = "application/vnd.google-apps.folder";

let google: Listening;
let sandbox: Sandbox;
let server: TestServer;
let ada: TestUser;
beforeEach(async () => {
  sandbox = createSandbox({
    drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "test" },
    store: createMemorySandboxStore(),
    clients: [{ ...CLIENT, redirectUris: [`${ORIGIN}/auth/google/callback`] }],
    clock: { now: () => server.clock.at },
    randomBytes: (count) => randomBytes(count),
    users: ["ada", "grace"].map((id) => ({ id, email: `${id}@gmail.example`, name: id })),
    control: { wait: async () => undefined },
  });
  google = await listen(sandbox.handle, { port: 0 });
  server = await createTestServer({
    GOOGLE_CLIENT_ID: CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
    GOOGLE_AUTHORIZE_URL: `${google.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_REVOKE_URL: `${google.url}/revoke`,
    GOOGLE_USERINFO_URL: `${google.url}/v1/userinfo`,
    GOOGLE_API_BASE: `${google.url}/drive/v3`,
    GOOGLE_UPLOAD_BASE: `${google.url}/upload/drive/v3`,
  });
  ada = await server.join();
});
afterEach(async () => {
  await server.close();
  await google.close();
});

/** Creates an app folder with two files, one of them trashed, and a file beside the folder. */
async function furnish(account: TestUser, user: string): Promise<string> {
  const { accessToken } = await connect(server, google.url, account.token, { user });
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const app = await fetch(`${google.url}/drive/v3/files?fields=id`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Satchel Notes (do not delete)", mimeType: FOLDER, appProperties: { k: "app", t: "target" } }),
  });
  const { id: parent } = (await app.json()) as { id: string };
  const { id: folder_id } = (await server.call(createDriveFolder, { name: "notes", parent_id: parent }, { token: account.token })).reply();
  const file = (name: string, inFolder = true) =>
    server.call(createDriveFile, { content: ENVELOPE, file_name: name, ...(inFolder ? { folder_id } : {}) }, { token: account.token });
  await file("note-1-abc.json");
  const { id: trashed } = (await file("note-2-abc.json")).reply();
  await fetch(`${google.url}/drive/v3/files/${trashed}`, { method: "PATCH", headers, body: JSON.stringify({ trashed: true }) });
  expect((await file("note-3-abc.json", false)).status).toBe(200);
  expect(await filesOf(accessToken)).toHaveLength(5);
  return accessToken;
}

async function filesOf(accessToken: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${google.url}/drive/v3/files`, { headers: { authorization: `Bearer ${accessToken}` } });
  return ((await answer.json()) as { files: readonly unknown[] }).files;
}

const end = (eraseDrive: boolean) => server.call(deleteAccount, { password: ada.password, eraseDrive }, { token: ada.token });

describe("encryption.md 3.5 (13) erasing the drive with the account", () => {
  it("removes all of the app's files, including trashed ones, and only that user's", async () => {
    const grace = await server.join();
    const hers = await furnish(grace, "grace");
    await furnish(ada, "ada");
    expect((await end(true)).reply()).toEqual({ success: true });
    const again = await server.join();
    const { accessToken } = await connect(server, google.url, again.token, { user: "ada" });
    expect(await filesOf(accessToken)).toEqual([]);
    expect(await filesOf(hers)).toHaveLength(5);
  });

  it("keeps the drive unless erasing is chosen", async () => {
    await furnish(ada, "ada");
    expect((await end(false)).status).toBe(200);
    const again = await server.join();
    const { accessToken } = await connect(server, google.url, again.token, { user: "ada" });
    expect(await filesOf(accessToken)).toHaveLength(5);
  });

  it("deletes nothing while the drive cannot be erased", async () => {
    expect((await end(true)).refusal().code).toBe("drive-not-connected");
    await furnish(ada, "ada");
    sandbox.control?.setFaults({ rules: [{ on: { kinds: ["files.delete"] }, then: { status: 503 } }] });
    expect((await end(true)).refusal().code).toBe("drive-unreachable");
    sandbox.control?.setFaults({});
    expect((await end(true)).status).toBe(200);
  });
});
