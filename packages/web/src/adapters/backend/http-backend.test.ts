// @vitest-environment node
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpBackend } from "./http-backend.ts";

type Seen = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
type Reply = { status: number; body: string; headers?: Record<string, string> } | "hang" | "drop";

const KDF = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "A".repeat(22) } as const;
let server: Server;
let baseUrl: string;
let reply: Reply;
let seen: Seen[];
let clock: ManualClock;
let backend: ReturnType<typeof createHttpBackend>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      if (reply === "hang") return;
      if (reply === "drop") return void request.socket.destroy();
      response.writeHead(reply.status, { "Content-Type": "application/json", ...reply.headers }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
  clock = new ManualClock();
  backend = createHttpBackend({ fetch, timers: clock, baseUrl });
});

const answerWith = (status: number, body: unknown, headers?: Record<string, string>) => {
  reply = { status, body: typeof body === "string" ? body : JSON.stringify(body), ...(headers === undefined ? {} : { headers }) };
};

describe("A7 calls of the backend", () => {
  it("sends JSON, and the token in a Basic header if there is one", async () => {
    answerWith(200, { kdf: KDF });
    expect(await backend.prelogin("ada@example.org")).toEqual({ ok: true, value: KDF });
    answerWith(200, { success: true });
    expect(await backend.logout("tok")).toEqual({ ok: true, value: undefined });
    expect(seen).toMatchObject([
      { method: "POST", path: "/api/auth/prelogin", body: '{"email":"ada@example.org"}', headers: { "content-type": "application/json" } },
      { method: "POST", path: "/api/auth/logout", body: "", headers: { authorization: "Basic tok" } },
    ]);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });

  it("sends this browser's device token at sign-in, and stores the newest", async () => {
    const kept: string[] = [];
    const known = createHttpBackend({
      fetch,
      timers: clock,
      baseUrl,
      device: { read: () => kept.at(-1), write: (token) => kept.push(token) },
    });
    const user = { id: "1", email: "ada@example.org", createdAt: 1, needsOnboarding: false, planType: "free" };
    const signedIn = { token: "t", user, needsOnboarding: false, planType: "free", keys: { document: null, entries: [] } };
    const body = { email: "ada@example.org", password: "s1_x" };

    answerWith(200, { ...signedIn, deviceToken: "d1_first" });
    expect(await known.login(body)).toMatchObject({ ok: true });
    answerWith(200, signedIn);
    expect(await known.login(body)).toMatchObject({ ok: true });
    answerWith(401, { code: "invalid-credentials", message: "…" });
    await known.login(body);

    expect(seen.map((request) => JSON.parse(request.body).deviceToken)).toEqual([undefined, "d1_first", "d1_first"]);
    expect(kept).toEqual(["d1_first"]);
  });

  it("reads a refusal's code, field and retry delay", async () => {
    answerWith(400, { code: "email-malformed", message: "…", field: "email" });
    expect(await backend.prelogin("x")).toEqual({
      ok: false,
      problem: { kind: "refused", code: "email-malformed", status: 400, field: "email" },
    });
    answerWith(429, { code: "rate-limited", message: "…", retryAfterMs: 1500 }, { "Retry-After": "7" });
    expect(await backend.prelogin("x")).toMatchObject({ problem: { code: "rate-limited", retryAfterMs: 1500 } });
    answerWith(429, { code: "busy", message: "…" }, { "Retry-After": "7" });
    expect(await backend.prelogin("x")).toMatchObject({ problem: { code: "busy", retryAfterMs: 7000 } });
    answerWith(418, { code: "teapot", message: "…" });
    expect(await backend.prelogin("x")).toMatchObject({ problem: { kind: "refused", code: "unknown", status: 418 } });
  });

  it.each([
    [200, "<html>please sign in to this network</html>"],
    [200, {}],
    [200, { kdf: { ...KDF, m: 5 } }],
    [200, ""],
    [502, "Bad gateway"],
    [500, { oops: true }],
    [204, ""],
  ])("reports a response outside the contract as malformed (%d %j)", async (status, body) => {
    answerWith(status, body);
    expect(await backend.prelogin("x")).toEqual({ ok: false, problem: { kind: "malformed", status } });
  });

  it("B5 accepts a drive's access token only if it is longer than ten characters", async () => {
    const userInfo = { sub: "1", email: "ada@example.org", name: "Ada" };
    const access = (accessToken: string) => ({ accessToken, refreshToken: "h1_x", expiresIn: 3600, userInfo });
    answerWith(200, access("ten.chars."));
    expect(await backend.refreshAccess("tok", "h1_x")).toEqual({ ok: false, problem: { kind: "malformed", status: 200 } });
    answerWith(200, access("eleven.char"));
    expect(await backend.refreshAccess("tok", "h1_x")).toMatchObject({ ok: true, value: { accessToken: "eleven.char" } });
  });

  it("keeps the message of a foreign server", async () => {
    answerWith(400, { error: "Email is in use", message: "…" });
    expect(await backend.prelogin("x")).toEqual({ ok: false, problem: { kind: "malformed", status: 400, message: "Email is in use" } });
    answerWith(403, { message: "Not here" });
    expect(await backend.prelogin("x")).toEqual({ ok: false, problem: { kind: "malformed", status: 403, message: "Not here" } });
  });

  it("does not follow a redirect with a token", async () => {
    answerWith(302, "", { Location: "/elsewhere" });
    expect(await backend.logout("tok")).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(seen).toHaveLength(1);
  });

  it("reports offline when the connection breaks or the device has none", async () => {
    reply = "drop";
    expect(await backend.prelogin("x")).toEqual({ ok: false, problem: { kind: "offline" } });
    const nowhere = createHttpBackend({ fetch, timers: clock, baseUrl: "http://127.0.0.1:1" });
    expect(await nowhere.prelogin("x")).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(clock.pendingCount).toBe(0);
  });

  it("reports offline while the contract's code cannot be fetched, and recovers", async () => {
    answerWith(200, { kdf: KDF });
    const loads = [() => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))];
    const lazyBackend = createHttpBackend({ fetch, timers: clock, baseUrl, loadRoutes: () => loads.shift()?.() ?? import("./routes.ts") });
    expect(await lazyBackend.prelogin("x")).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(seen).toHaveLength(0);
    expect(await lazyBackend.prelogin("x")).toEqual({ ok: true, value: KDF });
  });

  it("gives up after 30 seconds", async () => {
    reply = "hang";
    const waiting = backend.prelogin("x");
    await expect.poll(() => clock.pendingCount).toBe(1);
    await clock.advance(29_999);
    expect(clock.pendingCount).toBe(1);
    await clock.advance(1);
    expect(await waiting).toEqual({ ok: false, problem: { kind: "timed-out", afterMs: 30_000 } });
  });

  it("gives up after 10 seconds on calls that the connection waits for", async () => {
    reply = "hang";
    for (const ask of [backend.serverInfo, backend.cloudConfig, () => backend.cloudStatus("t"), () => backend.refreshAccess("t", "h")]) {
      const waiting = ask();
      await expect.poll(() => clock.pendingCount).toBe(1);
      await clock.advance(10_000);
      expect(await waiting).toEqual({ ok: false, problem: { kind: "timed-out", afterMs: 10_000 } });
    }
  });

  it("gives up after 30 seconds without the contract's code, and uses it once loaded", async () => {
    answerWith(200, { kdf: KDF });
    const loads = [() => new Promise<never>(() => undefined)];
    const lazyBackend = createHttpBackend({ fetch, timers: clock, baseUrl, loadRoutes: () => loads.shift()?.() ?? import("./routes.ts") });
    const waiting = lazyBackend.prelogin("x");
    expect(clock.pendingCount).toBe(1);
    await clock.advance(30_000);
    expect(await waiting).toEqual({ ok: false, problem: { kind: "timed-out", afterMs: 30_000 } });
    expect(await lazyBackend.prelogin("x")).toEqual({ ok: true, value: KDF });
    expect(clock.pendingCount).toBe(0);
  });
});

describe("A7, B7 calls of the drive connection and of onboarding", () => {
  const code = { code: "c", redirect_uri: "https://notes.example/auth/google/callback", user_id: "u" };
  it.each<[string, () => Promise<unknown>, string, string, unknown, string?]>([
    ["onboarding", () => backend.completeOnboarding("tok", "free"), "POST", "/api/onboarding/complete", { planType: "free" }],
    ["status", () => backend.cloudStatus("tok"), "GET", "/api/cloud/google-drive/status", undefined],
    ["renewal", () => backend.refreshAccess("tok", "h"), "POST", "/api/cloud/google-drive/refresh-token", { refresh_token: "h" }],
    ["disconnect", () => backend.disconnectDrive("tok"), "POST", "/api/cloud/google-drive/disconnect", undefined],
    ["debug", () => backend.debugToken("tok"), "GET", "/api/cloud/google-drive/debug-token", undefined],
    ["usage", () => backend.cloudUsage("tok"), "GET", "/api/cloud/usage", undefined],
    ["exchange", () => backend.oauthCallback("tok", code as never), "POST", "/api/cloud/google-drive/oauth/callback", code, "Bearer"],
  ])("%s: method, path, body, and the token in its header", async (_name, ask, method, path, body, scheme = "Basic") => {
    answerWith(404, { code: "drive-not-connected", message: "…" });
    await ask();
    expect(seen).toMatchObject([{ method, path, headers: { authorization: `${scheme} tok` } }]);
    expect(seen[0]?.body === "" ? undefined : JSON.parse(seen[0]?.body ?? "")).toEqual(body);
  });
});

describe("B7 local mode's two calls", () => {
  it("asks for plans with size and count in the query, without a token", async () => {
    reply = { status: 200, body: JSON.stringify({ options: [{ planType: "free", storageBytes: null, fits: true }] }) };
    expect(await backend.upgradeOptions({ sessionId: "local-1", storageBytes: 5, notesCount: 2 })).toEqual({
      ok: true,
      value: [{ planType: "free", storageBytes: null, fits: true }],
    });
    expect(seen).toMatchObject([{ method: "GET", path: "/api/local/session/local-1/upgrade-options?storageBytes=5&notesCount=2" }]);
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it("sends the sign-in secret with no notes and no access to a drive", async () => {
    reply = { status: 200, body: JSON.stringify({ success: true, message: "ready" }) };
    const account = { email: "ada@example.org", password: "s1_secret", planType: "free" } as const;
    expect(await backend.syncToCloud("local-1", account)).toEqual({ ok: true, value: undefined });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ ...account, cloudCredentials: null, localNotes: [] });
  });
});

describe("B8 thrown, in the console", () => {
  const USAGE = {
    success: true,
    totalBytes: 100,
    usedBytes: 25,
    availableBytes: 75,
    usagePercentage: 25,
    usedFormatted: "25 B",
    totalFormatted: "100 B",
    availableFormatted: "75 B",
    providerType: "sandbox",
  };
  let warned: unknown[];
  beforeEach(() => {
    warned = [];
    const write = console.warn;
    vi.spyOn(console, "warn").mockImplementation((...words: unknown[]) => {
      warned.push(...words);
      write(...words);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  it("logs a storage quota that could not be read, and no other call", async () => {
    answerWith(200, USAGE);
    expect(await backend.cloudUsage("tok")).toMatchObject({ ok: true, value: { usagePercentage: 25 } });
    answerWith(502, { code: "drive-unreachable", message: "no" });
    expect(await backend.debugToken("tok")).toMatchObject({ ok: false });
    expect(warned).toEqual([]);

    expect(await backend.cloudUsage("tok")).toMatchObject({ ok: false, problem: { code: "drive-unreachable" } });
    expect(warned).toEqual(["Storage quota retrieval failed"]);
  });

  it("does not log a lost network", async () => {
    reply = "drop";
    expect(await backend.cloudUsage("tok")).toMatchObject({ ok: false, problem: { kind: "offline" } });
    expect(warned).toEqual([]);
  });

  it("logs an unknown provider in usage or configuration", async () => {
    answerWith(200, { ...USAGE, providerType: "dropbox" });
    expect(await backend.cloudUsage("tok")).toMatchObject({ ok: false, problem: { kind: "malformed" } });
    expect(warned).toEqual(["Unsupported provider", "Storage quota retrieval failed"]);

    warned.length = 0;
    answerWith(200, { drive: { mode: "dropbox", label: "Dropbox" } });
    expect(await backend.cloudConfig()).toMatchObject({ ok: false, problem: { kind: "malformed" } });
    expect(warned).toEqual(["Unsupported provider"]);
  });
});
