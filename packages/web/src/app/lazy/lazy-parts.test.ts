import type { AiState } from "@satchel/core/ai/ai-service-types.ts";
import type { CompressedImage } from "@satchel/core/document/images/image-compression.ts";
import { NO_AI_CONFIG } from "@satchel/core/model/ai/ai-config.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { ChatListener } from "@satchel/core/ports/ai.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { MaintenanceDeps } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { createWorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import type { SearchService, SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { describe, expect, it } from "vitest";
import { createLazyAi, createLazyImageCompressor, createLazyMigration } from "./lazy-account-services.ts";
import { createLazySearch, repairLazily } from "./lazy-library-services.ts";
import { createLazyMaintenance } from "./lazy-sync-services.ts";
import { createLazyBackup, createLazyUpgrade } from "./lazy-transfer-services.ts";
import type { AiParts, MigrationParts } from "./on-demand/compose-account.ts";
import type { SearchParts } from "./on-demand/compose-search.ts";
import type { BackupParts, UpgradeParts } from "./on-demand/compose-transfer.ts";
import type { RepairDeps } from "./on-demand/repair-cache.ts";

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

describe("repairing a broken database, whose code loads with a library", () => {
  const { server, load } = serving({ repairCache: async () => ok({ kind: "whole" } as const) });

  it("leaves the database unchanged if it cannot load, and retries with the library", async () => {
    server.isReachable = false;
    expect(await repairLazily({} as RepairDeps, load)).toEqual({ ok: false, problem: { kind: "not-loaded" } });
    server.isReachable = true;
    expect(await repairLazily({} as RepairDeps, load)).toEqual({ ok: true, value: { kind: "whole" } });
  });
});

describe("image compression, whose code loads with the first image", () => {
  it("reports a failure if it cannot load, and compresses the next image", async () => {
    const made = ok({ wasCompressed: true } as CompressedImage);
    const loaded = failed({ kind: "no-answer" } as const);
    const { server, load } = serving({ createImageCompressor: () => ({ compress: async () => made, loadRemote: async () => loaded }) });
    const imageCompressor = createLazyImageCompressor(load);
    const compress = () => imageCompressor.compress(new Blob(["1"]), () => undefined);
    const loadRemote = () => imageCompressor.loadRemote("https://a.b/c.png", () => undefined, new AbortController().signal);
    server.isReachable = false;
    expect([await compress(), await loadRemote()]).toEqual(Array(2).fill({ ok: false, problem: { kind: "image-worker-failed" } }));
    server.isReachable = true;
    expect([await compress(), await loadRemote()]).toEqual([made, loaded]);
  });
});

describe("the search, whose code loads when the page is idle or with the first term", () => {
  it("shows that it looks, reports a failure if it cannot load, and finds at the next try", async () => {
    const clock = new ManualClock();
    const workspace = createWorkspaceService({ timers: clock, preferences: createMemoryPreferences() });
    const off: SearchState = { term: "", phase: "off", noteIds: [], total: 0, words: [], excerpts: new Map() };
    const store = createUnionStore<SearchState>(off);
    const again = (): void => store.replace({ ...off, term: workspace.store.getState().term, phase: "found", noteIds: ["n"], total: 1 });
    const composeSearch = (): SearchService => {
      again();
      return { store, again, count: async () => 3, findAll: async () => ["n"], close: () => store.replace(off) };
    };
    const { server, load } = serving({ composeSearch });
    server.isReachable = false;
    const search = createLazySearch({ workspace } as unknown as SearchParts, load);
    const phases: string[] = [];
    search.store.subscribe(({ phase }) => phases.push(phase));
    workspace.type("heron");
    await clock.advance(300);
    expect(phases).toEqual(["looking", "failed"]);
    expect(await search.count("heron")).toBeUndefined();
    expect(search.store.getState()).toMatchObject({ term: "heron", phase: "failed" });
    server.isReachable = true;
    search.again();
    expect([await search.count("heron"), await search.findAll()]).toEqual([3, ["n"]]);
    expect(search.store.getState()).toMatchObject({ term: "heron", phase: "found", total: 1 });
    search.close();
    expect(search.store.getState().phase).toBe("off");
  });
});

describe("a backup, whose code loads on the first request", () => {
  function open() {
    const store = createUnionStore<BackupState>({ kind: "idle" });
    const { server, load } = serving({
      composeBackup: () => ({
        store,
        create: async () => store.replace({ kind: "writing", done: 0, total: 1 }),
        restore: async () => undefined,
        unlockLeft: async () => ok(undefined),
        cancel: () => store.replace({ kind: "idle" }),
        reset: () => store.replace({ kind: "idle" }),
      }),
    });
    return { server, backup: createLazyBackup({} as BackupParts, load) };
  }

  it("reports a failure if it cannot load, and succeeds at the next try", async () => {
    const { server, backup } = open();
    server.isReachable = false;
    await backup.create(undefined);
    expect(backup.store.getState()).toMatchObject({ kind: "failed", work: "backup", problem: { kind: "code-missing" } });
    await backup.restore({ name: "a.zip", size: 1 }, undefined);
    expect(backup.store.getState()).toMatchObject({ kind: "failed", work: "restore" });
    expect(await backup.unlockLeft("", undefined)).toMatchObject({ ok: false });
    backup.reset();
    expect(backup.store.getState()).toEqual({ kind: "idle" });

    server.isReachable = true;
    await backup.create(undefined);
    expect(backup.store.getState()).toEqual({ kind: "writing", done: 0, total: 1 });
    backup.cancel();
    expect(backup.store.getState()).toEqual({ kind: "idle" });
  });

  it("shows a request as started while its code loads, and drops it if canceled", async () => {
    const calls: string[] = [];
    const store = createUnionStore<BackupState>({ kind: "idle" });
    const note = (call: string) => async () => void calls.push(call);
    const composed = {
      composeBackup: () => ({
        store,
        create: note("create"),
        restore: note("restore"),
        unlockLeft: async () => ok(undefined),
        cancel: note("cancel"),
        reset: note("reset"),
      }),
    };
    let arrive = (_code: typeof composed): void => undefined;
    const code = new Promise<typeof composed>((resolve) => {
      arrive = resolve;
    });
    const backup = createLazyBackup({} as BackupParts, () => code);
    const first = backup.create(undefined);
    expect(backup.store.getState()).toEqual({ kind: "writing", done: 0, total: 0 });
    await backup.restore({ name: "a.zip", size: 1 }, undefined);
    backup.reset();
    expect(backup.store.getState()).toMatchObject({ kind: "writing" });
    backup.cancel();
    expect(backup.store.getState()).toEqual({ kind: "idle" });
    const second = backup.restore({ name: "a.zip", size: 1 }, undefined);
    expect(backup.store.getState()).toEqual({ kind: "restoring", step: "validating", percent: 0 });
    arrive(composed);
    await Promise.all([first, second]);
    expect(calls).toEqual(["restore"]);
  });
});

describe("moving local mode's notes into an account, whose code loads if there are any", () => {
  const OFF: SyncState = { phase: "off", pendingCount: 0, unreadableCount: 0 };

  function open(isLocalMode: boolean) {
    const sync = createStore<SyncState>(OFF);
    const store = createUnionStore<UpgradeState>({ kind: "none" });
    let looks = 0;
    const { server, load } = serving({
      composeUpgrade: () => ({
        store,
        look: async () => {
          looks += 1;
          store.replace({ kind: "offered", counts: { notes: 1, folders: 0, attachments: 0, drafts: 0 } });
        },
        begin: async () => undefined,
        joinSensitive: async () => ok(undefined),
        close: () => undefined,
      }),
    });
    const parts = { sync, local: { isOn: () => isLocalMode } } as unknown as UpgradeParts;
    return { sync, server, upgrade: createLazyUpgrade(parts, load), looks: () => looks };
  }

  it("is looked for once, and retried with a sync if it could not load", async () => {
    const { sync, server, upgrade, looks } = open(true);
    server.isReachable = false;
    await upgrade.look();
    expect(upgrade.store.getState()).toEqual({ kind: "none" });

    server.isReachable = true;
    sync.setState({ phase: "syncing" });
    await expect.poll(() => upgrade.store.getState().kind).toBe("offered");
    sync.setState({ phase: "idle" });
    await upgrade.look();
    expect(looks()).toBe(1);
  });

  it("does not load if local mode is off, or once the library is closed", async () => {
    const [none, closed] = [open(false), open(true)];
    await none.upgrade.look();
    closed.upgrade.close();
    closed.sync.setState({ phase: "syncing" });
    await Promise.resolve();
    expect([none.server.asked, closed.server.asked]).toEqual([0, 0]);
  });
});

describe("writing with AI, whose code loads with its dialog", () => {
  function open() {
    const stopped: string[] = [];
    const { server, load } = serving({
      composeAi: () => ({
        store: createUnionStore<AiState>({ phase: "ready", config: NO_AI_CONFIG, operator: null }),
        read: async () => undefined,
        save: async () => ok(undefined),
        ask(prompt: string, { onText }: ChatListener) {
          onText(prompt);
          return () => void stopped.push(prompt);
        },
      }),
    });
    return { server, stopped, ai: createLazyAi({} as AiParts, load) };
  }
  const listen = () => {
    const received: unknown[] = [];
    return {
      received,
      listener: { onText: (text: string) => void received.push(text), onEnd: (result: unknown) => void received.push(result) },
    };
  };

  it("reports the host as out of reach if it cannot load, and retries", async () => {
    const { server, ai } = open();
    const [first, second] = [listen(), listen()];
    server.isReachable = false;
    await ai.read();
    expect(ai.store.getState().phase).toBe("failed");
    ai.ask("Write", first.listener);
    await expect.poll(() => first.received).toEqual([{ ok: false, problem: { kind: "offline" } }]);

    server.isReachable = true;
    await ai.read();
    expect(ai.store.getState().phase).toBe("ready");
    ai.ask("Write", second.listener);
    await expect.poll(() => second.received).toEqual(["Write"]);
  });

  it("drops a request stopped while the code loaded, and stops a running one", async () => {
    const { stopped, ai } = open();
    const [first, second] = [listen(), listen()];
    ai.ask("Never", first.listener)();
    const stop = ai.ask("Write", second.listener);
    await expect.poll(() => second.received).toEqual(["Write"]);
    stop();
    expect([first.received, stopped]).toEqual([[], ["Write"]]);
  });
});

describe("drive maintenance and a change of plan, whose code loads on request", () => {
  it("reports the drive as out of reach if maintenance cannot load", async () => {
    const maintenance = createLazyMaintenance({} as MaintenanceDeps, async () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await maintenance.scan()).toEqual({ ok: false, problem: { kind: "offline" } });
  });

  it("continues a change at once or when the network returns, and loads only then", async () => {
    const preferences = createMemoryPreferences();
    let goOnline = (_isOnline: boolean): void => undefined;
    let resumed = 0;
    const { server, load } = serving({
      composeMigration: () => ({
        store: createUnionStore({ kind: "none" as const }),
        change: async () => undefined,
        async resume() {
          resumed += 1;
        },
        cancel: async () => undefined,
        look: async () => undefined,
      }),
    });
    const network = {
      onChange(listener: (isOnline: boolean) => void) {
        goOnline = listener;
        return () => undefined;
      },
    };
    const migration = createLazyMigration({} as MigrationParts, { preferences, network }, load);
    await migration.resume();
    expect(server.asked).toBe(0);

    preferences.write(LOCAL_KEYS.planMove, JSON.stringify({ from: "free", to: "pro", madeFolder: false }));
    server.isReachable = false;
    await migration.resume();
    expect(await migration.change("pro")).toBe("unreachable");
    expect(resumed).toBe(0);
    server.isReachable = true;
    goOnline(true);
    await expect.poll(() => resumed).toBe(1);
  });
});
