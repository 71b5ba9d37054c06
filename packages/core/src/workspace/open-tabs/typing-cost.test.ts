/** Measures the cost of an hour of typing for drive, history and the user, in virtual time over the real library, engine and schedule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { createStore } from "../../model/store.ts";
import { createSyncEngine } from "../../sync/cycle/sync-cycle.ts";
import { createSyncService } from "../../sync/schedule/sync-service.ts";
import { DEFAULT_SYNC_SETTINGS } from "../../sync/settings/sync-settings.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryRemoteStore, MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createNoteNotices } from "../notifications/note-notices-service.ts";
import { createStatusService } from "../notifications/status-service.ts";
import { runAutosave } from "./autosave-service.ts";
import { createTabsService } from "./tabs-service.ts";

const WRITES = new Set(["create", "update"]);
const MINUTE_MS = 60_000;

/** A device whose only user types into one note; `writesAt` are the times of its writes to the drive. */
async function openDevice() {
  const [clock, disk, drive] = [new ManualClock(), new MemoryDisk("device"), new MemoryDrive()];
  const ids = createSequenceIds();
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const codec = createPlainCodec();
  const writesAt: number[] = [];
  const fault = async (call: string, at: "before" | "after") => {
    if (at === "before" && WRITES.has(call)) writesAt.push(clock.now());
    return undefined;
  };
  const common = { library, clock, timers: clock, ids };
  const sync = createSyncService({
    ...common,
    savesAutomatically: () => true,
    engine: createSyncEngine(codec),
    remote: createMemoryRemoteStore(drive, { md5: codec.md5, fault }),
    mayPack: () => false,
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
  const notes = createNotesService({ ...common, isSyncing: () => sync.store.getState().phase === "syncing" });
  const status = createStatusService({ timers: clock });
  let toasts = 0;
  status.store.subscribe(({ shown }) => {
    toasts += shown.length;
  });
  const notices = createNoteNotices({ notes, status, availability: () => "open", syncProblem: () => undefined, isLocal: false });
  const store = new MemoryLocalStore(disk);
  const tabs = createTabsService({ ...common, notes, drafts: store, tabs: store, windowId: "window", savesAutomatically: () => true });
  let saves = 0;
  runAutosave({
    ...{ tabs, timers: clock, clock, isChosen: () => true, isAsking: () => false },
    onSaved(note) {
      saves += 1;
      notices.autosaved(note);
    },
    onFailed: (_, problem) => expect.unreachable(problem.kind),
  });
  await tabs.restore();
  sync.start();
  const tabId = tabs.openNew(null);
  return {
    ...{ clock, notes, writesAt },
    type: (text: string) => tabs.editDraft(tabId, { content: `<p>${text}</p>` }),
    count: () => ({ saves, toasts, versions: [...disk.versions.values()].reduce((sum, ofOne) => sum + ofOne.size, 0) }),
  };
}

/** Types for `forMs` with these pauses between two words, over and over. */
async function type(pausesMs: readonly number[], forMs: number) {
  const device = await openDevice();
  const endMs = device.clock.now() + forMs;
  for (let word = 0; device.clock.now() < endMs; word += 1) {
    device.type(`word ${word}`);
    await device.clock.advance(pausesMs[word % pausesMs.length] ?? 1000);
  }
  await device.clock.advance(MINUTE_MS);
  await flushPromises();
  return device;
}

function leastGapMs(times: readonly number[]): number {
  return times.slice(1).reduce((least, at, index) => Math.min(least, at - (times[index] ?? 0)), Number.POSITIVE_INFINITY);
}

describe("decision 0042 cost of saving automatically", () => {
  it.each([
    ["without a pause", [400]],
    ["with pauses of three seconds", [300, 300, 3000]],
    ["with a pause of two minutes after each word", [121_000]],
  ])("keeps an hour of typing %s to 30 versions, a write in ten seconds and no toast", async (_, pausesMs) => {
    const { writesAt, count, notes } = await type(pausesMs, 60 * MINUTE_MS);
    const { saves, toasts, versions } = count();
    expect(saves).toBeGreaterThanOrEqual(28);
    expect(versions).toBeGreaterThan(0);
    expect(versions).toBeLessThanOrEqual(30);
    expect(leastGapMs(writesAt)).toBeGreaterThanOrEqual(SYNC.typedCyclesEveryMs);
    expect(SYNC.typedCyclesEveryMs).toBe(10_000);
    expect(toasts).toBe(0);
    expect(notes.store.getState().notes).toMatchObject([{ sync: { kind: "in-your-drive" } }]);
  });

  it("sends at most one write in ten seconds at any rhythm", async () => {
    const pause = fc.oneof(fc.integer({ min: 40, max: 900 }), fc.integer({ min: 1000, max: 25_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(pause, { minLength: 1, maxLength: 30 }), async (pausesMs) => {
        const { writesAt, count, notes } = await type(pausesMs, 4 * MINUTE_MS);
        expect(leastGapMs(writesAt)).toBeGreaterThanOrEqual(SYNC.typedCyclesEveryMs);
        expect(count()).toMatchObject({ toasts: 0 });
        expect(notes.store.getState().notes).toMatchObject([{ sync: { kind: "in-your-drive" } }]);
      }),
      { numRuns: 8 },
    );
  });
});
