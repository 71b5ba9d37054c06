/**
 * Account services that load after the page, if code cannot always be fetched: security, approvals, and unsent work of a revoked session.
 */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { APPROVAL } from "@satchel/core/model/limits/limits.ts";
import { ok } from "@satchel/core/model/result.ts";
import { createStore } from "@satchel/core/model/store.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryKeptStore } from "@satchel/core/testing/memory-kept-store.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createSecurityService, type SecurityDeps } from "@satchel/core/vault/account/security-service.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import type { ApprovalDeps } from "@satchel/core/vault/approval/approval-service.ts";
import type { ApprovalService, ApprovalState, Incoming } from "@satchel/core/vault/approval/approval-service-types.ts";
import { describe, expect, it } from "vitest";
import { createLazyApprovals, createLazySecurity } from "./lazy-account-services.ts";
import { restoreUnsentLazily, sealUnsentLazily } from "./lazy-library-services.ts";

/** A server that can be made unreachable, and counts requests for the code. */
function serving<Code>(code: Code) {
  const server = { isReachable: true, asked: 0 };
  const load = async (): Promise<Code> => {
    server.asked += 1;
    if (!server.isReachable) throw new TypeError("Failed to fetch dynamically imported module");
    return code;
  };
  return { server, load };
}

describe("security, whose code loads with the first keys", () => {
  const asShown = (rev: number): AccountKeys => ({ document: { vaultId: "vault", rev, also: [] } as unknown as KeyDocument, entries: [] });

  function open() {
    const followed: number[] = [];
    const keys = createStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>({ latest: undefined, followed: 0 });
    const deps = {
      backend: { listSessions: async () => ok([]) },
      keyring: { follow: async ({ rev }: KeyDocument) => void followed.push(rev) },
      session: {
        keys,
        store: createStore({ kind: "signed-out" }),
        token: () => "token",
        inTurn: <Value>(run: () => Promise<Value>) => run(),
        followed: () => undefined,
      },
    } as unknown as SecurityDeps;
    const { server, load } = serving({ createSecurityService });
    const show = async (rev: number): Promise<void> => {
      keys.setState({ latest: asShown(rev) });
      await flushPromises();
    };
    return { server, followed, show, security: createLazySecurity(deps, load) };
  }

  it("loads only with keys, and follows earlier and later ones, each once", async () => {
    const { server, followed, show } = open();
    expect(server.asked).toBe(0);
    await show(1);
    await show(2);
    expect(followed).toEqual([1, 2]);
    expect(server.asked).toBe(1);
  });

  it("follows the newest keys once it can load, and retries with each update", async () => {
    const { server, followed, show } = open();
    server.isReachable = false;
    await show(1);
    expect(followed).toEqual([]);
    server.isReachable = true;
    await show(2);
    expect(followed).toEqual([2]);
  });

  it("reports an unreachable server while it cannot load, and retries", async () => {
    const { server, security } = open();
    server.isReachable = false;
    expect(await security.sessions()).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(await security.changePassword("Old 1 password", "New 1 password")).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(await security.holdsKey()).toBe(false);
    await security.cancelRotation();
    server.isReachable = true;
    expect(await security.sessions()).toEqual(ok([]));
  });
});

describe("approvals, whose code loads when requests are watched", () => {
  function open() {
    const timers = new ManualClock();
    const store = createStore<ApprovalState>({ asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] });
    const watching: string[] = [];
    const service = {
      store,
      ask: async () => ok(undefined),
      withdraw: async () => undefined,
      watch(pace: string) {
        watching.push(pace);
        return () => void watching.push("over");
      },
    } as unknown as ApprovalService;
    const { server, load } = serving({ createApprovalService: () => service });
    return { server, timers, store, watching, approvals: createLazyApprovals({ timers } as unknown as ApprovalDeps, load) };
  }

  it("watches once it can load, shows the requests, and stops when asked", async () => {
    const { server, timers, store, watching, approvals } = open();
    server.isReachable = false;
    const stop = approvals.watch("seldom");
    await timers.advance(APPROVAL.watchMs * 2);
    expect(watching).toEqual([]);
    server.isReachable = true;
    await timers.advance(APPROVAL.watchMs);
    expect(watching).toEqual(["seldom"]);
    store.setState({ incoming: [{ requestId: "r" } as Incoming] });
    expect(approvals.store.getState().incoming).toMatchObject([{ requestId: "r" }]);
    stop();
    expect(watching).toEqual(["seldom", "over"]);
  });

  it("does not start a watch that ended while the code loaded, nor retry it", async () => {
    const here = open();
    here.approvals.watch("often")();
    await here.timers.advance(APPROVAL.watchMs * 3);
    expect(here.watching).toEqual([]);

    const away = open();
    away.server.isReachable = false;
    away.approvals.watch("often")();
    await away.timers.advance(APPROVAL.watchMs * 3);
    expect(away.server.asked).toBe(1);
  });

  it("reports an unreachable server while it cannot load, and retries", async () => {
    const { server, approvals } = open();
    server.isReachable = false;
    expect(await approvals.ask()).toEqual({ ok: false, problem: { kind: "unreachable" } });
    await approvals.withdraw();
    expect(approvals.store.getState().asking).toEqual({ kind: "idle" });
    server.isReachable = true;
    expect(await approvals.ask()).toEqual(ok(undefined));
  });
});

describe("unsent work of a revoked session, whose code loads if there is some", () => {
  const row = { vaultId: "vault", kind: "note", id: "n", bytes: new Uint8Array() } as const;

  async function open() {
    const library = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk("new")) });
    if (!library.ok) throw new Error("a store in memory opens always");
    const kept = createMemoryKeptStore();
    const { server, load } = serving({
      sealUnsent: async () => true,
      restoreUnsent: async (_deps: UnsentDeps, _library: unknown, vaultId: string) => {
        const listed = await kept.list(vaultId);
        if (listed.ok) await kept.remove(listed.value);
        return listed.ok ? listed.value.length : 0;
      },
    });
    const deps = { kept } as unknown as UnsentDeps;
    const seal = () => sealUnsentLazily(deps, async () => ok(new MemoryLocalStore(new MemoryDisk("old"))), load);
    return { server, kept, seal, restore: () => restoreUnsentLazily(deps, { library: library.value, vaultId: "vault" }, load) };
  }

  it("does not load for a vault without unsent work", async () => {
    const { server, kept, restore } = await open();
    await kept.put([{ ...row, vaultId: "other" }]);
    expect(await restore()).toBe(0);
    expect(server.asked).toBe(0);
  });

  it("stays stored if the code cannot load, and is restored with the next library", async () => {
    const { server, kept, restore } = await open();
    await kept.put([row]);
    server.isReachable = false;
    expect(await restore()).toBe(0);
    expect(kept.rows).toEqual([row]);
    server.isReachable = true;
    expect(await restore()).toBe(1);
    expect(kept.rows).toEqual([]);
  });

  it("does not count as sealed if the code cannot load, so that nothing is deleted", async () => {
    const { server, seal } = await open();
    server.isReachable = false;
    expect(await seal()).toBe(false);
    server.isReachable = true;
    expect(await seal()).toBe(true);
  });
});
