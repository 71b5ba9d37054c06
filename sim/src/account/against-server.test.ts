// @vitest-environment node
/** Runs the account client with its real keys against the whole server over HTTP; the test submits the drive's page by itself. */

import { createHash, randomBytes } from "node:crypto";
import { login, register } from "@satchel/contract/accounts/auth.ts";
import { createConnectionService } from "@satchel/core/connection/connection-service.ts";
import type { ConnectionMessage } from "@satchel/core/connection/token-source-service.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryCredentials } from "@satchel/core/testing/memory-credentials.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createAccountService, type SessionMessage } from "@satchel/core/vault/account/account-service.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { createHttpBackend } from "@satchel/web/adapters/backend/http-backend.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import { createMemoryKeyStore } from "@satchel/web/adapters/sealing/testing/memory-key-store.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";

let server: TestServer;
let baseUrl: string;

beforeAll(async () => {
  server = await createTestServer();
  baseUrl = await server.listen();
});

afterAll(() => server.close());

/** Opens a browser profile with one tab. */
async function openBrowser(
  device = { keys: createMemoryKeyStore(), credentials: createMemoryCredentials(), preferences: createMemoryPreferences() },
) {
  const clock = new ManualClock();
  const backend = createHttpBackend({ fetch, timers: clock, baseUrl });
  const { keyring, codec } = await createDirectSealing(device.keys);
  let kept: string | undefined;
  let left: URL | undefined;
  const account = createAccountService({
    backend,
    keyring,
    credentials: device.credentials,
    channel: createMemoryTabs<SessionMessage>()(),
    clearDevice: async () => true,
    leaveLibrary: async () => undefined,
    sealUnsent: async () => true,
  });
  await account.start();
  const connection = createConnectionService({
    backend,
    session: account.store,
    token: () => account.token(),
    sessionRefused: (token, reason) => account.sessionRefused(token, reason),
    authorization: {
      origin: server.config.publicOrigins[0] ?? "",
      randomToken: () => randomBytes(32).toString("base64url"),
      challengeOf: async (verifier) => createHash("sha256").update(verifier).digest("base64url"),
      keep(text) {
        kept = text;
        return true;
      },
      kept: () => kept,
      markReconnecting: () => undefined,
      takeReconnecting: () => false,
      async leaveTo(address) {
        left = new URL(address, baseUrl);
      },
    },
    preferences: device.preferences,
    clock,
    timers: clock,
    network: { isOnline: () => true, onChange: () => () => undefined },
    channel: createMemoryTabs<ConnectionMessage>()(),
    exclusive: createMemoryExclusive(),
    reachability: { check: async () => "reachable" },
  });
  return { account, codec, connection, device, backend, clock, left: () => left as URL };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Resolves to the state of the connection once it is one of these. */
function reaches(browser: Browser, ...kinds: string[]): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const { kind } = browser.connection.store.getState();
      if (kinds.includes(kind)) resolve(kind);
    };
    browser.connection.store.subscribe(look);
    look();
  });
}

/** Submits the sandbox's page like a user, and returns the query of the address to which it redirects. */
async function answerPage(address: URL, decision: "allow" | "refuse", isTicked = true): Promise<URLSearchParams> {
  const html = await (await fetch(address)).text();
  const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#38;", "&").replaceAll("&amp;", "&") ?? "";
  const fields = new URLSearchParams({ decision, ticket: /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "" });
  if (isTicked) for (const [, scope] of html.matchAll(/name="scope" value="([^"]+)"/g)) fields.append("scope", scope as string);
  const answer = await fetch(new URL(action, address), { method: "POST", body: fields, redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "").searchParams;
}

describe("encryption.md 3.5 (1) (2) against the server", () => {
  let first: Browser;

  it("registers, and a second device opens notes sealed by the first", async () => {
    first = await openBrowser();
    expect(await first.account.register(ADA, PASSWORD)).toMatchObject({ ok: true, value: { email: ADA } });
    expect(first.account.store.getState()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    const sealed = await first.codec.seal(aNote({ title: "Milk" }));

    const second = await openBrowser();
    expect(await second.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(await second.codec.open("note", aNote().id, sealed.ok ? sealed.value : new Uint8Array())).toMatchObject({
      ok: true,
      value: { title: "Milk" },
    });
  });

  it("rejects a wrong password, a taken address and an unknown one", async () => {
    const other = await openBrowser();
    expect(await other.account.signIn(ADA, "Wrong horse 1")).toEqual({ ok: false, problem: { kind: "invalid-credentials" } });
    expect(await other.account.signIn("nobody@example.org", PASSWORD)).toEqual({ ok: false, problem: { kind: "invalid-credentials" } });
    expect(await other.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "email-taken" } });
  });

  it("restores the session over a reload, completes onboarding and refreshes the user", async () => {
    const reloaded = await openBrowser(first.device);
    expect(reloaded.account.store.getState()).toMatchObject({ kind: "signed-in", vault: "open" });
    expect(await reloaded.account.completeOnboarding("free")).toMatchObject({ ok: true });
    await first.account.refresh();
    expect(first.account.store.getState()).toMatchObject({ user: { needsOnboarding: false } });
  });

  it("creates a vault for another client's account at the first browser sign-in", async () => {
    const email = "plain@example.org";
    expect((await server.call(register, { email, password: PASSWORD })).status).toBe(200);
    const [one, two] = [await openBrowser(), await openBrowser()];
    expect(await one.account.signIn(email, PASSWORD)).toMatchObject({ ok: true });
    expect(one.account.store.getState()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    expect(await two.account.signIn(email, PASSWORD)).toMatchObject({ ok: true });
    const sealed = await one.codec.seal(aNote());
    expect(await two.codec.open("note", aNote().id, sealed.ok ? sealed.value : new Uint8Array())).toMatchObject({ ok: true });
    expect((await server.call(login, { email, password: PASSWORD })).status).toBe(200);
  });

  it("ends the session at the server on sign-out", async () => {
    const leaving = await openBrowser();
    await leaving.account.signIn(ADA, PASSWORD);
    const token = leaving.account.token() as string;
    expect(await leaving.account.signOut()).toEqual({ complete: true });
    await expect.poll(async () => (await leaving.backend.currentSession(token)).ok).toBe(false);
  });
});

describe("A2.6, B4 the sandbox drive against the server", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
    await browser.account.register("grace@example.org", PASSWORD);
    await reaches(browser, "none");
  });

  it("distinguishes a refused consent from an unticked drive", async () => {
    await browser.connection.connect("/onboarding");
    expect(await browser.connection.finish(await answerPage(browser.left(), "refuse"))).toEqual({
      ok: false,
      problem: { kind: "refused", error: "access_denied" },
    });
    await browser.connection.connect("/onboarding");
    expect(await browser.connection.finish(await answerPage(browser.left(), "allow", false))).toEqual({
      ok: false,
      problem: { kind: "scope-missing" },
    });
    expect(browser.connection.store.getState().kind).toBe("none");
  });

  it("connects, renews after a 401, and stays connected over a reload and on a second device", async () => {
    await browser.connection.connect("/onboarding");
    expect(await browser.connection.finish(await answerPage(browser.left(), "allow"))).toMatchObject({
      ok: true,
      value: { returnTo: "/onboarding", wasReconnect: false },
    });
    const access = browser.connection.access();
    const before = await access?.token();
    expect(before).toBeDefined();
    const after = await access?.refresh();
    expect(after).toBeDefined();

    const about = await fetch(`${new URL(access?.baseUrls.api ?? "", baseUrl)}/about?fields=user`, {
      headers: { Authorization: `Bearer ${after}` },
    });
    expect(about.status).toBe(200);

    expect(await reaches(await openBrowser(browser.device), "connected", "none", "expired")).toBe("connected");
    const second = await openBrowser();
    await second.account.signIn("grace@example.org", PASSWORD);
    expect(await reaches(second, "connected", "none", "expired")).toBe("connected");
  });

  it("disconnects on every device", async () => {
    expect(await browser.connection.disconnect()).toEqual({ ok: true, value: undefined });
    await flushPromises();
    const second = await openBrowser();
    await second.account.signIn("grace@example.org", PASSWORD);
    expect(await reaches(second, "connected", "none", "expired")).toBe("none");
  });

  it("stores and logs neither passwords nor words of notes on the server", async () => {
    const bytes = await server.everyByte();
    for (const word of [PASSWORD, "Milk"]) expect(bytes.includes(word)).toBe(false);
  });
});
