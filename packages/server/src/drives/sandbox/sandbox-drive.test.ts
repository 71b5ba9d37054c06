import { changePassword, forgotPassword, listSessions, login, logout, revokeSession } from "@satchel/contract/accounts/auth.ts";
import {
  authorizeTicket,
  cloudConfig,
  cloudStatus,
  cloudUsage,
  debugToken,
  disconnectDrive,
  oauthCallback,
  refreshAccess,
} from "@satchel/contract/drives/cloud.ts";
import { TICKET_PARAMETER } from "@satchel/contract/drives/oauth.ts";
import { UNTITLED_BYTES } from "@satchel/drive/testing/raw-drive.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { STEP_WAIT_MS } from "../../accounts/pending-steps.ts";
import { aKdf, aSecret } from "../../testing/keys.ts";
import { connect, connectable, exchange, runAuthorizeFlow } from "../../testing/oauth-flow.ts";
import { createTestServer, ORIGIN, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
let origin = "";
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
});
afterEach(() => server.close());

const HOUR_MS = 3_600_000;

const list = (accessToken: string) =>
  fetch(`${origin}/sandbox/drive/v3/files?pageSize=10`, { headers: { authorization: `Bearer ${accessToken}` } });

const upload = async (accessToken: string, content: string): Promise<string> => {
  const url = `${origin}/sandbox/upload/drive/v3/files?uploadType=media&fields=id`;
  const response = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${accessToken}` }, body: content });
  return ((await response.json()) as { id: string }).id;
};

/** Requests a reset with access to the mailbox only. Returns the new password, which takes effect after the delay. */
async function resetByMailbox(email: string): Promise<string> {
  const { reset, pendingSteps } = server.stack().services;
  await server.call(forgotPassword, { email });
  await reset.idle();
  server.clock.at += 1;
  const mailed = /^ {4}([0-9A-Z]{20})\r?$/m.exec((await server.outbox()).at(-1) ?? "")?.[1] ?? "";
  const { token } = (await server.call(login, { email, password: mailed })).reply();
  const newPassword = aSecret();
  await server.call(changePassword, { newPassword, kdf: aKdf() }, { token });
  await pendingSteps.idle();
  return newPassword;
}

describe("decision 0002 (3) the sandbox in the product", () => {
  it("is offered on the free plan at a loopback address, and labeled as such", async () => {
    expect((await server.call(cloudConfig, undefined)).reply()).toEqual({
      drive: {
        mode: "sandbox",
        label: "Sandbox drive",
        clientId: "satchel-sandbox",
        redirectPath: "/auth/google/callback",
        scopes: ["openid", "email", "profile", "https://www.googleapis.com/auth/drive.file"],
        authorizeUrl: "/sandbox/o/oauth2/v2/auth",
        apiBase: "/sandbox/drive/v3",
        uploadBase: "/sandbox/upload/drive/v3",
        batchBase: "/sandbox/batch/drive/v3",
      },
      managed: { apiBase: "/drive/v3", uploadBase: "/upload/drive/v3", batchBase: "/batch/drive/v3" },
    });
  });

  it("connects by a real redirect, grants access, and serves a second device", async () => {
    const ada = await server.join("ada@example.org");
    const flow = await runAuthorizeFlow(server, origin, ada.token);
    expect([flow.returned.origin + flow.returned.pathname, flow.returned.searchParams.get("state")]).toEqual([
      `${ORIGIN}/auth/google/callback`,
      flow.state,
    ]);

    const connected = (await exchange(server, ada.token, flow)).reply();
    expect(connected).toMatchObject({
      expiresIn: 3600,
      accountChanged: false,
      userInfo: { email: "ada@example.org", name: "ada", sub: ada.id },
    });
    const id = await upload(connected.accessToken, "sealed");
    const second = (await server.call(cloudStatus, undefined, { token: ada.token })).reply();
    expect(second).toMatchObject({
      connected: true,
      needsReconnection: false,
      userInfo: connected.userInfo,
      refreshToken: connected.refreshToken,
    });
    expect(await (await list(second.accessToken ?? "")).json()).toMatchObject({ files: [{ id }] });
  });

  it.each(["signs out", "is revoked", "is ended by a new password"])(
    "ends a session's access to the drive when it %s, and keeps that of other sessions",
    async (how) => {
      const ada = await server.join();
      const { accessToken } = await connect(server, origin, ada.token);
      const begun = await fetch(`${origin}/sandbox/upload/drive/v3/files?uploadType=resumable`, {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: "{}",
      });
      const { pathname, search } = new URL(begun.headers.get("location") ?? "");
      const put = () => fetch(origin + pathname + search, { method: "PUT", headers: { "content-range": "bytes */5" } });
      const other = (await server.call(login, { email: ada.email, password: ada.password })).reply().token;
      expect([(await list(accessToken)).status, (await put()).status]).toEqual([200, 308]);

      if (how === "signs out") await server.call(logout, undefined, { token: ada.token });
      else if (how === "is revoked") {
        const { sessions } = (await server.call(listSessions, undefined, { token: other })).reply();
        for (const { id, current } of sessions)
          if (!current) await server.call(revokeSession, undefined, { token: other, params: { sessionId: id } });
      } else await server.call(changePassword, { currentPassword: ada.password, newPassword: aSecret(), kdf: aKdf() }, { token: other });

      expect([(await list(accessToken)).status, (await put()).status]).toEqual([401, 404]);
      const fresh = (await server.call(cloudStatus, undefined, { token: other })).reply();
      expect((await list(fresh.accessToken ?? "")).status).toBe(200);
    },
  );

  it.each(["by the sweep", "at the sign-in"])(
    "ends all sessions' access to the drive when a reset by mail takes effect %s",
    async (how) => {
      const ada = await server.join();
      const { accessToken } = await connect(server, origin, ada.token);
      const bearer = { authorization: `Bearer ${accessToken}` };
      const begin = { method: "POST", headers: { ...bearer, "content-type": "application/json" }, body: "{}" };
      const begun = await fetch(`${origin}/sandbox/upload/drive/v3/files?uploadType=resumable`, begin);
      const { pathname, search } = new URL(begun.headers.get("location") ?? "");
      const put = async () =>
        (await fetch(origin + pathname + search, { method: "PUT", headers: { "content-range": "bytes */5" } })).status;
      const password = await resetByMailbox(ada.email);
      server.clock.at += STEP_WAIT_MS - HOUR_MS / 2;
      // Requested shortly before the reset, as a signed-in browser does.
      const latest = (await server.call(cloudStatus, undefined, { token: ada.token })).reply().accessToken ?? "";
      expect([(await list(latest)).status, await put()]).toEqual([200, 308]);

      server.clock.at += HOUR_MS / 2;
      if (how === "by the sweep") await server.stack().sweep();
      else expect((await server.call(login, { email: ada.email, password })).status).toBe(200);
      expect([(await list(latest)).status, await put()]).toEqual([401, 404]);
    },
  );

  it("gives each account a drive of its own without access to others", async () => {
    const [ada, grace] = [await server.join(), await server.join()];
    const [adas, graces] = [await connect(server, origin, ada.token), await connect(server, origin, grace.token)];
    await upload(adas.accessToken, "sealed");
    expect(await (await list(graces.accessToken)).json()).toMatchObject({ files: [] });
    expect((await server.call(refreshAccess, { refresh_token: adas.refreshToken }, { token: grace.token })).refusal()).toMatchObject({
      code: "reconnection-needed",
    });
    expect((await list(ada.token)).status).toBe(401);
  });

  it("requires a fresh and unused ticket for the authorize page", async () => {
    const { token } = await server.join();
    const drive = await connectable(server);
    const open = (ticket: string) => {
      const url = new URL(drive.authorizeUrl, origin);
      const query = {
        client_id: drive.clientId,
        redirect_uri: ORIGIN + drive.redirectPath,
        response_type: "code",
        scope: drive.scopes.join(" "),
        [TICKET_PARAMETER]: ticket,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return fetch(url, { redirect: "manual" });
    };
    const issue = async () => (await server.call(authorizeTicket, undefined, { token })).reply().ticket;

    const used = await issue();
    expect([(await open(used)).status, (await open(used)).status]).toEqual([200, 200]);
    await runAuthorizeFlow(server, origin, token, { ticket: used });
    expect((await open(used)).status).toBe(403);
    const old = await issue();
    server.clock.at += 600_001;
    expect((await open(old)).status).toBe(403);
    expect((await open("")).status).toBe(403);
    expect((await server.call(authorizeTicket, undefined)).refusal().code).toBe("not-signed-in");
  });

  it("hides the test-only routes outside test mode", async () => {
    expect((await fetch(`${origin}/sandbox/__control/requests`)).status).not.toBe(200);
    const open = await createTestServer({ SATCHEL_TEST: "1" });
    expect((await fetch(`${await open.listen()}/sandbox/__control/requests`)).status).toBe(200);
    await open.close();
  });

  it("forbids frames and scripts on its page", async () => {
    const { token } = await server.join();
    const drive = await connectable(server);
    const ticket = (await server.call(authorizeTicket, undefined, { token })).reply().ticket;
    const url = `${origin}${drive.authorizeUrl}?client_id=${drive.clientId}&ticket=${ticket}`;
    const { headers } = await fetch(url);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-disposition")).toBeNull();
  });
});

describe("B4 cloud connection", () => {
  it("rejects a connection if the drive was left unticked, and stores nothing", async () => {
    const { token } = await server.join();
    const refused = await exchange(server, token, await runAuthorizeFlow(server, origin, token, { ticked: false }));
    expect([refused.status, refused.refusal().code]).toEqual([403, "scope-missing"]);
    expect((await server.call(cloudStatus, undefined, { token })).reply()).toMatchObject({ connected: false, accessToken: null });
  });

  it("returns with an error if consent is refused", async () => {
    const { token } = await server.join();
    const { returned } = await runAuthorizeFlow(server, origin, token, { decision: "refuse" });
    expect([returned.searchParams.get("error"), returned.searchParams.get("code")]).toEqual(["access_denied", null]);
  });

  it("accepts a code once, only from its own browser and for its own address", async () => {
    const { token } = await server.join();
    const flow = await runAuthorizeFlow(server, origin, token);
    const code = flow.returned.searchParams.get("code") ?? "";
    const elsewhere = await server.call(
      oauthCallback,
      { code, redirect_uri: "https://else.example/auth/google/callback", code_verifier: flow.verifier },
      { token },
    );
    expect([elsewhere.status, elsewhere.refusal().code]).toEqual([400, "oauth-redirect-mismatch"]);
    expect((await exchange(server, token, flow)).status).toBe(200);
    expect((await exchange(server, token, flow)).refusal().code).toBe("oauth-invalid-grant");

    const other = await runAuthorizeFlow(server, origin, token);
    expect((await exchange(server, token, { ...other, verifier: flow.verifier })).refusal().code).toBe("oauth-invalid-grant");
  });

  it("returns a fresh access token for the handle, and never the refresh token", async () => {
    const { token } = await server.join();
    const connected = await connect(server, origin, token);
    server.clock.at += HOUR_MS + 1;
    expect((await list(connected.accessToken)).status).toBe(401);

    const called = await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token });
    const fresh = called.reply();
    expect([called.headers["cache-control"], fresh.refreshToken, fresh.expiresIn]).toEqual(["no-store", connected.refreshToken, 3600]);
    expect((await list(fresh.accessToken)).status).toBe(200);
    expect((await server.call(refreshAccess, { refresh_token: connected.refreshToken })).refusal().code).toBe("not-signed-in");
    expect(fresh.refreshToken).toMatch(/^h1_/);
  });

  it("asks for a reconnect when the drive rejects the token, and works after it", async () => {
    const { token } = await server.join();
    const connected = await connect(server, origin, token);
    await fetch(`${origin}/sandbox/revoke`, { method: "POST", body: new URLSearchParams({ token: connected.accessToken }) });
    server.clock.at += HOUR_MS;

    const refused = await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token });
    expect([refused.status, refused.refusal()]).toEqual([
      403,
      expect.objectContaining({ code: "reconnection-needed", needsReconnection: true, error: "reconnection-needed" }),
    ]);
    expect((await server.call(cloudStatus, undefined, { token })).reply()).toMatchObject({
      connected: false,
      needsReconnection: true,
      accessToken: null,
    });
    const again = await connect(server, origin, token);
    expect([again.refreshToken, again.accountChanged]).toEqual([connected.refreshToken, false]);
    expect((await server.call(cloudStatus, undefined, { token })).reply().connected).toBe(true);
  });

  it("revokes the access at the drive when the user disconnects", async () => {
    const { token } = await server.join();
    const connected = await connect(server, origin, token);
    expect((await server.call(disconnectDrive, undefined, { token })).reply()).toEqual({ success: true });
    expect((await list(connected.accessToken)).status).toBe(401);
    expect((await server.call(cloudStatus, undefined, { token })).reply()).toMatchObject({
      connected: false,
      userInfo: null,
      refreshToken: null,
    });
    expect((await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token })).refusal().code).toBe(
      "drive-not-connected",
    );
    expect((await server.call(disconnectDrive, undefined, { token })).status).toBe(200);
  });

  it("reports the drive's usage and the data for Debug", async () => {
    const { token } = await server.join();
    expect((await server.call(cloudUsage, undefined, { token })).refusal().code).toBe("drive-not-connected");
    expect((await server.call(debugToken, undefined, { token })).reply()).toEqual({
      tokenValid: false,
      scope: null,
      hasProvider: false,
      hasToken: false,
    });
    const { accessToken } = await connect(server, origin, token);
    await upload(accessToken, "x".repeat(2048 - UNTITLED_BYTES));
    expect((await server.call(cloudUsage, undefined, { token })).reply()).toMatchObject({
      providerType: "sandbox",
      usedBytes: 2048,
      usedFormatted: "2.00 KB",
      totalFormatted: "15.00 GB",
    });
    expect((await server.call(debugToken, undefined, { token })).reply()).toMatchObject({
      tokenValid: true,
      hasProvider: true,
      hasToken: true,
    });
  });

  it("survives a restart, and stores tokens sealed in all files and logs", async () => {
    const { token } = await server.join();
    const connected = await connect(server, origin, token);
    await server.restart();
    origin = await server.listen();
    const fresh = (await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token })).reply();
    expect((await list(fresh.accessToken)).status).toBe(200);
    const bytes = await server.everyByte();
    for (const secret of [connected.accessToken, fresh.accessToken, token, "1//0s"]) expect(bytes.includes(secret)).toBe(false);
  });
});
