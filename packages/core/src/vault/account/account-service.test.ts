import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { BackendProblem } from "../../ports/account/backend.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { createMemoryBackend, LOST, type MemoryBackend, OFFLINE } from "../../testing/memory-backend.ts";
import { createMemoryCredentials } from "../../testing/memory-credentials.ts";
import { createKeyDevice, createMemoryKeyring } from "../../testing/memory-keyring.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createAccountService, type SessionMessage } from "./account-service.ts";
import type { SignedInState } from "./account-service-types.ts";

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";

function createBrowser(backend: MemoryBackend) {
  const device = createKeyDevice();
  const credentials = createMemoryCredentials();
  const openChannel = createMemoryTabs<SessionMessage>();
  const browser = {
    device,
    credentials,
    cleared: 0,
    clearing: undefined as Promise<void> | undefined,
    leaving: undefined as Promise<void> | undefined,
    canClear: true,
    canSeal: true,
    openTab,
  };

  function openTab() {
    const keyring = createMemoryKeyring(device);
    const clearDevice = async () => {
      browser.cleared += 1;
      await browser.clearing;
      return browser.canClear;
    };
    const account = createAccountService({
      backend,
      keyring,
      credentials,
      channel: openChannel(),
      clearDevice,
      leaveLibrary: async () => browser.leaving,
      sealUnsent: async () => {
        await browser.leaving;
        return browser.canSeal;
      },
    });
    return { account, keyring, state: () => account.store.getState(), signedIn: () => account.store.getState() as SignedInState };
  }
  return browser;
}

let backend: MemoryBackend;
let browser: ReturnType<typeof createBrowser>;
let tab: ReturnType<ReturnType<typeof createBrowser>["openTab"]>;

beforeEach(async () => {
  backend = createMemoryBackend();
  browser = createBrowser(backend);
  tab = browser.openTab();
  await tab.account.start();
});

const loginCalls = () => backend.calls.filter((call) => call === "login").length;

describe("encryption.md 3.5 (1) register", () => {
  it("signs in with an open vault and shows the recovery key until it is confirmed", async () => {
    expect(tab.state()).toEqual({ kind: "signed-out" });
    const answer = await tab.account.register(" Ada@Example.org ", PASSWORD);

    expect(answer).toMatchObject({ ok: true, value: { email: ADA, needsOnboarding: true, planType: "free" } });
    expect(tab.state()).toMatchObject({ kind: "signed-in", vault: "open", hasPendingRecoveryKey: true, user: { email: ADA } });
    expect(tab.signedIn()).toMatchObject({ vaultId: backend.account(ADA)?.document?.vaultId });
    expect(await tab.account.pendingRecoveryKey()).toHaveLength(9);
  });

  it("sends a secret, never the password", async () => {
    await tab.account.register(ADA, PASSWORD);
    expect(backend.account(ADA)?.entries[0]?.secret).toMatch(/^s1_/);
  });

  it("opens a vault only when the server has acknowledged its document", async () => {
    let whileAsked: string | undefined = "not asked";
    backend.before("register", () => {
      whileAsked = tab.keyring.openVaultId();
    });
    backend.fail("register", OFFLINE);
    expect(await tab.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(whileAsked).toBeUndefined();
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(browser.device.kept).toBeUndefined();
    expect(tab.state()).toEqual({ kind: "signed-out" });
  });

  it("A8 calls a server that failed unexpected, not away", async () => {
    backend.fail("register", { kind: "refused", code: "unexpected", status: 500 } as BackendProblem);
    expect(await tab.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "unexpected" } });
    backend.fail("register", { kind: "refused", code: "unexpected", status: 503 } as BackendProblem);
    expect(await tab.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "unreachable" } });
  });

  it("signs in if the response was lost and the retry says 'taken'", async () => {
    backend.fail("register", LOST, true);
    expect(await tab.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "unreachable" } });
    const vaultId = backend.account(ADA)?.document?.vaultId;

    expect(await tab.account.register(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "open", vaultId, hasPendingRecoveryKey: true });
  });

  it("signs in if the response was lost and the retry says that the code is used up", async () => {
    backend.fail("register", LOST, true);
    await tab.account.register(ADA, PASSWORD, { invitation: "AAAA-BBBB-CCCC-DDDD" });
    backend.fail("register", { kind: "refused", code: "invitation-invalid", status: 403 });

    expect(await tab.account.register(ADA, PASSWORD, { invitation: "AAAA-BBBB-CCCC-DDDD" })).toMatchObject({ ok: true });
  });

  it("refuses a taken address that was not registered here, and tries no password", async () => {
    await browser.openTab().account.register(ADA, PASSWORD);
    const other = createBrowser(backend).openTab();
    expect(await other.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "email-taken" } });
    expect(loginCalls()).toBe(0);
  });

  it.each([
    ["", "email-malformed"],
    ["ada", "email-malformed"],
    ["ada@example", "email-malformed"],
  ])("rejects the address %j before anything is sent", async (email, kind) => {
    expect(await tab.account.register(email, PASSWORD)).toEqual({ ok: false, problem: { kind } });
    expect(await tab.account.signIn(email, PASSWORD)).toEqual({ ok: false, problem: { kind } });
    expect(backend.calls).toEqual([]);
  });

  it.each(["", "short1A", "alllowercase1", "NoDigitsHere", "x".repeat(2000)])(
    "rejects the password %j, which the server cannot judge",
    async (password) => {
      expect(await tab.account.register(ADA, password)).toEqual({ ok: false, problem: { kind: "password-refused" } });
      expect(backend.calls).toEqual([]);
    },
  );

  it("reports refused storage, and leaves no session behind", async () => {
    browser.device.isDenied = true;
    expect(await tab.account.register(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "storage-denied" } });
    expect(backend.calls).toEqual([]);
  });

  it("forgets the recovery key once three of its groups are correct, not before", async () => {
    await tab.account.register(ADA, PASSWORD);
    const groups = (await tab.account.pendingRecoveryKey()) as string[];
    const given = (...indexes: number[]) => groups.map((group, index) => (indexes.includes(index) ? group.toLowerCase() : ""));

    expect(await tab.account.confirmRecoveryKey([])).toBe(false);
    expect(await tab.account.confirmRecoveryKey(given(0, 4))).toBe(false);
    expect(await tab.account.confirmRecoveryKey(given(0, 4, 7).with(4, "XXXX"))).toBe(false);
    expect(tab.state()).toMatchObject({ hasPendingRecoveryKey: true });

    expect(await tab.account.confirmRecoveryKey(given(0, 4, 7))).toBe(true);
    expect(tab.state()).toMatchObject({ hasPendingRecoveryKey: false });
    expect(await tab.account.pendingRecoveryKey()).toBeUndefined();
  });

  it("keeps the reminder of a skipped recovery key across a reload", async () => {
    await tab.account.register(ADA, PASSWORD);
    const reloaded = browser.openTab();
    await reloaded.account.start();
    expect(reloaded.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
  });
});

describe("encryption.md 3.5 (2) sign in", () => {
  beforeEach(async () => {
    await tab.account.register(ADA, PASSWORD);
    browser = createBrowser(backend);
    tab = browser.openTab();
    await tab.account.start();
    backend.calls.length = 0;
  });

  it("opens the same vault on a second device", async () => {
    expect(await tab.account.signIn("ADA@example.org", PASSWORD)).toMatchObject({ ok: true, value: { email: ADA } });
    expect(tab.state()).toMatchObject({ vault: "open", vaultId: backend.account(ADA)?.document?.vaultId, hasPendingRecoveryKey: false });
    expect(backend.calls).toEqual(["prelogin", "login"]);
  });

  it("refuses a wrong password and an unknown address with the same words", async () => {
    const wrong = await tab.account.signIn(ADA, "Wrong horse 1");
    expect(wrong).toEqual({ ok: false, problem: { kind: "invalid-credentials" } });
    expect(await tab.account.signIn("bob@example.org", PASSWORD)).toEqual(wrong);
    expect(await tab.account.signIn(ADA, "")).toEqual(wrong);
    expect(tab.state()).toEqual({ kind: "signed-out" });
    expect(tab.keyring.openVaultId()).toBeUndefined();
  });

  it("rejects a KDF below the bounds before anything is derived or sent", async () => {
    const weak = { ...(backend.account(ADA)?.entries[0]?.kdf as Kdf), m: 1024 };
    backend.changePassword(ADA, weak, "s1_x", null);
    expect(await tab.account.signIn(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "kdf-refused" } });
    expect(loginCalls()).toBe(0);
  });

  it("retries once if the salt changed between the two calls", async () => {
    const account = backend.account(ADA);
    const entry = account?.entries[0];
    if (account === undefined || entry === undefined) throw new Error("no account");
    const kdf = { ...entry.kdf, salt: "changedAAAAAAAAAAAAAAA" };
    const secret = await createMemoryKeyring().deriveForSignIn(PASSWORD, kdf);
    backend.before("login", () => backend.changePassword(ADA, kdf, secret.ok ? secret.value : "", entry.pw));

    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(loginCalls()).toBe(2);
  });

  it("does not retry if the salt is the same", async () => {
    await tab.account.signIn(ADA, "Wrong horse 1");
    expect(loginCalls()).toBe(1);
  });

  it("signs in with locked notes if the password opens no vault", async () => {
    const kdf = { ...(backend.account(ADA)?.entries[0]?.kdf as Kdf), salt: "mailedAAAAAAAAAAAAAAAA" };
    const secret = await createMemoryKeyring().deriveForSignIn("Mailed 12345", kdf);
    backend.changePassword(ADA, kdf, secret.ok ? secret.value : "", null);

    expect(await tab.account.signIn(ADA, "Mailed 12345")).toMatchObject({ ok: true });
    expect(tab.state()).toEqual({ kind: "signed-in", vault: "locked", user: expect.objectContaining({ email: ADA }) });
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(browser.device.kept).toBeUndefined();

    const reloaded = browser.openTab();
    await reloaded.account.start();
    expect(reloaded.state()).toMatchObject({ kind: "signed-in", vault: "locked" });
  });

  it("locks for a key document of a newer Satchel and leaves it unchanged", async () => {
    const account = backend.account(ADA);
    if (account?.document) account.document = { ...account.document, v: 2 as 1 };
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "locked" });
    expect(backend.calls).toEqual(["prelogin", "login"]);
  });

  it.each<[string, BackendProblem, string]>([
    ["no network", OFFLINE, "unreachable"],
    ["no answer", LOST, "unreachable"],
    ["a server that is down", { kind: "refused", code: "unavailable", status: 503 }, "unreachable"],
    ["an answer that is none", { kind: "malformed", status: 200 }, "unreachable"],
    ["too many attempts", { kind: "refused", code: "rate-limited", status: 429, retryAfterMs: 5000 }, "rate-limited"],
    ["a busy server", { kind: "refused", code: "busy", status: 429 }, "rate-limited"],
    ["anything else", { kind: "refused", code: "forbidden", status: 403 }, "unexpected"],
  ])("%s has its own problem", async (_, problem, kind) => {
    backend.fail("login", problem);
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: false, problem: { kind } });
    backend.fail("prelogin", problem);
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: false, problem: { kind } });
    expect(tab.state()).toEqual({ kind: "signed-out" });
  });

  it("ends the new session if the browser stores no key", async () => {
    const deny = () => {
      browser.device.isDenied = true;
    };
    backend.before("login", deny);
    expect(await tab.account.signIn(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "storage-denied" } });
    await flushPromises();
    expect(backend.calls.at(-1)).toBe("logout");
    expect(browser.credentials.read()).toBeUndefined();
  });

  it("lasts while the page is open if only the token cannot be stored", async () => {
    browser.credentials.isDenied = true;
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.account.token()).toBeDefined();
  });
});

describe("encryption.md 3.5 (1) an account of another client", () => {
  const KDF: Kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "serverAAAAAAAAAAAAAAAA" };

  beforeEach(async () => {
    const secret = await createMemoryKeyring().deriveForSignIn(PASSWORD, KDF);
    backend.addPlainAccount(ADA, KDF, secret.ok ? secret.value : "");
  });

  it("gets its vault at the first browser sign-in, and a recovery key to show", async () => {
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "open", vaultId: backend.account(ADA)?.document?.vaultId, hasPendingRecoveryKey: true });
    expect(backend.account(ADA)?.entries[0]?.pw).not.toBeNull();
  });

  it("uses the vault of the browser that was first", async () => {
    const other = createBrowser(backend).openTab();
    const theirs = other.account.signIn(ADA, PASSWORD);
    const mine = tab.account.signIn(ADA, PASSWORD);
    expect(await theirs).toMatchObject({ ok: true });
    expect(await mine).toMatchObject({ ok: true });
    const vaultId = backend.account(ADA)?.document?.vaultId;
    expect(tab.state()).toMatchObject({ vault: "open", vaultId });
    expect(other.state()).toMatchObject({ vault: "open", vaultId });
  });

  it("does not start a session while the new vault is unconfirmed; the next sign-in finds it", async () => {
    backend.fail("writeKeys", LOST, true);
    expect(await tab.account.signIn(ADA, PASSWORD)).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "open", vaultId: backend.account(ADA)?.document?.vaultId });
  });

  it("does not create a vault on a device that holds a root", async () => {
    browser.device.kept = { owner: ADA, vaultId: "elsewhereAA" };
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "locked" });
    expect(backend.account(ADA)?.document).toBeNull();
    expect(browser.device.kept).toMatchObject({ vaultId: "elsewhereAA" });
  });
});

describe("A3 User: restored on load", () => {
  beforeEach(async () => {
    await tab.account.register(ADA, PASSWORD);
    backend.calls.length = 0;
  });

  it("opens without asking the server", async () => {
    const reloaded = browser.openTab();
    expect(reloaded.state()).toEqual({ kind: "loading" });
    await reloaded.account.start();
    expect(reloaded.state()).toEqual(tab.state());
    expect(reloaded.account.token()).toBe(tab.account.token());
    expect(backend.calls).toEqual([]);
  });

  it("stays signed in while the server cannot be reached", async () => {
    backend.fail("currentSession", OFFLINE);
    await tab.account.refresh();
    expect(tab.state()).toMatchObject({ kind: "signed-in", vault: "open" });
  });

  it("updates the user from the server", async () => {
    const account = backend.account(ADA);
    if (account) account.user = { ...account.user, needsOnboarding: false, planType: "pro" };
    await tab.account.refresh();
    expect(tab.signedIn().user).toMatchObject({ needsOnboarding: false, planType: "pro" });
    expect(browser.credentials.read()?.user).toMatchObject({ planType: "pro" });
  });

  it("learns that its session has ended, and keeps everything", async () => {
    backend.endSessions("session-ended");
    await tab.account.refresh();
    await flushPromises();
    expect(tab.state()).toEqual({ kind: "signed-out", reason: "session-ended" });
    expect(tab.account.token()).toBeUndefined();
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(browser.device.kept).toBeDefined();
    expect(browser.cleared).toBe(0);
  });

  it.each([true, false])("drops keys and copies of a revoked session once unsynced work is sealed (%s)", async (canSeal) => {
    browser.canSeal = canSeal;
    backend.endSessions("session-revoked");
    await tab.account.refresh();
    await flushPromises();
    expect(tab.state()).toEqual({ kind: "signed-out", reason: "session-revoked" });
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(browser.device.kept === undefined).toBe(canSeal);
    expect(browser.cleared).toBe(canSeal ? 1 : 0);
  });

  it.each(["session-revoked", "session-ended"] as const)("keeps the keys until typed text is written: %s", async (reason) => {
    let written = (): void => undefined;
    browser.leaving = new Promise((resolve) => {
      written = resolve;
    });
    backend.endSessions(reason);
    await tab.account.refresh();
    await flushPromises();
    expect(tab.state()).toEqual({ kind: "signed-out", reason });
    expect(tab.keyring.openVaultId()).toBeDefined();
    written();
    await flushPromises();
    expect(tab.keyring.openVaultId()).toBeUndefined();
  });

  it("ignores a refusal of an older token", async () => {
    tab.account.sessionRefused("an older token", "session-ended");
    expect(tab.state()).toMatchObject({ kind: "signed-in" });
  });

  it("is locked if the stored key belongs to another account", async () => {
    if (browser.device.kept) browser.device.kept = { ...browser.device.kept, owner: "bob@example.org" };
    const reloaded = browser.openTab();
    await reloaded.account.start();
    expect(reloaded.state()).toMatchObject({ kind: "signed-in", vault: "locked" });
    expect(reloaded.keyring.openVaultId()).toBeUndefined();
  });
});

describe("encryption.md 3.5 (13) session ends", () => {
  beforeEach(async () => {
    await tab.account.register(ADA, PASSWORD);
    backend.endSessions("session-ended");
    await tab.account.refresh();
    await flushPromises();
  });

  it("opens the same vault when the same user signs in again", async () => {
    expect(await tab.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    expect(browser.cleared).toBe(0);
  });

  it("opens with this device's key if the password wraps nothing", async () => {
    const kdf = { ...(backend.account(ADA)?.entries[0]?.kdf as Kdf), salt: "mailedAAAAAAAAAAAAAAAA" };
    const secret = await createMemoryKeyring().deriveForSignIn("Mailed 12345", kdf);
    backend.changePassword(ADA, kdf, secret.ok ? secret.value : "", null);
    expect(await tab.account.signIn(ADA, "Mailed 12345")).toMatchObject({ ok: true });
    expect(tab.state()).toMatchObject({ vault: "open", vaultId: backend.account(ADA)?.document?.vaultId });
  });

  it("reports whose notes are still here to another account, and changes nothing", async () => {
    const calls = backend.calls.length;
    expect(await tab.account.signIn("bob@example.org", PASSWORD)).toEqual({ ok: false, problem: { kind: "other-account", email: ADA } });
    expect(await tab.account.register("bob@example.org", PASSWORD)).toEqual({ ok: false, problem: { kind: "other-account", email: ADA } });
    expect(backend.calls.length).toBe(calls);
    expect(browser.cleared).toBe(0);
    expect(browser.device.kept).toMatchObject({ owner: ADA });
  });

  it("lets another account in once the user agreed to discard what is here", async () => {
    expect(await tab.account.register("bob@example.org", PASSWORD, { discardOther: true })).toMatchObject({ ok: true });
    expect(browser.cleared).toBe(1);
    expect(browser.device.kept).toMatchObject({ owner: "bob@example.org" });
  });

  it("keeps another account out if what is here could not be discarded", async () => {
    browser.canClear = false;
    expect(await tab.account.register("bob@example.org", PASSWORD, { discardOther: true })).toMatchObject({
      ok: false,
      problem: { kind: "storage-denied" },
    });
  });
});

describe("encryption.md 3.5 (13) sign out", () => {
  beforeEach(async () => {
    await tab.account.register(ADA, PASSWORD);
  });

  it("drops keys and token, clears the device and ends the session at the server", async () => {
    const token = tab.account.token() as string;
    expect(await tab.account.signOut()).toEqual({ complete: true });
    expect(tab.state()).toEqual({ kind: "signed-out" });
    expect(tab.keyring.openVaultId()).toBeUndefined();
    expect(browser.device.kept).toBeUndefined();
    expect(browser.credentials.read()).toBeUndefined();
    expect(browser.cleared).toBe(1);
    expect(await backend.currentSession(token)).toMatchObject({ ok: false });
  });

  it("works offline, and reports whether something may remain", async () => {
    backend.fail("logout", OFFLINE);
    browser.canClear = false;
    expect(await tab.account.signOut()).toEqual({ complete: false });
    expect(tab.state()).toEqual({ kind: "signed-out" });
  });

  it("continues at the next start if the page was left before all was deleted", async () => {
    browser.clearing = new Promise(() => undefined);
    void tab.account.signOut();
    await flushPromises();
    browser.clearing = undefined;
    const next = browser.openTab();
    await next.account.start();

    expect(browser.cleared).toBe(2);
    expect(browser.device.kept).toBeUndefined();
    await browser.openTab().account.start();
    expect(browser.cleared).toBe(2);
  });

  it("does not delete data of a user who has signed in again since", async () => {
    browser.canClear = false;
    await tab.account.signOut();
    await tab.account.signIn(ADA, PASSWORD);
    backend.endSessions("session-ended");
    await tab.account.refresh();
    expect(tab.state()).toMatchObject({ kind: "signed-out" });
    await browser.openTab().account.start();
    expect(browser.cleared).toBe(1);
  });

  it("reaches the other tabs", async () => {
    const other = browser.openTab();
    await other.account.start();
    await tab.account.signOut();
    await flushPromises();
    expect(other.state()).toEqual({ kind: "signed-out" });
    expect(other.account.token()).toBeUndefined();
    expect(other.keyring.openVaultId()).toBeUndefined();
  });

  it("reports a sign-in to the other tabs too", async () => {
    await tab.account.signOut();
    const other = browser.openTab();
    await other.account.start();
    await tab.account.signIn(ADA, PASSWORD);
    await flushPromises();
    expect(other.state()).toMatchObject({ kind: "signed-in", vault: "open" });
    expect(other.keyring.openVaultId()).toBe(tab.keyring.openVaultId());
  });
});

describe("A4 Onboarding", () => {
  beforeEach(async () => {
    await tab.account.register(ADA, PASSWORD);
  });

  it("completes with the chosen plan", async () => {
    expect(await tab.account.completeOnboarding("basic")).toEqual({ ok: true, value: undefined });
    expect(tab.signedIn().user).toMatchObject({ planType: "basic", needsOnboarding: false });
    expect(browser.credentials.read()?.user.needsOnboarding).toBe(false);
  });

  it("continues with the current plan if it was already complete with another one", async () => {
    const stale = createBrowser(backend).openTab();
    await stale.account.signIn(ADA, PASSWORD);
    await tab.account.completeOnboarding("pro");
    expect(await tab.account.completeOnboarding("pro")).toEqual({ ok: true, value: undefined });
    expect(await stale.account.completeOnboarding("free")).toEqual({ ok: false, problem: { kind: "setup-over" } });
    expect(stale.signedIn().user).toMatchObject({ planType: "pro", needsOnboarding: false });
  });

  it("reports a refusal of the server, and learns when the session is over", async () => {
    backend.fail("completeOnboarding", OFFLINE);
    expect(await tab.account.completeOnboarding("free")).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(tab.signedIn().user.needsOnboarding).toBe(true);
    backend.endSessions("session-ended");
    expect(await tab.account.completeOnboarding("free")).toMatchObject({ ok: false });
    expect(tab.state()).toEqual({ kind: "signed-out", reason: "session-ended" });
  });
});

describe("A2.4 Forgot password, encryption.md 3.5 (4)", () => {
  it("requests a mail, with the same result for every address", async () => {
    await tab.account.register(ADA, PASSWORD);
    expect(await tab.account.forgotPassword(ADA)).toEqual(await tab.account.forgotPassword("nobody@example.org"));
    expect(backend.calls.filter((call) => call === "forgotPassword")).toHaveLength(2);
  });

  it("rejects an invalid address before sending, and reports an unreachable server", async () => {
    expect(await tab.account.forgotPassword("ada")).toEqual({ ok: false, problem: { kind: "email-malformed" } });
    expect(backend.calls).toEqual([]);
    backend.fail("forgotPassword", OFFLINE);
    expect(await tab.account.forgotPassword(ADA)).toEqual({ ok: false, problem: { kind: "unreachable" } });
  });
});
