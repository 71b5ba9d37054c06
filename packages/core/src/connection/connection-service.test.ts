import { beforeEach, describe, expect, it } from "vitest";
import { LOCAL_KEYS } from "../model/storage-keys.ts";
import { createUnionStore } from "../model/store.ts";
import type { Authorization } from "../ports/account/authorization.ts";
import { flushPromises, ManualClock } from "../testing/manual-clock.ts";
import { createMemoryBackend, LOST, type MemoryBackend, OFFLINE } from "../testing/memory-backend.ts";
import { createMemoryExclusive } from "../testing/memory-exclusive.ts";
import { createMemoryPreferences } from "../testing/memory-preferences.ts";
import { createMemoryTabs } from "../testing/memory-tabs.ts";
import type { SessionState } from "../vault/account/account-service-types.ts";
import { createConnectionService } from "./connection-service.ts";
import type { ConnectionEvent } from "./connection-service-types.ts";
import type { ConnectionMessage } from "./token-source-service.ts";

const ADA = { sub: "g-1", email: "ada@drive.example", name: "Ada" };
const ORIGIN = "https://app.example";

async function signUp(backend: MemoryBackend): Promise<string> {
  const kdf = { alg: "argon2id" as const, m: 65_536, t: 3, p: 1 as const, salt: "A".repeat(22) };
  backend.addPlainAccount("ada@example.org", kdf, "s1_x");
  const answer = await backend.login({ email: "ada@example.org", password: "s1_x" });
  if (!answer.ok) throw new Error(answer.problem.kind);
  return answer.value.token;
}

/** One tab of Ada's browser; `preferences` are shared with other tabs. */
function openTab(
  backend: MemoryBackend,
  token: string | undefined,
  preferences = createMemoryPreferences(),
  plan: "free" | "pro" = "free",
  clock = new ManualClock(),
) {
  const reach = { answer: "reachable" as "reachable" | "silent" | "unreachable", asked: [] as string[] };
  const events: ConnectionEvent[] = [];
  let isOnline = true;
  let look: () => void = () => undefined;
  let kept: string | undefined;
  let online: (isOnline: boolean) => void = () => undefined;
  let generated = 0;
  const left: URL[] = [];
  let away: Promise<void> | undefined;
  const refused: string[] = [];
  const user = { email: "ada@example.org", needsOnboarding: false, planType: plan };
  const session = createUnionStore<SessionState>(
    token === undefined ? { kind: "signed-out" } : { kind: "signed-in", vault: "open", vaultId: "v", hasPendingRecoveryKey: false, user },
  );
  let isReconnecting = false;
  const authorization: Authorization & { canKeep: boolean } = {
    canKeep: true,
    origin: ORIGIN,
    randomToken: () => {
      generated += 1;
      return `random-${generated}`.padEnd(43, "_");
    },
    challengeOf: async (verifier) => `challenge of ${verifier}`,
    keep(text) {
      if (this.canKeep) kept = text;
      return this.canKeep;
    },
    kept: () => kept,
    markReconnecting(isOn) {
      isReconnecting = isOn;
    },
    takeReconnecting() {
      const isMarked = isReconnecting;
      isReconnecting = false;
      return isMarked;
    },
    async leaveTo(address) {
      left.push(new URL(address, ORIGIN));
      await away;
    },
  };
  const connection = createConnectionService({
    backend,
    session,
    token: () => (session.getState().kind === "signed-in" ? token : undefined),
    sessionRefused: (_, reason) => {
      refused.push(reason);
      session.replace({ kind: "signed-out", reason });
    },
    authorization,
    preferences,
    clock,
    timers: clock,
    network: {
      isOnline: () => isOnline,
      onChange(listener) {
        online = listener;
        return () => undefined;
      },
    },
    channel: tabs(),
    exclusive,
    reachability: {
      check: async (url) => {
        reach.asked.push(url);
        return reach.answer;
      },
    },
    onVisible(listener) {
      look = listener;
      return () => undefined;
    },
  });
  connection.onEvent((event) => events.push(event));
  return {
    connection,
    reach,
    events,
    comeToFront: () => look(),
    goOffline: () => {
      isOnline = false;
    },
    clock,
    session,
    preferences,
    authorization,
    refused,
    left: () => left.at(-1) as URL,
    /** Makes `leaveTo` pend, and returns a function that resolves it as if the user came back. */
    takeAway: () => {
      let comeBack = (): void => undefined;
      away = new Promise((resolve) => {
        comeBack = resolve;
      });
      return comeBack;
    },
    goOnline: () => {
      isOnline = true;
      online(true);
    },
    state: () => connection.store.getState(),
    /** Returns from the drive's page with this response to the last request. */
    back: (answer: Record<string, string>) =>
      connection.finish(new URLSearchParams({ state: left.at(-1)?.searchParams.get("state") ?? "", ...answer })),
  };
}

let tabs = createMemoryTabs<ConnectionMessage>();
let exclusive = createMemoryExclusive();
let backend: MemoryBackend;
let token: string;
let tab: ReturnType<typeof openTab>;

beforeEach(async () => {
  tabs = createMemoryTabs();
  exclusive = createMemoryExclusive();
  backend = createMemoryBackend();
  token = await signUp(backend);
  tab = openTab(backend, token);
  await flushPromises();
});

async function connectAda(at = tab) {
  await at.connection.connect("/onboarding");
  return at.back({ code: backend.cloud.issueCode(ADA) });
}

describe("A2.6, decision 0006 connecting", () => {
  it("starts without a drive", () => {
    expect(tab.state()).toEqual({ kind: "none", isConfigured: true, isManaged: false, label: "Sandbox drive" });
  });

  it("continues if the user stays or returns with the browser's Back", async () => {
    const comeBack = tab.takeAway();
    let isOver = false;
    const connecting = tab.connection.connect("/onboarding").then((asked) => {
      isOver = true;
      return asked;
    });
    await flushPromises();
    expect([tab.left().hostname, isOver]).toEqual(["app.example", false]);
    comeBack();
    expect(await connecting).toEqual({ ok: true, value: undefined });
    // The request is still pending and can be completed.
    expect((await tab.back({ code: backend.cloud.issueCode(ADA) })).ok).toBe(true);
  });

  it("leaves for the drive's page with a fresh state and challenge, and a ticket for the sandbox", async () => {
    expect(await tab.connection.connect("/onboarding")).toEqual({ ok: true, value: undefined });
    const query = tab.left().searchParams;
    expect(query.get("redirect_uri")).toBe(`${ORIGIN}/auth/google/callback`);
    expect(query.get("code_challenge")).toMatch(/^challenge of /);
    expect(query.get("state")).not.toBe(query.get("code_challenge"));
    expect(query.get("ticket")).toMatch(/^ticket-/);
    expect(query.toString()).not.toContain("onboarding");
    await tab.connection.connect("/onboarding");
    expect(tab.left().searchParams.get("state")).not.toBe(query.get("state"));
  });

  it("returns connected, to the path it left from", async () => {
    const answer = await connectAda();
    expect(answer).toEqual({ ok: true, value: { returnTo: "/onboarding", wasReconnect: false, accountChanged: false } });
    expect(tab.state()).toEqual({
      kind: "connected",
      isConfigured: true,
      isManaged: false,
      label: "Sandbox drive",
      email: ADA.email,
      name: ADA.name,
    });
    const access = tab.connection.access();
    expect(access?.baseUrls).toEqual({ api: "/sandbox/drive/v3", upload: "/sandbox/upload/drive/v3" });
    expect(backend.cloud.tokens).toContain(await access?.token());
    expect(`challenge of ${backend.cloud.verifiers[0]}`).toBe(tab.left().searchParams.get("code_challenge"));
  });

  it("exchanges a code once although the page calls twice", async () => {
    await tab.connection.connect("/notes");
    const query = new URLSearchParams({ state: tab.left().searchParams.get("state") ?? "", code: backend.cloud.issueCode(ADA) });
    const [first, second] = await Promise.all([tab.connection.finish(query), tab.connection.finish(query)]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual(first);
    expect(backend.calls.filter((call) => call === "oauthCallback")).toHaveLength(1);
  });

  it("B3 stores the drive and its account under the spec's keys until disconnected", async () => {
    await connectAda();
    const { cloudProvider, cloudUserInfo, cloudRefreshToken } = LOCAL_KEYS;
    expect([cloudProvider, cloudUserInfo, cloudRefreshToken]).toEqual(["cloudProvider", "cloudUserInfo", "cloudRefreshToken"]);
    expect(tab.preferences.read(cloudProvider)).toBe("sandbox");
    expect(JSON.parse(tab.preferences.read(cloudUserInfo) ?? "")).toMatchObject({ email: ADA.email, name: ADA.name });
    await tab.connection.disconnect();
    for (const key of [cloudProvider, cloudUserInfo, cloudRefreshToken]) expect(tab.preferences.read(key)).toBeUndefined();
  });

  it("stores the handle, never the access token", async () => {
    await connectAda();
    const kept = JSON.stringify([...tab.preferences.kept]);
    expect(tab.preferences.read(LOCAL_KEYS.cloudRefreshToken)).toMatch(/^handle-/);
    expect(kept).not.toContain((await tab.connection.access()?.token()) as string);
  });

  it.each([
    ["the person says no", { error: "access_denied" }, { kind: "refused", error: "access_denied" }],
    ["nothing comes back", { code: "" }, { kind: "no-code" }],
    ["the answer is to a foreign question", { state: "foreign", code: "x" }, { kind: "state-mismatch" }],
    ["the code is not one", { code: "invented" }, { kind: "failed", status: 400 }],
  ])("%s", async (_, answer, problem) => {
    await tab.connection.connect("/notes");
    expect(await tab.back(answer as Record<string, string>)).toEqual({ ok: false, problem });
    expect(tab.state().kind).toBe("none");
    expect(tab.preferences.kept.size).toBe(0);
  });

  it("reports that the drive's permission was not checked", async () => {
    await tab.connection.connect("/notes");
    expect(await tab.back({ code: backend.cloud.issueCode(ADA, { withoutDrive: true }) })).toEqual({
      ok: false,
      problem: { kind: "scope-missing" },
    });
    expect(tab.state().kind).toBe("none");
  });

  it("accepts a return once, and not after ten minutes", async () => {
    await tab.connection.connect("/notes");
    const state = tab.left().searchParams.get("state") ?? "";
    await tab.back({ error: "access_denied" });
    const replay = openTab(backend, token);
    expect(await replay.connection.finish(new URLSearchParams({ state, code: "C" }))).toMatchObject({
      problem: { kind: "state-mismatch" },
    });

    await tab.connection.connect("/notes");
    await tab.clock.advance(600_001);
    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toEqual({ ok: false, problem: { kind: "state-mismatch" } });
  });

  it("rejects a return after another account has signed in", async () => {
    await tab.connection.connect("/notes");
    const session = tab.session.getState();
    if (session.kind !== "signed-in") throw new Error("not signed in");
    tab.session.replace({ ...session, user: { ...session.user, email: "grace@example.org" } });
    await flushPromises();

    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toEqual({ ok: false, problem: { kind: "state-mismatch" } });
    expect(backend.calls).not.toContain("oauthCallback");
  });

  it("keeps the pending request if the return page is opened by hand", async () => {
    await tab.connection.connect("/notes");
    expect(await tab.connection.finish(new URLSearchParams())).toEqual({ ok: false, problem: { kind: "no-code" } });
    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toMatchObject({ ok: true });
  });

  it("A8 asks a user who signed out in the meantime to sign in first", async () => {
    await tab.connection.connect("/notes");
    tab.connection.forget();
    const signedOut = openTab(backend, undefined);
    for (const answer of [{ code: "C" }, { error: "access_denied" }])
      expect(await signedOut.connection.finish(new URLSearchParams({ state: "s", ...answer }))).toEqual({
        ok: false,
        problem: { kind: "not-signed-in" },
      });
  });

  it("needs a session, a configured drive, a network and storage for the request", async () => {
    const signedOut = openTab(backend, undefined);
    expect(await signedOut.connection.connect("/notes")).toEqual({ ok: false, problem: { kind: "not-signed-in" } });

    backend.fail("authorizeTicket", OFFLINE);
    expect(await tab.connection.connect("/notes")).toEqual({ ok: false, problem: { kind: "offline" } });
    tab.authorization.canKeep = false;
    expect(await tab.connection.connect("/notes")).toEqual({ ok: false, problem: { kind: "failed" } });
    expect(tab.left()).toBeUndefined();

    backend.cloud.mode = "none";
    const unconfigured = openTab(backend, token);
    await flushPromises();
    expect(unconfigured.state()).toEqual({ kind: "none", isConfigured: false, isManaged: false });
    expect(await unconfigured.connection.connect("/notes")).toEqual({ ok: false, problem: { kind: "not-configured" } });
  });

  it("never requests a ticket for Google", async () => {
    backend.cloud.mode = "google";
    const google = openTab(backend, token);
    await google.connection.connect("/notes");
    expect(google.left().searchParams.get("ticket")).toBeNull();
    expect(backend.calls).not.toContain("authorizeTicket");
  });
});

describe("B4 Cloud connection after a reload", () => {
  it("reconnects with the handle alone", async () => {
    await connectAda();
    backend.calls.length = 0;
    const reloaded = openTab(backend, token, tab.preferences);
    expect(reloaded.state()).toMatchObject({ kind: "connecting", email: ADA.email, label: "Sandbox drive" });
    await flushPromises();
    expect(reloaded.state()).toMatchObject({ kind: "connected", email: ADA.email });
    expect(backend.calls).toEqual(["cloudConfig", "refreshAccess"]);
  });

  it("asks the server on a second device", async () => {
    await connectAda();
    const second = openTab(backend, token);
    await flushPromises();
    expect(second.state()).toMatchObject({ kind: "connected", email: ADA.email });
    expect(second.preferences.read(LOCAL_KEYS.cloudRefreshToken)).toBe(tab.preferences.read(LOCAL_KEYS.cloudRefreshToken));
  });

  it("notifies other open tabs", async () => {
    const other = openTab(backend, token, tab.preferences);
    await flushPromises();
    expect(other.state().kind).toBe("none");
    await connectAda();
    await flushPromises();
    expect(other.state().kind).toBe("connected");
  });

  it("waits while offline, and continues once online", async () => {
    await connectAda();
    backend.fail("cloudConfig", OFFLINE);
    const reloaded = openTab(backend, token, tab.preferences);
    await flushPromises();
    expect(reloaded.state()).toMatchObject({ kind: "disconnected", email: ADA.email, isConfigured: true });
    expect(reloaded.connection.access()).toBeUndefined();
    reloaded.goOnline();
    await flushPromises();
    expect(reloaded.state().kind).toBe("connected");
  });

  it("B4 restarts the attempts at 2 s when the network returns", async () => {
    await connectAda();
    for (let at = 0; at < 20; at += 1) backend.fail("refreshAccess", LOST);
    const reloaded = openTab(backend, token, tab.preferences);
    await reloaded.clock.advance(30_000);
    expect(reloaded.state()).toMatchObject({ kind: "disconnected", retry: { attempt: 5 } });
    reloaded.goOnline();
    await flushPromises();
    expect(reloaded.state()).toMatchObject({ retry: { attempt: 1, nextAtMs: reloaded.clock.now() + 2000 } });
  });

  it("retries automatically, unless stopped", async () => {
    await connectAda();
    backend.fail("refreshAccess", LOST);
    backend.fail("refreshAccess", LOST);
    const reloaded = openTab(backend, token, tab.preferences);
    await reloaded.clock.advance(2000);
    expect(reloaded.state().kind).toBe("disconnected");
    reloaded.connection.stopAutoRetry();
    await reloaded.clock.advance(600_000);
    expect(reloaded.state().kind).toBe("disconnected");
    expect(await reloaded.connection.reconnect()).toBe(true);
    expect(reloaded.state().kind).toBe("connected");
  });
});

describe("B4 Cloud connection: tokens", () => {
  beforeEach(connectAda.bind(undefined, undefined));

  it("are renewed before they expire", async () => {
    const first = await tab.connection.access()?.token();
    await tab.clock.advance(3_300_000);
    const second = await tab.connection.access()?.token();
    expect(second).not.toBe(first);
    expect(backend.cloud.tokens).toContain(second);
    expect(tab.events.slice(-2)).toEqual([
      { kind: "access-ready", token: second, userInfo: { email: ADA.email, name: ADA.name } },
      { kind: "token-refreshed" },
    ]);
  });

  it("are renewed once for all callers that got a 401", async () => {
    const access = tab.connection.access();
    const [one, two] = await Promise.all([access?.refresh(), access?.refresh()]);
    expect(one).toBeDefined();
    expect(two).toBe(one);
    expect(backend.calls.filter((call) => call === "refreshAccess")).toHaveLength(1);
    expect(tab.state().kind).toBe("connected");
    expect(tab.events.map(({ kind }) => kind)).toContain("token-expired");
  });

  it("expire when the permission is withdrawn; the account is kept, retries stop", async () => {
    backend.cloud.revoke("ada@example.org");
    expect(await tab.connection.access()?.refresh()).toBeUndefined();
    expect(tab.state()).toMatchObject({ kind: "expired", reason: "revoked", email: ADA.email });
    // B4.2: the access token is gone; provider and handle stay for the reconnect.
    expect(await tab.connection.access()?.token()).toBeUndefined();
    expect(tab.preferences.read(LOCAL_KEYS.cloudProvider)).toBe("sandbox");
    expect(tab.preferences.read(LOCAL_KEYS.cloudRefreshToken)).toBeDefined();
    const calls = backend.calls.length;
    await tab.clock.advance(3_600_000);
    expect(await tab.connection.access()?.token()).toBeUndefined();
    expect(backend.calls.length).toBe(calls);
    const reloaded = openTab(backend, token, tab.preferences);
    await flushPromises();
    expect(reloaded.state().kind).toBe("expired");
  });

  it.each([400, 500, 502])("A7 names the status %i with which the server refuses the code", async (status) => {
    await tab.connection.disconnect();
    await tab.connection.connect("/notes");
    backend.fail("oauthCallback", { kind: "refused", code: status === 502 ? "drive-unreachable" : "oauth-invalid-grant", status });
    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toEqual({ ok: false, problem: { kind: "failed", status } });
  });

  it("A3 distinguishes a failed reconnect from a failed first connection", async () => {
    backend.cloud.revoke("ada@example.org");
    await tab.connection.access()?.refresh();
    await tab.connection.connect("/notes");
    backend.fail("oauthCallback", { kind: "refused", code: "oauth-invalid-grant", status: 400 });
    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toMatchObject({
      ok: false,
      problem: { kind: "failed", wasReconnect: true },
    });
    const fresh = openTab(backend, token);
    await flushPromises();
    await fresh.connection.disconnect();
    await fresh.connection.connect("/notes");
    backend.fail("oauthCallback", { kind: "refused", code: "oauth-invalid-grant", status: 400 });
    const first = await fresh.back({ code: backend.cloud.issueCode(ADA) });
    expect(first).toMatchObject({ ok: false, problem: { kind: "failed" } });
    expect(!first.ok && "wasReconnect" in first.problem).toBe(false);
  });

  it("offers the previous account first when reconnecting after a loss", async () => {
    backend.cloud.revoke("ada@example.org");
    await tab.connection.access()?.refresh();
    await tab.connection.connect("/notes");
    expect(tab.left().searchParams.get("login_hint")).toBe(ADA.email);
    expect(await tab.back({ code: backend.cloud.issueCode(ADA) })).toEqual({
      ok: true,
      value: { returnTo: "/notes", wasReconnect: true, accountChanged: false },
    });
    expect(tab.state().kind).toBe("connected");
  });

  it("returns one access object until the connection is replaced", async () => {
    const access = tab.connection.access();
    await access?.refresh();
    expect(tab.connection.access()).toBe(access);
    await connectAda();
    expect(tab.connection.access()).not.toBe(access);
  });

  it("reports a reconnect with another drive account", async () => {
    await tab.connection.connect("/notes");
    const grace = { sub: "g-2", email: "grace@drive.example", name: "Grace" };
    expect(await tab.back({ code: backend.cloud.issueCode(grace) })).toMatchObject({ ok: true, value: { accountChanged: true } });
    expect(tab.state().email).toBe(grace.email);
  });

  it("ignores the late result of an older renewal after a new connection", async () => {
    backend.fail("refreshAccess", { kind: "refused", code: "drive-not-connected", status: 404 });
    const delayed = tab.connection.access()?.refresh();
    const again = connectAda();
    await Promise.all([delayed, again]);
    await flushPromises();
    expect(tab.state().kind).toBe("connected");
  });

  it("reports an ended session to the account and ends the connection", async () => {
    backend.endSessions("session-revoked");
    expect(await tab.connection.access()?.refresh()).toBeUndefined();
    expect(tab.refused).toEqual(["session-revoked"]);
    expect(tab.state().kind).toBe("none");
    expect(tab.preferences.read(LOCAL_KEYS.cloudRefreshToken)).toBeDefined();
  });

  it("forgets everything on disconnect, here and at the server", async () => {
    backend.fail("disconnectDrive", OFFLINE);
    expect(await tab.connection.disconnect()).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(tab.state().kind).toBe("connected");
    expect(await tab.connection.disconnect()).toEqual({ ok: true, value: undefined });
    expect(tab.state()).toEqual({ kind: "none", isConfigured: true, isManaged: false, label: "Sandbox drive" });
    expect(tab.preferences.kept.size).toBe(0);
    const reloaded = openTab(backend, token, tab.preferences);
    await flushPromises();
    expect(reloaded.state().kind).toBe("none");
  });

  it("notices that another device disconnected the drive", async () => {
    await openTab(backend, token).connection.disconnect();
    expect(await tab.connection.access()?.refresh()).toBeUndefined();
    expect(tab.state().kind).toBe("none");
    expect(tab.preferences.kept.size).toBe(0);
  });

  it("stops everything at sign-out", async () => {
    tab.session.replace({ kind: "signed-out" });
    tab.connection.forget();
    expect(tab.state()).toEqual({ kind: "none", isConfigured: true, isManaged: false });
    expect(tab.connection.access()).toBeUndefined();
    expect(tab.clock.pendingCount).toBe(0);
    expect(tab.preferences.kept.size).toBe(0);
  });
});

describe("decision 0002 managed storage", () => {
  it("connects paid plans with the account's token alone", async () => {
    const paid = openTab(backend, token, createMemoryPreferences(), "pro");
    await flushPromises();
    expect(paid.state()).toEqual({ kind: "connected", isConfigured: true, isManaged: true });
    expect(paid.connection.access()?.baseUrls).toEqual({ api: "/drive/v3", upload: "/upload/drive/v3" });
    expect(await paid.connection.access()?.token()).toBe(token);
    expect(await paid.connection.access()?.refresh()).toBe(token);
    expect(paid.clock.pendingCount).toBe(0);
  });

  it("stays connected while the user's own drive is connected for a migration", async () => {
    const paid = openTab(backend, token, createMemoryPreferences(), "pro");
    await flushPromises();
    const driveAccess = paid.connection.access();
    expect(await connectAda(paid)).toMatchObject({ ok: true, value: { wasReconnect: false } });
    expect(paid.state()).toEqual({ kind: "connected", isConfigured: true, isManaged: true });
    expect(paid.connection.access()).toBe(driveAccess);
    expect(await driveAccess?.token()).toBe(token);
    expect(paid.preferences.read(LOCAL_KEYS.cloudRefreshToken)).toBeDefined();
  });

  it("treats a 401 of managed storage as a possibly ended session", async () => {
    const paid = openTab(backend, token, createMemoryPreferences(), "pro");
    await flushPromises();
    backend.endSessions("session-ended");
    expect(await paid.connection.access()?.refresh()).toBeUndefined();
    expect(paid.refused).toEqual(["session-ended"]);
  });
});

describe("B4 Cloud connection: shared renewals", () => {
  beforeEach(connectAda.bind(undefined, undefined));

  it("asks the server once when twenty tabs are refused at the same time", async () => {
    const all = Array.from({ length: 20 }, () => openTab(backend, token, tab.preferences, "free", tab.clock));
    await flushPromises(2000);
    backend.calls.length = 0;
    const fresh = await Promise.all(all.map(({ connection }) => connection.access()?.refresh()));
    expect(new Set(fresh).size).toBe(1);
    expect(backend.cloud.tokens).toContain(fresh[0]);
    expect(backend.calls).toEqual(["refreshAccess"]);
  });

  it("renews once for tabs whose tokens expire together, for days", async () => {
    const others = Array.from({ length: 4 }, () => openTab(backend, token, tab.preferences, "free", tab.clock));
    await flushPromises(2000);
    backend.calls.length = 0;
    await tab.clock.advance(10 * 3_300_000);
    expect(backend.calls.filter((call) => call === "refreshAccess")).toHaveLength(10);
    const held = await Promise.all([tab, ...others].map(({ connection }) => connection.access()?.token()));
    expect(new Set(held).size).toBe(1);
  });

  it("shows a loss in all tabs, each after checking once", async () => {
    const others = [openTab(backend, token, tab.preferences), openTab(backend, token, tab.preferences)];
    await flushPromises(2000);
    backend.cloud.revoke("ada@example.org");
    backend.calls.length = 0;
    await tab.connection.access()?.refresh();
    await flushPromises(2000);
    for (const each of [tab, ...others]) expect(each.state()).toMatchObject({ kind: "expired", reason: "revoked" });
    expect(backend.calls.filter((call) => call === "refreshAccess")).toHaveLength(3);
  });

  it("does not believe another tab's loss if the server disagrees", async () => {
    const post = tabs();
    post.post({ kind: "lost", who: "free ada@example.org" });
    post.post({ kind: "lost", who: "free somebody@else.example" });
    await flushPromises(2000);
    expect(tab.state().kind).toBe("connected");
  });

  it("never adopts another user's token", async () => {
    const post = tabs();
    const mine = await tab.connection.access()?.token();
    post.post({ kind: "access", who: "free grace@example.org", token: "hers", endsAt: tab.clock.now() + 36_000_000 });
    expect(await tab.connection.access()?.token()).toBe(mine);
  });
});

describe("B4 Cloud connection: kinds of loss", () => {
  beforeEach(connectAda.bind(undefined, undefined));

  it.each(["revoked", "grant-ended", "scope-missing"] as const)("shows %s in every tab and after a reload", async (reason) => {
    const other = openTab(backend, token, tab.preferences, "free", tab.clock);
    await flushPromises();
    backend.cloud.revoke("ada@example.org", reason);
    await tab.connection.access()?.refresh();
    await other.connection.access()?.refresh();
    const reloaded = openTab(backend, token, tab.preferences);
    const second = openTab(backend, token);
    await flushPromises();
    for (const each of [tab, other, reloaded, second]) expect(each.state()).toMatchObject({ kind: "expired", reason });
    expect(tab.events.at(-1)).toMatchObject({ kind: "reconnection-required", reason: "permanent_auth_error", provider: "sandbox" });
  });

  it("B8 reports whether there was a refresh token", async () => {
    backend.cloud.revoke("ada@example.org", "revoked");
    await tab.connection.access()?.refresh();
    expect(tab.events.at(-1)).toMatchObject({ error: "Refresh token expired (HTTP 403) - reconnection required" });
    const second = openTab(backend, token);
    await flushPromises();
    expect(second.events.at(-1)).toMatchObject({ error: "No refresh token available - reconnection required" });
  });

  it("shows the drive's own refusal while the token is valid, until the drive accepts", async () => {
    tab.connection.reportDriveStatus("not-permitted");
    expect(tab.state()).toMatchObject({ kind: "expired", reason: "not-permitted" });
    expect(await tab.connection.access()?.token()).toBeDefined();
    tab.connection.reportDriveStatus("fine");
    expect(tab.state()).toMatchObject({ kind: "connected" });
    expect(tab.state()).not.toHaveProperty("reason");
  });

  it("recovers when another device replaced the connection", async () => {
    const phone = openTab(backend, token);
    await flushPromises();
    await connectAda(phone);
    expect(phone.preferences.read(LOCAL_KEYS.cloudRefreshToken)).not.toBe(tab.preferences.read(LOCAL_KEYS.cloudRefreshToken));
    tab.preferences.write(LOCAL_KEYS.cloudRefreshToken, "handle-of-old");
    expect(await tab.connection.access()?.refresh()).toBeDefined();
    expect(tab.state().kind).toBe("connected");
  });

  it("reports the end of the quick attempts once", async () => {
    for (let at = 0; at < 100; at += 1) backend.fail("refreshAccess", LOST);
    await tab.connection.access()?.refresh();
    await tab.clock.advance(3_600_000);
    expect(tab.events.filter(({ kind }) => kind === "reconnection-required")).toMatchObject([
      { reason: "token_refresh_failed", error: "Token refresh failed" },
    ]);
    expect(tab.state()).toMatchObject({ kind: "disconnected", retry: { isResting: true, outOfReach: "server" } });
  });
});

describe("A4, B4 Quick Reconnect", () => {
  beforeEach(async () => {
    await connectAda();
    backend.fail("refreshAccess", LOST);
    await tab.connection.access()?.refresh();
    expect(tab.state().kind).toBe("disconnected");
  });

  it("checks the network first, and sends no request while offline", async () => {
    tab.goOffline();
    expect(await tab.connection.quickReconnect("/notes")).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(tab.reach.asked).toEqual([]);
  });

  it.each([
    ["silent", "not-responding"],
    ["unreachable", "unreachable"],
  ] as const)("then checks the drive: %s", async (answer, kind) => {
    tab.reach.answer = answer;
    expect(await tab.connection.quickReconnect("/notes")).toEqual({ ok: false, problem: { kind } });
    expect(tab.reach.asked).toEqual(["/sandbox/drive/v3/about"]);
    expect(tab.left().pathname).toContain("auth");
    expect(tab.state().kind).toBe("disconnected");
  });

  it("renews silently if a handle is stored", async () => {
    expect(await tab.connection.quickReconnect("/notes")).toEqual({ ok: true, value: "reconnected" });
    expect(tab.state().kind).toBe("connected");
    expect(tab.events.map(({ kind }) => kind)).toContain("access-ready");
  });

  it("goes to the drive's sign-in if the permission is gone", async () => {
    backend.cloud.revoke("ada@example.org");
    expect(await tab.connection.quickReconnect("/notes")).toEqual({ ok: true, value: "leaving" });
    expect(tab.left().searchParams.get("login_hint")).toBe(ADA.email);
  });

  it("does not redirect to Google while our server is down", async () => {
    const before = tab.left();
    backend.fail("refreshAccess", LOST);
    expect(await tab.connection.quickReconnect("/notes")).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(tab.left()).toBe(before);
  });

  it("tries at once when the page becomes visible", async () => {
    tab.comeToFront();
    await flushPromises();
    expect(tab.state().kind).toBe("connected");
  });

  it("stops the attempts on Stop Auto-Retry and shows that", async () => {
    tab.connection.stopAutoRetry();
    expect(tab.state()).toMatchObject({ kind: "disconnected", retry: { nextAtMs: undefined } });
    await tab.clock.advance(86_400_000);
    expect(tab.state().kind).toBe("disconnected");
  });
});

describe("sync.md §7.3 another account at reconnect", () => {
  const GRACE = { sub: "g-2", email: "grace@drive.example", name: "Grace" };
  const reconnectAs = async (who: typeof GRACE) => {
    await tab.connection.connect("/notes");
    return tab.back({ code: backend.cloud.issueCode(who) });
  };
  beforeEach(async () => {
    await connectAda();
    await reconnectAs(GRACE);
  });

  it("remembers the previous account, also after a reload", async () => {
    expect(tab.state()).toMatchObject({ email: GRACE.email, formerEmail: ADA.email });
    const reloaded = openTab(backend, token, tab.preferences);
    await flushPromises();
    expect(reloaded.state()).toMatchObject({ kind: "connected", email: GRACE.email, formerEmail: ADA.email });
  });

  it("offers the previous drive first, and clears the question when it is back", async () => {
    await tab.connection.connect("/notes", { asFormer: true });
    expect(tab.left().searchParams.get("login_hint")).toBe(ADA.email);
    await tab.back({ code: backend.cloud.issueCode(ADA) });
    expect(tab.state()).toMatchObject({ email: ADA.email });
    expect(tab.state()).not.toHaveProperty("formerEmail");
  });

  it("keeps the first of several accounts, whose drive has the notes", async () => {
    await reconnectAs({ sub: "g-3", email: "eve@drive.example", name: "Eve" });
    expect(tab.state()).toMatchObject({ email: "eve@drive.example", formerEmail: ADA.email });
  });

  it("forgets the previous account in all tabs once the user has chosen", async () => {
    const other = openTab(backend, token, tab.preferences, "free", tab.clock);
    await flushPromises();
    tab.connection.confirmAccount();
    for (const each of [tab, other]) expect(each.state()).not.toHaveProperty("formerEmail");
  });

  it("reaches another device with its next renewal", async () => {
    const preferences = createMemoryPreferences();
    preferences.write(LOCAL_KEYS.cloudRefreshToken, "handle-of-old");
    preferences.write(LOCAL_KEYS.cloudUserInfo, JSON.stringify({ ...ADA, label: "Sandbox drive" }));
    const phone = openTab(backend, token, preferences);
    await flushPromises();
    expect(phone.state()).toMatchObject({ kind: "connected", email: GRACE.email, formerEmail: ADA.email });
  });
});

describe("A4-35, decision 0009: unstable network", () => {
  it("ends connected after ten minutes of a flapping network, without a sign-in", async () => {
    await connectAda();
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const states = new Set<string>();
    const end = tab.clock.now() + 600_000;
    while (tab.clock.now() < end) {
      backend.fail("refreshAccess", next() < 0.5 ? OFFLINE : LOST);
      tab.goOffline();
      await tab.connection.access()?.refresh();
      states.add(tab.state().kind);
      expect((await tab.connection.access()?.token()) === undefined).toBe(tab.state().kind !== "connected");
      await tab.clock.advance(Math.round(next() * 20_000));
      backend.repair();
      tab.goOnline();
      await flushPromises();
      expect(tab.state().kind).toBe("connected");
    }
    expect([...states]).toEqual(["disconnected"]);
    expect(tab.clock.pendingCount).toBe(1);
    expect(tab.events.filter(({ kind }) => kind === "reconnection-required")).toEqual([]);
  });

  it("finds a server that was down for a day, at the pace of the scheduled sync", async () => {
    await connectAda();
    for (let at = 0; at < 1000; at += 1) backend.fail("refreshAccess", { kind: "refused", code: "drive-unreachable", status: 502 });
    await tab.connection.access()?.refresh();
    backend.calls.length = 0;
    await tab.clock.advance(86_400_000);
    expect(tab.state()).toMatchObject({ kind: "disconnected", retry: { outOfReach: "drive" } });
    expect(tab.events.filter(({ kind }) => kind === "reconnection-required")).toMatchObject([
      { error: "Token refresh failed (HTTP 502): drive-unreachable", reason: "token_refresh_failed" },
    ]);
    expect(backend.calls.length).toBeGreaterThan(280);
    expect(backend.calls.length).toBeLessThan(310);
    backend.repair();
    await tab.clock.advance(300_000);
    expect(tab.state().kind).toBe("connected");
  });
});

describe("B2, B7 data for the panel", () => {
  it("returns live usage and debug data, or the problem", async () => {
    expect(await tab.connection.usage()).toEqual({ ok: false, problem: { kind: "not-connected" } });
    await connectAda();
    expect(await tab.connection.usage()).toMatchObject({ ok: true, value: { usagePercentage: 25 } });
    expect(await tab.connection.debug()).toMatchObject({ ok: true, value: { tokenValid: true } });
    backend.fail("cloudUsage", OFFLINE);
    expect(await tab.connection.usage()).toEqual({ ok: false, problem: { kind: "offline" } });
  });

  it("B5 updates the checklist with the configuration", async () => {
    const met = () => Object.fromEntries(tab.connection.checkConfiguration().map(({ item, isMet }) => [item, isMet]));
    expect(met()).toEqual({ "drive-configured": true, "client-id": true, "secure-origin": true, "signed-in": true, permission: false });
    await connectAda();
    expect(met().permission).toBe(true);
  });
});
