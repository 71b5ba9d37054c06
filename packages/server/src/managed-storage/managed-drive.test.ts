import { deleteAccount, logout } from "@satchel/contract/auth.ts";
import { cloudUsage } from "@satchel/contract/cloud.ts";
import { choosePlan } from "@satchel/contract/onboarding.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let origin = "";
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
});
afterEach(() => server.close());

const upload = (token: string, content: string) =>
  fetch(`${origin}/upload/drive/v3/files?uploadType=media&fields=id,size`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: content,
  });

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

describe("decisions §2 (2) managed storage", () => {
  it("takes the account's token, keeps bytes over a restart, and counts them against the plan", async () => {
    const { token } = await server.join();
    await server.call(choosePlan, { planType: "basic" }, { token });
    const { id } = (await (await upload(token, "sealed bytes")).json()) as { id: string };
    await server.restart();
    origin = await server.listen();

    expect(await (await media(token, id)).text()).toBe("sealed bytes");
    expect((await server.call(cloudUsage, undefined, { token })).reply()).toMatchObject({
      providerType: "managed",
      usedBytes: 12,
      totalBytes: PLANS.basic.managedBytes,
      totalFormatted: "1.00 GB",
    });
  });

  it("has no room on the free plan, but gives back what lies there", async () => {
    const { token } = await server.join();
    await server.call(choosePlan, { planType: "pro" }, { token });
    const { id } = (await (await upload(token, "sealed bytes")).json()) as { id: string };
    await server.call(choosePlan, { planType: "free" }, { token });

    const refused = await upload(token, "more");
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("storageQuotaExceeded")]);
    expect(await (await media(token, id)).text()).toBe("sealed bytes");
  });

  it("shows nothing to another account, to a signed-out session or to nobody", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    await server.call(choosePlan, { planType: "basic" }, { token: ada.token });
    const { id } = (await (await upload(ada.token, "sealed bytes")).json()) as { id: string };

    expect((await media(grace.token, id)).status).toBe(404);
    expect((await fetch(`${origin}/drive/v3/files/${id}?alt=media`)).status).toBe(403);
    await server.call(logout, undefined, { token: ada.token });
    expect((await media(ada.token, id)).status).toBe(401);
  });
});

describe("encryption.md 3.5 (13) delete account", () => {
  it("removes every managed file with its bytes, trashed and nested ones too, and nobody else's", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    for (const { token } of [ada, grace]) await server.call(choosePlan, { planType: "basic" }, { token });
    const folder = await create(ada.token, { name: "notes", mimeType: "application/vnd.google-apps.folder" });
    await create(ada.token, { name: "inside", parents: [folder] });
    const trashed = await create(ada.token, { name: "trashed" });
    await fetch(`${origin}/drive/v3/files/${trashed}`, { method: "PATCH", headers: jsonOf(ada.token), body: '{"trashed":true}' });
    await upload(ada.token, "sealed bytes of ada");
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

describe("decisions §6 bytes that people stored", () => {
  it("are never a page of this origin", async () => {
    const { token } = await server.join();
    await server.call(choosePlan, { planType: "basic" }, { token });
    const { id } = (await (await upload(token, "<script>alert(1)</script>")).json()) as { id: string };
    const { headers } = await media(token, id);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toBe("attachment");
  });

  it("have CORS on their paths and on no others", async () => {
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
