/**
 * A browser profile that runs the app's account, security, approval and sensitive services with real keys against a whole server over HTTP.
 * Its network can lose a request or a response, and a reload is a new page over the same stored rows. Only the stretching of passwords is
 * cheaper.
 */

import type { SensitiveSession } from "@satchel/core/ports/device/sensitive-session.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryCredentials } from "@satchel/core/testing/memory-credentials.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createAccountService, type SessionMessage } from "@satchel/core/vault/account/account-service.ts";
import { createSecurityService } from "@satchel/core/vault/account/security-service.ts";
import { createApprovalService } from "@satchel/core/vault/approval/approval-service.ts";
import type { ApprovalMessage } from "@satchel/core/vault/approval/approval-service-types.ts";
import { createSensitiveService } from "@satchel/core/vault/sensitive/sensitive-service.ts";
import type { SensitiveMessage } from "@satchel/core/vault/sensitive/sensitive-session-service.ts";
import { stretchBytes } from "@satchel/crypto/primitives/kdf.ts";
import type { StretchBytes } from "@satchel/crypto/vault/password-keys.ts";
import { createHttpBackend } from "@satchel/web/adapters/backend/http-backend.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import { createMemoryKeyStore } from "@satchel/web/adapters/sealing/testing/memory-key-store.ts";

/** Form of a mailed password. The server stretches it itself, so it must be stretched here with its real parameters. */
const MAILED = /^[0-9A-HJKMNP-TV-Z]{20}$/;

/**
 * A cheap replacement of the stretching, which remembers secrets in a table; an attacker with the server's bytes does not have this table.
 */
export const cheap: StretchBytes = async (password, kdf) => {
  const text = Buffer.from(password).toString();
  if (MAILED.test(text)) return stretchBytes(password, kdf);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Buffer.from(`${text}|${kdf.m},${kdf.t},${kdf.salt}`)));
};

/** A crash ends the page before its request is sent, or before the response arrives. */
export type Fault = "request" | "answer" | "crash-before" | "crash-after";

/** The connection between one browser and the server. `at` counts down the calls until the fault. */
function createLine() {
  let reportDeath = (): void => undefined;
  const crashed = new Promise<true>((resolve) => {
    reportDeath = () => resolve(true);
  });
  const line = {
    at: 0,
    fault: "request" as Fault,
    isCut: false,
    /** True if the page was closed or crashed. */
    isEnded: false,
    crashed,
    requests: [] as string[],
    /** From now on responses arrive, including pending ones. */
    restore() {
      Object.assign(line, { at: 0, isCut: false, isRestored: true });
    },
    isRestored: false,
    /** From now on the page has no effect, even if calls are still running. */
    end() {
      line.isEnded = true;
    },
  };
  const lineFetch: typeof fetch = async (input, init) => {
    if (line.isEnded) return forever();
    line.requests.push(`${init?.method} ${String(input)} ${String(init?.body ?? "")}`);
    const fault = line.at === 1 ? line.fault : undefined;
    if (line.at > 0) line.at -= 1;
    if (line.isCut || fault === "request") throw new TypeError("cut");
    if (fault === "crash-before") return die();
    const answer = await fetch(input, init);
    if (fault === undefined || line.isRestored) return answer;
    await answer.text();
    if (fault === "crash-after") return die();
    throw new TypeError("lost");
  };
  const die = (): Promise<never> => {
    line.end();
    reportDeath();
    return forever();
  };
  return { line, fetch: lineFetch };
}

type Line = ReturnType<typeof createLine>["line"];

const forever = (): Promise<never> => new Promise<never>(() => undefined);

/**
 * Wraps storage that outlives a page, as that page sees it. After the page has ended, writes have no effect and never resolve; `reads`
 * always return.
 */
function heldBy<Kept extends object>(line: Line, kept: Kept, reads: readonly (keyof Kept)[] = []): Kept {
  return new Proxy(kept, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function" || reads.some((read) => read === name)) return found;
      return (...given: readonly unknown[]): unknown => (line.isEnded ? forever() : Reflect.apply(found, target, given));
    },
  });
}

export function createProfile() {
  return {
    keys: createMemoryKeyStore(),
    credentials: createMemoryCredentials(),
    tabs: createMemoryTabs<SessionMessage>(),
    sensitiveTabs: createMemoryTabs<SensitiveMessage>(),
    approvalTabs: createMemoryTabs<ApprovalMessage>(),
    preferences: createMemoryPreferences(),
    cleared: 0,
    signedOut: 0,
  };
}
export type Profile = ReturnType<typeof createProfile>;

/** Session storage of a tab, which survives a reload. */
export type Tab = { session: SensitiveSession | undefined };

/** Opens a page of a profile, in a new tab unless one is given. */
export async function openPage(baseUrl: string, profile: Profile = createProfile(), tab: Tab = { session: undefined }) {
  const clock = new ManualClock();
  const { preferences } = profile;
  const { line, fetch: lineFetch } = createLine();
  const backend = createHttpBackend({ fetch: lineFetch, timers: clock, baseUrl });
  const { keyring: keys, codec, packs } = await createDirectSealing(heldBy(line, profile.keys), { stretchWith: cheap });
  const { api: keyring, quiet } = watchWork(keys);
  const account = createAccountService({
    backend,
    keyring,
    credentials: heldBy(line, profile.credentials, ["read", "isErasing"]),
    channel: heldBy(line, profile.tabs(), ["onMessage"]),
    // There is no library here, so nothing is unsynced.
    leaveLibrary: async () => undefined,
    sealUnsent: async () => true,
    clearDevice: async () => {
      profile.cleared += 1;
      return true;
    },
  });
  const security = createSecurityService({ backend, keyring, session: account });
  const channel = heldBy(line, profile.approvalTabs(), ["onMessage"]);
  const approvals = createApprovalService({ ...ON_SCREEN, backend, keyring, session: account, timers: clock, clock, preferences, channel });
  const sensitive = createSensitiveService({
    backend,
    keyring,
    session: account,
    sessionStore: heldBy(line, sessionStoreOf(tab), ["read"]),
    channel: heldBy(line, profile.sensitiveTabs(), ["onMessage"]),
    clock,
    timers: clock,
    attention: { onAwake: () => () => undefined, onHidden: () => () => undefined },
    preferences: { read: () => undefined, write: () => undefined },
    isLocalMode: () => false,
  });
  await account.start();
  await sensitive.start();
  return {
    profile,
    tab,
    account,
    security,
    approvals,
    sensitive,
    keyring,
    codec,
    packs,
    backend,
    line,
    clock,
    /** Resolves when no key operation is running. */
    quiet,
    state: () => account.store.getState(),
  };
}

/** Tracks key operations, which take turns of the event loop, so that a test can wait for their end. */
function watchWork<Api extends object>(watched: Api) {
  const working = new Set<Promise<unknown>>();
  const api = new Proxy(watched, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...given: readonly unknown[]): unknown => {
        const work: unknown = Reflect.apply(found, target, given);
        if (!(work instanceof Promise)) return work;
        working.add(work);
        const end = (): void => void working.delete(work);
        work.then(end, end);
        return work;
      };
    },
  });
  return {
    api,
    async quiet(): Promise<void> {
      for (await flushPromises(); working.size > 0; await flushPromises()) await Promise.allSettled(working);
    },
  };
}

/** Versions that each device believes to be in the drive. These tests have no drive. */
export const SEEN_IN_DRIVE = { laptop: 7, phone: 3 };

const ON_SCREEN = {
  filesInDrive: () => [
    { vv: SEEN_IN_DRIVE, trusted: true, trashed: false },
    { vv: { unread: 9 }, trusted: false, trashed: false },
    { vv: { trashed: 9 }, trusted: true, trashed: true },
  ],
  visibility: { isVisible: () => true, onVisible: () => () => undefined },
  origin: "https://notes.example.org",
  deviceName: "Firefox on Linux",
};

function sessionStoreOf(tab: Tab) {
  return {
    read: () => tab.session,
    write: (session: SensitiveSession) => {
      tab.session = session;
    },
    clear: () => {
      tab.session = undefined;
    },
  };
}

export type Page = Awaited<ReturnType<typeof openPage>>;
