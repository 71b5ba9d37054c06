import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { changePassword, deleteAccount, listSessions, login, logout, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { cloudUsage } from "@satchel/contract/drives/cloud.ts";
import { beginPlanChange, completePlanChange } from "@satchel/contract/drives/plan-change.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import { UNTITLED_BYTES } from "@satchel/drive/testing/raw-drive.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret } from "../../testing/keys.ts";
import { createTestServer, type TestServer, type TestUser } from "../../testing/test-server.ts";

let server: TestServer;
let origin = "";
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
});
afterEach(() => server.close());

const upload = (token: string, content: string | Uint8Array<ArrayBuffer>) =>
  fetch(`${origin}/upload/drive/v3/files?uploadType=media&fields=id,size`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: content,
  });

/** Starts an upload that announces its length and then sends nothing. */
const announce = (token: string, bytes: number) => {
  const request = httpRequest(`${origin}/upload/drive/v3/files?uploadType=media`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-length": bytes },
  });
  request.on("error", () => undefined);
  request.flushHeaders();
  return request;
};

const jsonOf = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

const create = async (token: string, metadata: object): Promise<string> => {
  const response = await fetch(`${origin}/drive/v3/files?fields=id`, {
    method: "POST",
    headers: jsonOf(token),
    body: JSON.stringify(metadata),
  });
  return ((await response.json()) as { id: string }).id;
};

const media = (token: string, id: string) =>
  fetch(`${origin}/drive/v3/files/${id}?alt=media`, { headers: { authorization: `Bearer ${token}` } });

describe("decision 0002 (2) managed storage", () => {
  it("accepts the account's token, keeps bytes over a restart, and counts them against the plan", async () => {
    const { token } = await server.join();
    await server.call(completeOnboarding, { planType: "basic" }, { token });
    const { id } = (await (await upload(token, "sealed bytes")).json()) as { id: string };
    await server.restart();
    origin = await server.listen();

    expect(await (await media(token, id)).text()).toBe("sealed bytes");
    expect((await server.call(cloudUsage, undefined, { token })).reply()).toMatchObject({
      providerType: "managed",
      usedBytes: 12 + UNTITLED_BYTES,
      totalBytes: PLANS.basic.managedBytes,
      totalFormatted: "1.00 GB",
    });
  });

  it("has no space on the free plan, but returns stored files", async () => {
    const { token } = await server.join();
    await server.call(completeOnboarding, { planType: "pro" }, { token });
    const { id } = (await (await upload(token, "sealed bytes")).json()) as { id: string };
    await server.call(beginPlanChange, { planType: "free" }, { token });
    await server.call(completePlanChange, undefined, { token });

    const refused = await upload(token, "more");
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("storageQuotaExceeded")]);
    expect(await (await media(token, id)).text()).toBe("sealed bytes");
  });

  it("hides files from other accounts and from requests without a valid session", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    await server.call(completeOnboarding, { planType: "basic" }, { token: ada.token });
    const { id } = (await (await upload(ada.token, "sealed bytes")).json()) as { id: string };

    expect((await media(grace.token, id)).status).toBe(404);
    expect((await fetch(`${origin}/drive/v3/files/${id}?alt=media`)).status).toBe(403);
    await server.call(logout, undefined, { token: ada.token });
    expect((await media(ada.token, id)).status).toBe(401);
  });

  it.each([
    ["signed out", (token: string) => server.call(logout, undefined, { token })],
    [
      "revoked from another device",
      async (token: string, ada: TestUser) => {
        const other = (await server.call(login, { email: ada.email, password: ada.password })).reply().token;
        const { sessions } = (await server.call(listSessions, undefined, { token: other })).reply();
        for (const { id, current } of sessions)
          if (!current) await server.call(revokeSession, undefined, { token: other, params: { sessionId: id } });
        expect((await media(token, "x")).status).toBe(401);
      },
    ],
    [
      "ended by a change of the password elsewhere",
      async (_: string, ada: TestUser) => {
        const other = (await server.call(login, { email: ada.email, password: ada.password })).reply().token;
        const changed = await server.call(
          changePassword,
          { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf() },
          { token: other },
        );
        expect(changed.status).toBe(200);
      },
    ],
  ])("invalidates an upload URL when its session ends: %s", async (_, end) => {
    const ada = await server.join();
    await server.call(completeOnboarding, { planType: "basic" }, { token: ada.token });
    const begun = await fetch(`${origin}/upload/drive/v3/files?uploadType=resumable`, {
      method: "POST",
      headers: jsonOf(ada.token),
      body: "{}",
    });
    const { pathname, search } = new URL(begun.headers.get("location") ?? "");
    const put = (range: string, body = "") =>
      fetch(origin + pathname + search, { method: "PUT", headers: { "content-range": range }, body });
    expect((await put("bytes */5")).status).toBe(308);

    await end(ada.token, ada);

    expect((await put("bytes */5")).status).toBe(404);
    expect((await put("bytes 0-4/5", "bytes")).status).toBe(404);
    expect((await server.stack().services.managed.usageOf({ ...ada, plan: "basic", needsOnboarding: false, createdAt: 0 })).usedBytes).toBe(
      0,
    );
  });

  it("enforces the plan's quota exactly under concurrent uploads", async () => {
    const { token } = await server.join();
    await server.call(completeOnboarding, { planType: "basic" }, { token });
    const copied = UNTITLED_BYTES + 2 * "Copy of ".length;
    const bytes = PLANS.basic.managedBytes / 16 - copied;
    const { id } = (await (await upload(token, new Uint8Array(bytes))).json()) as { id: string };
    const copy = () => fetch(`${origin}/drive/v3/files/${id}/copy`, { method: "POST", headers: jsonOf(token), body: "{}" });

    const copies = await Promise.all(Array.from({ length: 20 }, copy));

    expect(copies.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(copies.filter(({ status }) => status === 403)).toHaveLength(5);
    expect((await server.call(cloudUsage, undefined, { token })).reply()).toMatchObject({
      usedBytes: 16 * bytes + UNTITLED_BYTES + 15 * copied,
    });
    expect((await upload(token, "x")).status).toBe(403);
  });

  it("reserves space for running uploads, and frees it when they break off", async () => {
    const { token } = await server.join();
    await server.call(completeOnboarding, { planType: "basic" }, { token });
    const half = PLANS.basic.managedBytes / 2;
    const open = [announce(token, half), announce(token, half)];
    const begun = () => readdir(join(server.config.dataDir, "managed/blobs/staged"));
    await expect.poll(begun).toHaveLength(2);

    expect((await upload(token, "x")).status).toBe(403);
    for (const request of open) request.destroy();

    await expect.poll(begun).toHaveLength(0);
    expect((await upload(token, "x")).status).toBe(200);
  });

  it("prevents access to another user's files, uploads, ids and quota", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    for (const { token } of [ada, grace]) await server.call(completeOnboarding, { planType: "basic" }, { token });
    const folder = await create(ada.token, { mimeType: "application/vnd.google-apps.folder" });
    const { id } = (await (await upload(ada.token, "sealed bytes")).json()) as { id: string };
    const session = await fetch(`${origin}/upload/drive/v3/files?uploadType=resumable`, {
      method: "POST",
      headers: jsonOf(ada.token),
      body: "{}",
    });
    const { pathname, search } = new URL(session.headers.get("location") ?? "");
    const sessionPath = pathname + search;
    const ask = async (method: string, path: string, body?: object) => {
      const init = { method, headers: jsonOf(grace.token), ...(body !== undefined && { body: JSON.stringify(body) }) };
      return fetch(new URL(path, origin), init);
    };
    const reserved = (await (await fetch(`${origin}/drive/v3/files/generateIds?count=1`, { headers: jsonOf(ada.token) })).json()) as {
      ids: string[];
    };

    const attempts: readonly (readonly [number, string, string, object?])[] = [
      [404, "GET", `/drive/v3/files/${id}`],
      [404, "PATCH", `/drive/v3/files/${id}`, { name: "mine" }],
      [404, "DELETE", `/drive/v3/files/${id}`],
      [404, "POST", `/drive/v3/files/${id}/copy`, {}],
      [404, "GET", `/drive/v3/files/${id}/revisions`],
      [404, "GET", `/drive/v2/files/${id}`],
      [404, "PATCH", `/upload/drive/v3/files/${id}?uploadType=media`, {}],
      [404, "PATCH", `/upload/drive/v3/files/${id}?uploadType=resumable`, {}],
      [404, "POST", "/drive/v3/files", { parents: [folder] }],
      [400, "POST", "/drive/v3/files", { id }],
      [400, "POST", "/drive/v3/files", { id: reserved.ids[0] }],
      [404, "PUT", sessionPath, {}],
    ];
    for (const [status, method, path, body] of attempts) expect([path, (await ask(method, path, body)).status]).toEqual([path, status]);
    expect(await (await ask("GET", "/drive/v3/files?fields=files")).json()).toEqual({ files: [] });
    expect(await (await ask("GET", `/drive/v3/files?fields=files&q='${folder}' in parents`)).json()).toEqual({ files: [] });
    expect(await (await ask("GET", "/drive/v3/changes?fields=changes&pageToken=1")).json()).toEqual({ changes: [] });
    expect(await (await media(ada.token, id)).text()).toBe("sealed bytes");
  });
});

describe("encryption.md 3.5 (13) delete account", () => {
  it("removes every managed file with its bytes, including trashed and nested ones, and only that account's", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    for (const { token } of [ada, grace]) await server.call(completeOnboarding, { planType: "basic" }, { token });
    const folder = await create(ada.token, { name: "notes", mimeType: "application/vnd.google-apps.folder" });
    await create(ada.token, { name: "inside", parents: [folder] });
    const trashed = await create(ada.token, { name: "trashed" });
    await fetch(`${origin}/drive/v3/files/${trashed}`, { method: "PATCH", headers: jsonOf(ada.token), body: '{"trashed":true}' });
    await upload(ada.token, "sealed bytes of ada");
    const begun = await fetch(`${origin}/upload/drive/v3/files?uploadType=resumable`, {
      method: "POST",
      headers: jsonOf(ada.token),
      body: "{}",
    });
    const { pathname, search } = new URL(begun.headers.get("location") ?? "");
    await fetch(origin + pathname + search, {
      method: "PUT",
      headers: { "content-range": "bytes 0-99/100" },
      body: "half of the sealed bytes of ada",
    });
    const { id } = (await (await upload(grace.token, "sealed bytes of grace")).json()) as { id: string };

    await server.call(deleteAccount, { password: ada.password }, { token: ada.token });
    await server.stack().sweep();
    expect(await server.stack().services.managed.usageOf({ ...ada, plan: "basic", needsOnboarding: false, createdAt: 0 })).toMatchObject({
      usedBytes: 0,
    });
    expect((await server.everyByte()).includes("sealed bytes of ada")).toBe(false);
    expect(await (await media(grace.token, id)).text()).toBe("sealed bytes of grace");
  });
});

describe("decision 0006 bytes that users stored", () => {
  it("are never served as a page of this origin", async () => {
    const { token } = await server.join();
    await server.call(completeOnboarding, { planType: "basic" }, { token });
    const { id } = (await (await upload(token, "<script>alert(1)</script>")).json()) as { id: string };
    const { headers } = await media(token, id);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toBe("attachment");
  });

  it("have CORS headers on their paths only", async () => {
    const preflight = (path: string) =>
      fetch(origin + path, {
        method: "OPTIONS",
        headers: {
          origin: "https://else.example",
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization",
        },
      });
    expect((await preflight("/drive/v3/files")).headers.get("access-control-allow-origin")).toBe("*");
    expect((await preflight("/api/keys")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("decision 0006 a bucket that is away", () => {
  it("is answered as temporary, named in the log without secrets and keys, and makes the server unready", async () => {
    const away = await createTestServer({
      S3_ENDPOINT: "http://127.0.0.1:65431",
      S3_BUCKET: "satchel-notes",
      S3_ACCESS_KEY_ID: "an-access-key",
      S3_SECRET_ACCESS_KEY: "a-secret-access-key",
    });
    try {
      const address = await away.listen();
      const { token } = await away.join();
      await away.call(completeOnboarding, { planType: "basic" }, { token });
      const refused = await fetch(`${address}/upload/drive/v3/files?uploadType=media`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
        body: "sealed bytes",
      });

      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(away.log()).toMatch(/"failure":"StoreFailure"[^\n]*"host":"127.0.0.1:65431","operation":"PUT","cause":"ECONNREFUSED"/);
      expect(away.log()).not.toMatch(/an-access-key|a-secret-access-key|\/blobs\//);
      const health = await fetch(`${address}/readyz`);
      expect([health.status, await health.json()]).toEqual([
        503,
        { status: "not ready", parts: expect.objectContaining({ database: "ok", bucket: "unreachable" }) },
      ]);
    } finally {
      await away.close();
    }
  });
});
