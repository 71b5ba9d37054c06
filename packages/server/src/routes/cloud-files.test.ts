import * as cloud from "@satchel/contract/drives/cloud.ts";
import {
  connectDrive,
  createDriveFile,
  createDriveFolder,
  driveAuth,
  driveQuota,
  listDriveFiles,
  readDriveFile,
} from "@satchel/contract/drives/cloud.ts";
import { type Route, toPath } from "@satchel/contract/route.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, runAuthorizeFlow } from "../testing/oauth-flow.ts";
import { type CallOptions, createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

const ENVELOPE = JSON.stringify({ v: 1, alg: "A256GCM", kid: "A".repeat(11), iv: "B".repeat(16), ct: "C".repeat(400) });
const FILE = { content: ENVELOPE, file_name: "note-1-abc.json" };

let server: TestServer;
let origin: string;
let ada: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
  ada = await server.join("ada@example.org");
});
afterEach(() => server.close());

const read = (fileId: string, token = ada.token) =>
  server.send("GET", toPath(readDriveFile.path, { fileId }), { headers: { authorization: `Bearer ${token}` } });

describe("B7 the drive through the server", () => {
  it("stores, lists and returns envelopes with both authorization schemes", async () => {
    await connect(server, origin, ada.token);
    const folder = (await server.call(createDriveFolder, { name: "folder-1" }, { token: ada.token, scheme: "Basic" })).reply();
    const made = (await server.call(createDriveFile, { ...FILE, folder_id: folder.id }, { token: ada.token, scheme: "Bearer" })).reply();
    expect(JSON.parse((await read(made.id)).text)).toEqual({ content: ENVELOPE });
    const all = (await server.call(listDriveFiles, undefined, { token: ada.token })).reply();
    expect(all.files).toMatchObject([{ id: made.id, name: FILE.file_name, size: ENVELOPE.length }]);
    const of = async (folderId: string) =>
      JSON.parse(
        (await server.send("GET", `${listDriveFiles.path}?folderId=${folderId}`, { headers: { authorization: `Bearer ${ada.token}` } }))
          .text,
      );
    expect((await of(folder.id)).files).toHaveLength(1);
    expect((await of(made.id)).files).toHaveLength(0);
    expect((await of("' or '1")).code).toBe("bad-request");

    const inner = (await server.call(createDriveFolder, { name: "folder-2", parent_id: folder.id }, { token: ada.token })).reply();
    await server.call(createDriveFile, { ...FILE, folder_id: inner.id }, { token: ada.token });
    expect((await of(inner.id)).files).toHaveLength(1);
    expect((await of(folder.id)).files).toHaveLength(1);
  });

  it.each([
    ["a note in clear", { ...FILE, content: JSON.stringify({ title: "Milk", content: "<p>two</p>" }) }],
    ["text", { ...FILE, content: "Milk and bread" }],
    ["an envelope with something beside it", { ...FILE, content: JSON.stringify({ ...JSON.parse(ENVELOPE), title: "Milk" }) }],
    ["a name that tells something", { ...FILE, file_name: "Milk and bread.json" }],
    ["a name with a path", { ...FILE, file_name: "../note.json" }],
    ["a folder that is no id", { ...FILE, folder_id: "' or name contains 'x" }],
  ])("rejects %s", async (_, body) => {
    await connect(server, origin, ada.token);
    expect((await server.call(createDriveFile, body, { token: ada.token })).refusal().code).toBe("bad-request");
    expect((await server.call(listDriveFiles, undefined, { token: ada.token })).reply().files).toEqual([]);
  });

  it("returns only envelopes, only the user's own, and only within a session", async () => {
    const { accessToken } = await connect(server, origin, ada.token);
    const plain = await fetch(`${origin}/sandbox/upload/drive/v3/files?uploadType=media&fields=id`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}` },
      body: "Milk and bread",
    });
    const { id } = (await plain.json()) as { id: string };
    expect((await read(id)).status).toBe(404);
    const grace = await server.join("grace@example.org");
    await connect(server, origin, grace.token);
    const made = (await server.call(createDriveFile, FILE, { token: ada.token })).reply();
    expect((await read(made.id, grace.token)).status).toBe(404);
    expect((await read(made.id, "nobody")).status).toBe(401);
  });

  it("reports that no drive is connected", async () => {
    expect((await server.call(createDriveFile, FILE, { token: ada.token })).refusal().code).toBe("drive-not-connected");
    expect((await server.call(driveQuota, undefined, { token: ada.token })).refusal().code).toBe("drive-not-connected");
  });
});

describe("B6, B7 every call about the drive", () => {
  const calls: readonly (readonly [Route, unknown, string?])[] = [
    [cloud.authorizeTicket, undefined],
    [cloud.cloudStatus, undefined],
    [cloud.refreshAccess, { refresh_token: "none" }],
    [cloud.cloudUsage, undefined],
    [cloud.debugToken, undefined],
    [cloud.driveAuth, { code: "none" }],
    [cloud.oauthCallback, { code: "none", redirect_uri: "none" }],
    [cloud.connectDrive, { refresh_token: "none" }],
    [cloud.driveQuota, undefined],
    [cloud.listDriveFiles, undefined],
    [cloud.readDriveFile, undefined, "none"],
    [cloud.createDriveFile, FILE],
    [cloud.createDriveFolder, { name: "folder-1" }],
    [cloud.disconnectDrive, undefined],
  ];

  it("appears in this list", () => {
    const all = Object.values(cloud as Record<string, unknown>).filter(
      (one): one is Route => typeof one === "object" && one !== null && "path" in one,
    );
    const ofAccounts = all.filter(({ auth }) => auth === "account").map(({ path, method }) => `${method} ${path}`);
    expect(calls.map(([{ path, method }]) => `${method} ${path}`).sort()).toEqual(ofAccounts.sort());
  });

  it.each(calls.map(([route, body, fileId = "none"]) => ({ route, body, fileId })))(
    "$route.method $route.path accepts Basic and Bearer, and requires a session",
    async ({ route, body, fileId }) => {
      const ask = async (more: CallOptions) => {
        const { status, text } = await server.call(route, body as never, { params: { fileId }, ...more });
        return [status, (JSON.parse(text) as { code?: string }).code];
      };
      const [basic, bearer] = [await ask({ token: ada.token, scheme: "Basic" }), await ask({ token: ada.token, scheme: "Bearer" })];
      expect(basic).toEqual(bearer);
      expect(basic[1]).not.toBe("not-signed-in");
      expect(await ask({})).toEqual([401, "not-signed-in"]);
    },
  );
});

describe("B7 auth, connect and quota", () => {
  it("exchange a code for the handle, never for the drive's refresh token", async () => {
    const flow = await runAuthorizeFlow(server, origin, ada.token);
    const body = { code: flow.returned.searchParams.get("code") ?? "", code_verifier: flow.verifier };
    const answer = (await server.call(driveAuth, body, { token: ada.token })).reply();
    expect(answer).toMatchObject({ expires_in: 3600, user_info: { email: "ada@example.org" } });
    expect(answer.refresh_token).toMatch(/^h1_/);
    const listed = await fetch(`${origin}/sandbox/drive/v3/files`, { headers: { authorization: `Bearer ${answer.access_token}` } });
    expect(listed.status).toBe(200);
    expect((await server.call(driveAuth, body, { token: ada.token })).refusal().code).toBe("oauth-invalid-grant");

    const more = { access_token: "ignored", expires_in: 1, user_info: { email: "eve@example.org" } };
    expect((await server.call(connectDrive, { ...more, refresh_token: answer.refresh_token }, { token: ada.token })).status).toBe(200);
    expect((await server.call(connectDrive, { ...more, refresh_token: "1//drive-token" }, { token: ada.token })).refusal().code).toBe(
      "reconnection-needed",
    );
    expect((await server.call(driveQuota, undefined, { token: ada.token })).reply()).toMatchObject({
      providerType: "sandbox",
      usedBytes: 0,
    });
  });
});
