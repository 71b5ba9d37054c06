/**
 * Random walks over three browsers with two tabs each, with lost responses at any call. encryption.md 3.6 (a) (c) (d) (g), for registering
 * and signing in.
 */
import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flushPromises } from "../../testing/manual-clock.ts";
import { createMemoryBackend, LOST, type MemoryBackend, OFFLINE } from "../../testing/memory-backend.ts";
import { createMemoryCredentials } from "../../testing/memory-credentials.ts";
import { createKeyDevice, createMemoryKeyring } from "../../testing/memory-keyring.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createAccountService, type SessionMessage } from "./account-service.ts";

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";
const KDF: Kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "serverAAAAAAAAAAAAAAAA" };
const CALLS = ["register", "prelogin", "login", "writeKeys", "openKeys", "currentSession", "logout"] as const;

type Tab = ReturnType<ReturnType<typeof createBrowser>["openTab"]>;
type Step =
  | { readonly kind: "register" | "sign-in" | "wrong" | "sign-out" | "reload" | "refresh"; readonly at: number }
  | { readonly kind: "end-sessions" }
  | { readonly kind: "fault"; readonly call: (typeof CALLS)[number]; readonly tookEffect: boolean; readonly isLost: boolean };

function createBrowser(backend: MemoryBackend) {
  const device = createKeyDevice();
  const credentials = createMemoryCredentials();
  const openChannel = createMemoryTabs<SessionMessage>();
  const browser = { device, cleared: 0, signedOut: 0, openTab };
  function openTab() {
    const keyring = createMemoryKeyring(device);
    const clearDevice = async () => {
      browser.cleared += 1;
      return true;
    };
    return {
      browser,
      keyring,
      account: createAccountService({
        backend,
        keyring,
        credentials,
        channel: openChannel(),
        clearDevice,
        leaveLibrary: async () => undefined,
        sealUnsent: async () => true,
      }),
    };
  }
  return browser;
}

const at = fc.nat({ max: 5 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("register", "sign-in", "wrong", "sign-out", "reload", "refresh"), at }) },
  { weight: 1, arbitrary: fc.constant({ kind: "end-sessions" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      call: fc.constantFrom(...CALLS),
      tookEffect: fc.boolean(),
      isLost: fc.boolean(),
    }),
  },
);

async function take(step: Step, tabs: Tab[], backend: MemoryBackend): Promise<void> {
  if (step.kind === "end-sessions") return backend.endSessions("session-ended");
  if (step.kind === "fault") return backend.fail(step.call, step.isLost ? LOST : OFFLINE, step.tookEffect);
  const tab = tabs[step.at] as Tab;
  if (step.kind === "register") await tab.account.register(ADA, PASSWORD);
  if (step.kind === "sign-in") await tab.account.signIn(ADA, PASSWORD);
  if (step.kind === "wrong") expect(await tab.account.signIn(ADA, "Wrong horse 1")).toMatchObject({ ok: false });
  if (step.kind === "refresh") await tab.account.refresh();
  if (step.kind === "sign-out") {
    tab.browser.signedOut += 1;
    await tab.account.signOut();
  }
  if (step.kind === "reload") {
    tabs[step.at] = tab.browser.openTab();
    await tabs[step.at]?.account.start();
  }
  await flushPromises();
}

function look(tabs: readonly Tab[], backend: MemoryBackend, firstVault: string | undefined): string | undefined {
  const vaultId = backend.account(ADA)?.document?.vaultId;
  // Once acknowledged, a vault is never replaced.
  if (firstVault !== undefined) expect(vaultId).toBe(firstVault);
  for (const { account, keyring, browser } of tabs) {
    const state = account.store.getState();
    // Nothing is sealed under a vault that the server does not have, or without a session.
    if (keyring.openVaultId() !== undefined) expect(keyring.openVaultId()).toBe(vaultId);
    expect(keyring.openVaultId() !== undefined).toBe(state.kind === "signed-in" && state.vault === "open");
    if (state.kind === "signed-in" && state.vault === "open") expect(state.vaultId).toBe(vaultId);
    // A device is cleared only if its user signs out.
    expect(browser.cleared).toBe(browser.signedOut);
  }
  return vaultId;
}

async function runScenario(steps: readonly Step[], isPlain: boolean): Promise<void> {
  const backend = createMemoryBackend();
  if (isPlain) {
    const secret = await createMemoryKeyring().deriveForSignIn(PASSWORD, KDF);
    backend.addPlainAccount(ADA, KDF, secret.ok ? secret.value : "");
  }
  const browsers = [1, 2, 3].map(() => createBrowser(backend));
  const tabs = browsers.flatMap((browser) => [browser.openTab(), browser.openTab()]);
  await Promise.all(tabs.map((tab) => tab.account.start()));
  let vaultId: string | undefined;
  for (const step of steps) {
    await take(step, tabs, backend);
    vaultId = look(tabs, backend, vaultId);
  }
  await opensAtLast(backend, vaultId);
}

/** A user who knows the password can sign in anywhere once calls succeed again, and opens the one vault. */
async function opensAtLast(backend: MemoryBackend, vaultId: string | undefined): Promise<void> {
  backend.repair();
  const fresh = createBrowser(backend).openTab();
  await fresh.account.start();
  if (backend.account(ADA) === undefined) return;
  expect(await fresh.account.signIn(ADA, PASSWORD)).toMatchObject({ ok: true });
  const state = fresh.account.store.getState();
  expect(state).toMatchObject({ vault: "open" });
  if (vaultId !== undefined) expect(state).toMatchObject({ vaultId });
}

describe("encryption.md 3.6 over random walks", () => {
  it.each([
    ["an account made here", false],
    ["an account of another client", true],
  ])("%s: the only vault is acknowledged before use and is never lost", async (_, isPlain) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), (steps) => runScenario(steps, isPlain)),
      { numRuns: 300 },
    );
  });
});
