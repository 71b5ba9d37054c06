import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toFetch } from "../../server/http/to-fetch.ts";
import { createMemoryBlobStore } from "../../storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "../../storage/memory/memory-metadata-store.ts";
import { TEST_USERS } from "../../testing/create-test-drive.ts";
import { createTestClock, type TestClock } from "../../testing/test-clock.ts";
import { createTestRandom, toRandomBytes } from "../../testing/test-random.ts";
import { createSandbox, type SandboxOptions } from "../create-sandbox.ts";
import { createMemorySandboxStore } from "../memory-sandbox-store.ts";
import type { SandboxStore } from "../sandbox-store.ts";
import { openSqliteSandboxStore } from "../sqlite-sandbox-store.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const REDIRECT = "https://app.example/auth/google/callback";
const FILE_SCOPE = "https://www.googleapis.com/auth/drive.file";
const DATA_SCOPE = "https://www.googleapis.com/auth/drive.appdata";
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const ORIGIN = "http://sandbox.test";

function openMemory(): { readonly store: SandboxStore; close(): Promise<void> } {
  return { store: createMemorySandboxStore(), close: async () => undefined };
}

function openSqlite(): { readonly store: SandboxStore; close(): Promise<void> } {
  const folder = mkdtempSync(path.join(tmpdir(), "sandbox-"));
  const store = openSqliteSandboxStore(path.join(folder, "s.sqlite"));
  return {
    store,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describe.each([
  ["memory", openMemory],
  ["sqlite", openSqlite],
])("drive contract §5 OAuth, kept in %s", (_, open) => {
  let clock: TestClock;
  let opened: ReturnType<typeof openMemory>;
  let browse: typeof fetch;
  const start = (options: Partial<SandboxOptions> = {}) => {
    const sandbox = createSandbox({
      drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "s" },
      store: opened.store,
      clients: [
        { clientId: "app", clientSecret: "hush", redirectUris: [REDIRECT] },
        { clientId: "tool", clientSecret: "t", redirectUris: ["loopback"] },
      ],
      clock,
      randomBytes: toRandomBytes(createTestRandom(3)),
      users: TEST_USERS,
      ...options,
    });
    browse = toFetch(sandbox.handle);
  };
  beforeEach(() => {
    clock = createTestClock(1_800_000_000_000);
    opened = open();
    start();
  });
  afterEach(() => opened.close());

  const ask = (changes: Readonly<Record<string, string | undefined>> = {}) => {
    const query = {
      client_id: "app",
      redirect_uri: REDIRECT,
      response_type: "code",
      scope: `openid email profile ${FILE_SCOPE} ${DATA_SCOPE}`,
      state: "s&1",
      access_type: "offline",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      ...changes,
    };
    const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return browse(`${ORIGIN}/o/oauth2/v2/auth?${new URLSearchParams(present)}`, { redirect: "manual" });
  };
  const ticketOf = (html: string) => /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const decide = async (
    ticket: string,
    decision: "allow" | "refuse",
    scopes: readonly string[] = [FILE_SCOPE, DATA_SCOPE],
    user = "ada",
  ) => {
    const form = new URLSearchParams({ ticket, decision, user });
    for (const scope of scopes) form.append("scope", scope);
    return browse(`${ORIGIN}/o/oauth2/v2/auth`, { method: "POST", body: form });
  };
  const back = (response: Response) => Object.fromEntries(new URL(response.headers.get("location") ?? "x:").searchParams);
  const codeFor = async (changes: Readonly<Record<string, string | undefined>> = {}, scopes?: readonly string[], user = "ada") =>
    back(await decide(ticketOf(await (await ask(changes)).text()), "allow", scopes, user)).code ?? "";
  const post = async (where: string, form: Readonly<Record<string, string>>) => {
    const response = await browse(ORIGIN + where, { method: "POST", body: new URLSearchParams(form) });
    return { status: response.status, headers: response.headers, json: (await response.json()) as Readonly<Record<string, unknown>> };
  };
  const exchange = (code: string, changes: Readonly<Record<string, string>> = {}) =>
    post("/token", {
      grant_type: "authorization_code",
      code,
      client_id: "app",
      client_secret: "hush",
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    });
  const refresh = (token: string) =>
    post("/token", { grant_type: "refresh_token", refresh_token: token, client_id: "app", client_secret: "hush" });
  const about = async (token: unknown) => {
    const response = await browse(`${ORIGIN}/drive/v3/about?fields=user(emailAddress)`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, json: (await response.json()) as unknown };
  };

  it("leads from the page through a code to tokens that open the drive", async () => {
    const page = await ask();
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain("Sandbox drive");
    expect(html).toContain("ada@sandbox.example");
    expect(html).toMatch(
      /type="checkbox" name="scope" value="https:&#47;|type="checkbox" name="scope" value="https:\/\/www.googleapis.com\/auth\/drive.file" checked/,
    );

    const sent = await decide(ticketOf(html), "allow");
    expect(sent.status).toBe(303);
    expect(sent.headers.get("location")?.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(back(sent)).toMatchObject({ state: "s&1", scope: expect.stringContaining(FILE_SCOPE) });

    const tokens = await exchange(back(sent).code ?? "");
    expect(tokens.json).toEqual({
      access_token: expect.any(String),
      expires_in: 3600,
      token_type: "Bearer",
      scope: `openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile ${FILE_SCOPE} ${DATA_SCOPE}`,
      refresh_token: expect.any(String),
    });
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    expect(await about(tokens.json.access_token)).toEqual({ status: 200, json: { user: { emailAddress: "ada@sandbox.example" } } });
  });

  it("lets the user choose an account, and keeps the drives apart", async () => {
    const ada = (await exchange(await codeFor())).json;
    const grace = (await exchange(await codeFor({}, undefined, "grace"))).json;

    expect((await about(grace.access_token)).json).toEqual({ user: { emailAddress: "grace@sandbox.example" } });
    expect((await about(ada.access_token)).json).toEqual({ user: { emailAddress: "ada@sandbox.example" } });
  });

  it("redirects to the app with a refusal", async () => {
    const sent = await decide(ticketOf(await (await ask()).text()), "refuse");

    expect(back(sent)).toEqual({ error: "access_denied", state: "s&1" });
  });

  it("leaves out unticked scopes, and the drive then rejects (§5.5)", async () => {
    const tokens = (await exchange(await codeFor({}, []))).json;

    expect(tokens.scope).not.toContain("drive");
    expect(await about(tokens.access_token)).toMatchObject({
      status: 403,
      json: { error: { errors: [{ reason: "insufficientPermissions" }] } },
    });
  });

  it("includes earlier scopes only if the client requests that", async () => {
    await codeFor({ scope: FILE_SCOPE }, [FILE_SCOPE]);
    const scopesOf = async (include: string) =>
      (await exchange(await codeFor({ scope: DATA_SCOPE, include_granted_scopes: include }, [DATA_SCOPE]))).json.scope;

    expect(await scopesOf("false")).toBe(DATA_SCOPE);
    expect(
      String(await scopesOf("true"))
        .split(" ")
        .sort(),
    ).toEqual([DATA_SCOPE, FILE_SCOPE]);
  });

  it("does not grant a scope that was not requested", async () => {
    const tokens = (await exchange(await codeFor({ scope: `openid ${FILE_SCOPE}` }, [FILE_SCOPE, "https://www.googleapis.com/auth/drive"])))
      .json;

    expect(tokens.scope).toBe(`openid ${FILE_SCOPE}`);
  });

  it.each([
    ["an unknown client", { client_id: "who" }, "invalid_client"],
    ["an address that is not the client's", { redirect_uri: "https://evil.example/" }, "redirect_uri_mismatch"],
    ["a longer address", { redirect_uri: `${REDIRECT}/x` }, "redirect_uri_mismatch"],
    ["the word loopback itself", { client_id: "tool", redirect_uri: "loopback" }, "redirect_uri_mismatch"],
    ["a loopback look-alike", { client_id: "tool", redirect_uri: "http://127.0.0.1.evil.example/" }, "redirect_uri_mismatch"],
  ])("shows %s to the user and does not redirect", async (_case, changes, error) => {
    const page = await ask(changes);

    expect([page.status, page.headers.get("location")]).toEqual([400, null]);
    expect(await page.text()).toContain(error);
  });

  it.each([
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["no scope", { scope: "" }, "invalid_scope"],
    ["an unknown scope", { scope: "openid everything" }, "invalid_scope"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge_method: undefined }, "invalid_request"],
    ["a page that may not be shown", { prompt: "none" }, "interaction_required"],
  ])("sends %s back as an error", async (_case, changes, error) => {
    expect(back(await ask(changes))).toEqual({ error, state: "s&1" });
  });

  it("accepts any loopback address for a client that allows it", async () => {
    expect((await ask({ client_id: "tool", redirect_uri: "http://localhost:5173/cb" })).status).toBe(200);
  });

  it("forbids frames and scripts on the page", async () => {
    const csp = (await ask()).headers.get("content-security-policy");

    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("form-action 'self' https://app.example");
  });

  it("accepts a page's decision once, within ten minutes", async () => {
    const ticket = ticketOf(await (await ask()).text());
    await decide(ticket, "refuse");
    expect((await decide(ticket, "allow")).status).toBe(400);

    const old = ticketOf(await (await ask()).text());
    await clock.advance(600_001);
    expect((await decide(old, "allow")).status).toBe(400);
    expect((await decide("invented", "allow")).status).toBe(400);
  });

  it("accepts a code once, within ten minutes, with the same client, address and verifier", async () => {
    const used = await codeFor();
    expect((await exchange(used)).status).toBe(200);
    expect(await exchange(used)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });

    const old = await codeFor();
    await clock.advance(600_001);
    expect(await exchange(old)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });

    expect(await exchange(await codeFor(), { client_id: "tool", client_secret: "t" })).toMatchObject({
      status: 400,
      json: { error: "invalid_grant" },
    });
    expect(await exchange(await codeFor(), { redirect_uri: "https://app.example/" })).toMatchObject({
      status: 400,
      json: { error: "redirect_uri_mismatch" },
    });
    expect(await exchange(await codeFor(), { code_verifier: "w".repeat(43) })).toMatchObject({
      status: 400,
      json: { error: "invalid_grant" },
    });
    expect(await exchange(await codeFor(), { code_verifier: "" })).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
  });

  it("accepts only one of two concurrent exchanges of a code", async () => {
    const code = await codeFor();

    const answers = await Promise.all([exchange(code), exchange(code)]);

    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it("issues a refresh token at first consent or on request, and only offline", async () => {
    expect((await exchange(await codeFor({ access_type: "online" }))).json).not.toHaveProperty("refresh_token");
    expect((await exchange(await codeFor())).json).not.toHaveProperty("refresh_token");
    expect((await exchange(await codeFor({ prompt: "consent" }))).json).toHaveProperty("refresh_token");
  });

  it("expires access tokens, and issues new ones for the same refresh token", async () => {
    const tokens = (await exchange(await codeFor())).json;
    await clock.advance(3_600_000);
    expect((await about(tokens.access_token)).status).toBe(401);

    const fresh = await refresh(String(tokens.refresh_token));

    expect(fresh.json).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: "Bearer", scope: tokens.scope });
    expect((await about(fresh.json.access_token)).status).toBe(200);
  });

  it.each([
    [{ client_secret: "wrong" }, 401, "invalid_client"],
    [{ client_id: "who" }, 401, "invalid_client"],
    [{ grant_type: "password" }, 400, "unsupported_grant_type"],
    [{ code: "4/0Ainvented" }, 400, "invalid_grant"],
  ])("refuses %j", async (changes, status, error) => {
    expect(await exchange("x", changes)).toMatchObject({ status, json: { error, error_description: expect.any(String) } });
  });

  it("rejects a missing grant type and an unknown refresh token, and accepts Basic auth", async () => {
    const basic = await browse(`${ORIGIN}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from("app:hush").toString("base64")}` },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "1//0sinvented" }),
    });

    expect(await basic.json()).toMatchObject({ error: "invalid_grant" });
    expect(await post("/token", { client_id: "app", client_secret: "hush" })).toMatchObject({
      status: 400,
      json: { error: "invalid_request" },
    });
  });

  it.each(["access_token", "refresh_token"])("revokes everything of that user and client by the %s", async (which) => {
    const tokens = (await exchange(await codeFor())).json;
    const others = (await exchange(await codeFor({}, undefined, "grace"))).json;

    expect((await post("/revoke", { token: String(tokens[which]) })).status).toBe(200);

    expect((await about(tokens.access_token)).status).toBe(401);
    expect(await refresh(String(tokens.refresh_token))).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect((await about(others.access_token)).status).toBe(200);
    expect((await exchange(await codeFor())).json).toHaveProperty("refresh_token");
    expect((await post("/revoke", { token: "invented" })).status).toBe(400);
  });

  it("reports the user as far as the scopes allow", async () => {
    const info = async (token: unknown) => {
      const response = await browse(`${ORIGIN}/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as unknown;
    };
    const full = (await exchange(await codeFor())).json;
    const bare = (await exchange(await codeFor({ scope: `openid ${FILE_SCOPE}`, prompt: "consent" }))).json;

    expect(await info(full.access_token)).toEqual({
      sub: "ada",
      email: "ada@sandbox.example",
      email_verified: true,
      name: "Ada Lovelace",
      given_name: "Ada",
    });
    expect(await info(bare.access_token)).toEqual({ sub: "ada" });
    expect(await info("invented")).toMatchObject({ error: "invalid_request" });
  });

  it("describes a token until it expires", async () => {
    const token = String((await exchange(await codeFor())).json.access_token);
    const info = async () => (await (await browse(`${ORIGIN}/tokeninfo?access_token=${token}`)).json()) as unknown;

    expect(await info()).toMatchObject({
      aud: "app",
      sub: "ada",
      scope: expect.stringContaining(FILE_SCOPE),
      exp: "1800003600",
      expires_in: "3600",
    });
    await clock.advance(3_600_000);
    expect(await info()).toMatchObject({ error: "invalid_token" });
  });

  describe("inside a product that knows who is at the browser", () => {
    it("hides the choice of users, and ignores another user's id in the form", async () => {
      let user = TEST_USERS[0] as (typeof TEST_USERS)[number];
      start({ currentUser: async () => ({ kind: "user", user }), basePath: "/sandbox" });
      const html = await (await ask()).text();
      expect(html).not.toContain("grace@sandbox.example");
      expect(html).toContain('action="/sandbox/o/oauth2/v2/auth?client_id=app');

      const tokens = (await exchange(back(await decide(ticketOf(html), "allow", undefined, "grace")).code ?? "")).json;
      expect((await about(tokens.access_token)).json).toEqual({ user: { emailAddress: "ada@sandbox.example" } });

      const second = ticketOf(await (await ask({ prompt: "consent" })).text());
      user = TEST_USERS[1] as (typeof TEST_USERS)[number];
      expect((await decide(second, "allow")).status).toBe(403);
    });

    it("does not ask again for granted scopes", async () => {
      start({ currentUser: async () => ({ kind: "user", user: TEST_USERS[0] as (typeof TEST_USERS)[number] }) });
      await codeFor();

      expect(back(await ask())).toMatchObject({ code: expect.any(String) });
      expect(back(await ask({ prompt: "none" }))).toMatchObject({ code: expect.any(String) });
      expect((await ask({ prompt: "consent" })).status).toBe(200);
    });

    it("redirects users who are not signed in, or explains the refusal", async () => {
      start({ currentUser: async () => ({ kind: "redirect", location: "/login" }) });
      expect((await ask()).headers.get("location")).toBe("/login");

      start({ currentUser: async () => ({ kind: "refused", status: 403, message: "Sign in <first>." }) });
      const page = await ask();
      expect([page.status, (await page.text()).includes("Sign in &#60;first&#62;.")]).toEqual([403, true]);
    });

    it("lacks control endpoints, request log and test users", async () => {
      start({ currentUser: async () => ({ kind: "redirect", location: "/login" }) });

      expect((await browse(`${ORIGIN}/__control/requests`)).status).toBe(404);
    });
  });

  it("stores only hashes of secrets", async () => {
    const tokens = (await exchange(await codeFor())).json;

    expect(await opened.store.get("access", String(tokens.access_token))).toBeUndefined();
    expect(await opened.store.get("refresh", String(tokens.refresh_token))).toBeUndefined();
  });
});
