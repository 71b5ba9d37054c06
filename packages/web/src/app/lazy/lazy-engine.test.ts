import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import { createStore } from "@satchel/core/model/store.ts";
import { createSyncEngine } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { createSyncService } from "@satchel/core/sync/schedule/sync-service.ts";
import { DEFAULT_SYNC_SETTINGS } from "@satchel/core/sync/settings/sync-settings.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemoryRemoteStore, MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { describe, expect, it } from "vitest";
import { createLazyEngine } from "./lazy-sync-services.ts";

/** A library whose engine loads when `arrive` is called; before `reachable` it cannot be fetched at all. */
async function open() {
  const clock = new ManualClock();
  const drive = new MemoryDrive();
  const codec = createPlainCodec();
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk("device")) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server = { isReachable: true, arrive: () => arrive(), asked: 0 };
  const engine = createLazyEngine(
    codec,
    async () => {
      server.asked += 1;
      if (!server.isReachable) throw new TypeError("Failed to fetch dynamically imported module");
      await arrived;
      return { createSyncEngine };
    },
    async () => codec.md5,
  );
  const sync = createSyncService({
    library,
    engine,
    remote: createMemoryRemoteStore(drive, { md5: codec.md5 }),
    mayPack: () => false,
    ids: createSequenceIds(),
    clock,
    timers: clock,
    random: () => 0.5,
    network: { isOnline: () => true, onChange: () => () => undefined },
    leadership: {
      lead(_name, run) {
        void run({ aborted: false });
        return () => undefined;
      },
    },
    isVisible: () => true,
    onVisible: () => () => undefined,
    settings: createStore(DEFAULT_SYNC_SETTINGS),
  });
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  const sent = (): number => [...library.index.entities.values()].filter(({ id }) => library.index.filesOf(id).length > 0).length;
  return { clock, library, engine, server, sync, notes, sent };
}

describe("sync engine that loads after the list", () => {
  it("uploads what was saved while it loaded", async () => {
    const { clock, server, sync, notes, sent } = await open();
    sync.start();
    await clock.advance(0);
    expect(server.asked).toBe(1);
    expect((await notes.create({ title: "Milk", content: "" }, null)).ok).toBe(true);
    expect(sent()).toBe(0);

    server.arrive();
    await clock.advance(SYNC.editCyclesEveryMs);

    expect(sent()).toBe(1);
    expect(sync.store.getState()).toMatchObject({ phase: "idle", pendingCount: 0 });
  });

  it("reports the drive as out of reach if it cannot load, keeps changes, and retries", async () => {
    const { clock, server, sync, notes, sent } = await open();
    server.isReachable = false;
    sync.start();
    await clock.advance(0);
    expect((await notes.create({ title: "Milk", content: "" }, null)).ok).toBe(true);
    await clock.advance(SYNC.editCyclesEveryMs);
    expect(sync.store.getState()).toMatchObject({ phase: "waiting", problem: { kind: "offline" }, pendingCount: 1 });

    server.isReachable = true;
    await clock.advance(SYNC.retryMaxMs);
    server.arrive();
    await clock.advance(0);

    expect(sent()).toBe(1);
    expect(sync.store.getState()).toMatchObject({ phase: "idle", problem: undefined, pendingCount: 0 });
  });

  it("does not write to the drive if the library closed before it loaded", async () => {
    const { clock, server, sync, notes, sent } = await open();
    await notes.create({ title: "Milk", content: "" }, null);
    sync.start();
    await clock.advance(0);
    const stopped = sync.stop();
    server.arrive();
    await stopped;
    await flushPromises();
    expect(sent()).toBe(0);
    expect(sync.store.getState().phase).toBe("off");
  });

  it("reports that an answer about removals was not stored", async () => {
    const { clock, library, engine, server } = await open();
    server.isReachable = false;
    expect(await engine.resolveRemovals(library, clock, "keep")).toMatchObject({ ok: false, problem: { kind: "code-missing" } });
  });
});
