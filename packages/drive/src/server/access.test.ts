import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBlobStore } from "../storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "../storage/memory/memory-metadata-store.ts";
import { createRawDrive, type ErrorBody, type RawDrive, reasonOf } from "../testing/raw-drive.ts";
import { createTestRandom, toRandomBytes } from "../testing/test-random.ts";
import { SCOPES } from "./context/scopes.ts";
import { createDriveServer } from "./create-drive-server.ts";
import { toFetch } from "./http/to-fetch.ts";

const FILES = "/drive/v3/files";

describe("drive contract §3 access", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });

  it("responds 403 without any Authorization", async () => {
    const answer = await drive.call<ErrorBody>("GET", FILES, { token: null });

    expect(reasonOf(answer)).toBe("403 forbidden");
    expect(answer.json.error.status).toBe("PERMISSION_DENIED");
  });

  it("responds 401 to an unknown token, with a long message outside and a short one inside", async () => {
    const answer = await drive.call<ErrorBody>("GET", FILES, { token: "stale" });

    expect(reasonOf(answer)).toBe("401 authError Authorization");
    expect(answer.json.error).toMatchObject({
      status: "UNAUTHENTICATED",
      errors: [{ locationType: "header", message: "Invalid Credentials" }],
    });
    expect(answer.json.error.message).not.toBe("Invalid Credentials");
    expect(answer.headers.get("www-authenticate")).toContain("invalid_token");
  });

  it("does not accept a token in the query", async () => {
    expect(reasonOf(await drive.call("GET", `${FILES}?access_token=${drive.tokenOf()}`, { token: null }))).toBe("403 forbidden");
  });

  it("responds to HEAD with the status for drive and token, without a body", async () => {
    const ask = async (token?: string | null) => {
      const { status, text } = await drive.call("HEAD", "/drive/v3/about?fields=user", token === undefined ? {} : { token });
      return [status, text];
    };

    expect(await Promise.all([ask(), ask("stale"), ask(null)])).toEqual([
      [200, ""],
      [401, ""],
      [403, ""],
    ]);
    expect((await drive.call("HEAD", FILES)).status).toBe(404);
  });

  it.each([
    "GET /drive/v3/nothing",
    "PUT /drive/v3/files",
    "GET /drive/v4/files",
    "GET /",
    "POST /upload/drive/v3/files",
    "GET /drive/v3/files/%E0%A4%A",
  ])("responds 404 to %s", async (what) => {
    const [method, path] = what.split(" ") as [string, string];

    expect((await drive.call(method, path)).status).toBe(404);
  });
});

describe("drive contract §1.17 CORS", () => {
  const drive = createRawDrive();

  it("answers preflights without a token", async () => {
    const answer = await drive.call("OPTIONS", `${FILES}/x`, {
      token: null,
      headers: { origin: "https://app.example", "access-control-request-method": "PATCH" },
    });

    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": expect.stringContaining("PATCH"),
      "access-control-allow-headers": expect.stringMatching(/authorization.*if-match.*x-upload-content-length/),
      "access-control-max-age": "3600",
    });
  });

  it.each([
    ["a success", "/drive/v3/files", undefined],
    ["a refusal", "/drive/v3/files?q=x", undefined],
    ["a stale token", "/drive/v3/files", "stale"],
    ["no such path", "/drive/v3/x", undefined],
  ])("lets any page read %s, and does not expose the ETag", async (_, path, token) => {
    const answer = await drive.call("GET", path, token === undefined ? {} : { token });

    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/Location.*Range.*Content-Range/);
    expect(answer.headers.get("access-control-expose-headers")).not.toMatch(/etag/i);
  });
});

describe("drive contract §5.4 scopes", () => {
  const asking = async (scopes: readonly string[], method: string, path: string, json?: unknown) => {
    const server = createDriveServer({
      metadata: createMemoryMetadataStore(),
      blobs: createMemoryBlobStore(),
      authenticate: async () => ({
        kind: "user",
        identity: { accountId: "a", scopes, user: { displayName: "A", emailAddress: "a@b.example", permissionId: "1" } },
      }),
      quotaOf: async () => undefined,
      clock: { now: () => 1 },
      randomBytes: toRandomBytes(createTestRandom(1)),
      secret: "s",
    });
    const response = await toFetch(server.handle)(`http://drive.test${path}`, {
      method,
      headers: { authorization: "Bearer x" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return reasonOf({ status: response.status, text: "", json: await response.json(), headers: response.headers });
  };

  it.each<[string, readonly string[], string, string, unknown?]>([
    ["403 insufficientPermissions", [], "GET", "/drive/v3/about?fields=user"],
    ["403 insufficientPermissions", ["openid", "email"], "GET", FILES],
    ["403 insufficientPermissions", [SCOPES.readOnly], "POST", FILES, {}],
    ["200 undefined", [SCOPES.readOnly], "GET", FILES],
    ["200 undefined", [SCOPES.file], "POST", FILES, {}],
    ["403 insufficientPermissions", [SCOPES.file], "GET", `${FILES}?spaces=appDataFolder`],
    ["403 insufficientPermissions", [SCOPES.file], "POST", FILES, { parents: ["appDataFolder"] }],
    ["200 undefined", [SCOPES.appData], "POST", FILES, { parents: ["appDataFolder"] }],
    ["404 notFound fileId", [SCOPES.appData], "POST", FILES, { parents: ["root"] }],
  ])("%s for %j: %s %s", async (expected, scopes, method, path, json) => {
    expect(await asking(scopes, method, path, json)).toBe(expected);
  });

  it("omits a missing limit, and reports exactly the requested fields", async () => {
    const drive = createRawDrive();

    expect((await drive.call("GET", "/drive/v3/about?fields=user(displayName,emailAddress)")).json).toEqual({
      user: { displayName: "Ada Lovelace", emailAddress: "ada@sandbox.example" },
    });
    expect(reasonOf(await drive.call("GET", "/drive/v3/about"))).toBe("400 required fields");
    expect(reasonOf(await drive.call("GET", "/drive/v3/about?fields=nonsense"))).toBe("400 invalidParameter fields");
  });
});
