import { randomBytes } from "node:crypto";
import { authorizeTicket, cloudStatus, cloudUsage, oauthCallback, refreshAccess } from "@satchel/contract/drives/cloud.ts";
import { createSandbox, type Sandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import type { FaultEffect } from "@satchel/drive/sandbox/faults/fault-config.ts";
import { createMemorySandboxStore } from "@satchel/drive/sandbox/memory-sandbox-store.ts";
import { type Listening, listen } from "@satchel/drive/server/http/node-http.ts";
import { createMemoryBlobStore } from "@satchel/drive/storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "@satchel/drive/storage/memory/memory-metadata-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, exchange, runAuthorizeFlow } from "../testing/oauth-flow.ts";
import { createTestServer, ORIGIN, type TestServer } from "../testing/test-server.ts";

const CLIENT = { clientId: "id.apps.googleusercontent.com", clientSecret: "client-secret" };
const USERS = [
  { id: "ada", email: "ada@gmail.example", name: "Ada" },
  { id: "grace", email: "grace@gmail.example", name: "Grace" },
];

let google: Listening;
let sandbox: Sandbox;
let server: TestServer;
/** Responses that a fault delays wait for this promise. */
let held: Promise<void>;
let waiting = 0;
beforeEach(async () => {
  held = Promise.resolve();
  waiting = 0;
  sandbox = createSandbox({
    drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "test" },
    store: createMemorySandboxStore(),
    clients: [{ ...CLIENT, redirectUris: [`${ORIGIN}/auth/google/callback`] }],
    clock: { now: () => server.clock.at },
    randomBytes: (count) => randomBytes(count),
    users: USERS,
    control: {
      wait: () => {
        waiting += 1;
        return held;
      },
    },
  });
  google = await listen(sandbox.handle, { port: 0 });
  server = await createTestServer(googleEnv(google.url));
});
afterEach(async () => {
  await server.close();
  await google.close();
});

const googleEnv = (base: string) => ({
  GOOGLE_CLIENT_ID: CLIENT.clientId,
  GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
  GOOGLE_AUTHORIZE_URL: `${base}/o/oauth2/v2/auth`,
  GOOGLE_TOKEN_URL: `${base}/token`,
  GOOGLE_REVOKE_URL: `${base}/revoke`,
  GOOGLE_USERINFO_URL: `${base}/v1/userinfo`,
  GOOGLE_API_BASE: `${base}/drive/v3`,
});

function failTokens(effect: FaultEffect): void {
  sandbox.control?.setFaults({ rules: [{ on: { kinds: ["oauth.token"] }, then: effect }] });
}

describe("decision 0002 (1) Google Drive, played by the sandbox", () => {
  it("connects, refreshes and reports usage over the network", async () => {
    const { token } = await server.join();
    const connected = await connect(server, google.url, token, { user: "ada" });
    expect(connected.userInfo).toMatchObject({ sub: "ada", email: "ada@gmail.example", name: "Ada" });
    expect((await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token })).status).toBe(200);
    expect((await server.call(cloudUsage, undefined, { token })).reply()).toMatchObject({ providerType: "google-drive", usedBytes: 0 });
  });

  it("works without tickets and without mounting the sandbox", async () => {
    const { token } = await server.join();
    expect((await server.call(authorizeTicket, undefined, { token })).refusal().code).toBe("drive-not-configured");
    expect((await server.send("GET", "/sandbox/drive/v3/files")).status).toBe(404);
  });

  it("notices another drive account, and rejects handles of the former one", async () => {
    const { token } = await server.join();
    const first = await connect(server, google.url, token, { user: "ada" });
    const second = await connect(server, google.url, token, { user: "grace" });
    expect([first.accountChanged, second.accountChanged, second.userInfo.sub]).toEqual([false, true, "grace"]);
    expect((await server.call(refreshAccess, { refresh_token: first.refreshToken }, { token })).refusal().code).toBe("reconnection-needed");
  });

  it("caches the status for ten tabs", async () => {
    const { token } = await server.join();
    await connect(server, google.url, token, { user: "ada" });
    const asked = sandbox.control?.counts()["oauth.token"];
    for (let tab = 0; tab < 10; tab += 1) await server.call(cloudStatus, undefined, { token });
    expect(sandbox.control?.counts()["oauth.token"]).toBe(asked);
  });

  it.each([500, 503, 429] as const)("keeps the connection while the token endpoint responds %d", async (status) => {
    const { token } = await server.join();
    const connected = await connect(server, google.url, token, { user: "ada" });
    failTokens({ status });
    server.clock.at += 3_600_000;
    const refused = await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token });
    expect([refused.status, refused.refusal().code]).toEqual([502, "drive-unreachable"]);
    expect((await server.call(cloudStatus, undefined, { token })).reply()).toMatchObject({
      connected: true,
      needsReconnection: false,
      accessToken: null,
    });

    sandbox.control?.setFaults({});
    expect((await server.call(refreshAccess, { refresh_token: connected.refreshToken }, { token })).status).toBe(200);
  });

  it("keeps a reconnect even if an earlier, delayed renewal fails", async () => {
    const { token } = await server.join();
    const first = await connect(server, google.url, token, { user: "ada" });
    await fetch(`${google.url}/revoke`, { method: "POST", body: new URLSearchParams({ token: first.accessToken }) });
    server.clock.at += 10_000;
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    sandbox.control?.setFaults({ rules: [{ on: { kinds: ["oauth.token"] }, when: { times: 1 }, then: { delayMs: 1, where: "after" } }] });
    const delayedRefresh = server.call(refreshAccess, { refresh_token: first.refreshToken }, { token });
    await expect.poll(() => waiting).toBe(1);

    await connect(server, google.url, token, { user: "ada" });
    release();

    expect((await delayedRefresh).status).toBe(200);
    expect((await server.call(cloudStatus, undefined, { token })).reply()).toMatchObject({ connected: true, needsReconnection: false });
  });

  it("reports the drive as unreachable if the response is lost", async () => {
    const { token } = await server.join();
    failTokens({ lost: "before" });
    const refused = await exchange(server, token, await runAuthorizeFlow(server, google.url, token, { user: "ada" }));
    expect(refused.refusal().code).toBe("drive-unreachable");
  });
});

describe("decision 0006 a misconfigured server", () => {
  it('tells the user "not available", and logs the reason without the secret', async () => {
    const wrong = await createTestServer({ ...googleEnv(google.url), GOOGLE_CLIENT_SECRET: "not-the-secret" });
    const { token } = await wrong.join();
    const refused = await exchange(wrong, token, await runAuthorizeFlow(wrong, google.url, token, { user: "ada" }));
    expect([refused.status, refused.refusal().code]).toEqual([501, "drive-not-configured"]);
    expect(wrong.log()).toContain("invalid_client");
    expect(wrong.log()).not.toContain("not-the-secret");
    await wrong.close();
  });

  it("logs that users come from another address, and names the configured one", async () => {
    const elsewhere = await createTestServer(googleEnv(google.url));
    const { token } = await elsewhere.join();
    const body = { code: "x", redirect_uri: "https://elsewhere.example/auth/google/callback" };
    const refused = await elsewhere.call(oauthCallback, body, { token });
    expect([refused.status, refused.refusal().code]).toEqual([400, "oauth-redirect-mismatch"]);
    expect(elsewhere.log()).toContain("SATCHEL_PUBLIC_URL");
    expect(elsewhere.log()).toContain(`${ORIGIN}/auth/google/callback`);
    expect(elsewhere.log()).not.toContain("elsewhere.example");
    await elsewhere.close();
  });

  it("disables the drive on a public address if Google is not configured", async () => {
    const bare = await createTestServer({ SATCHEL_DRIVE: "none" });
    const { token } = await bare.join();
    expect((await bare.send("GET", "/api/cloud/config")).text).toContain('"drive":{"mode":"none"}');
    const refused = await bare.call(oauthCallback, { code: "x", redirect_uri: `${ORIGIN}/auth/google/callback` }, { token });
    expect([refused.status, refused.refusal().code]).toEqual([501, "drive-not-configured"]);
    expect((await bare.call(cloudStatus, undefined, { token })).reply().connected).toBe(false);
    await bare.close();
  });
});
