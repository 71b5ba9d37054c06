import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "../../library/notes/notes-service.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type Store } from "../../model/store.ts";
import type { Leadership } from "../../ports/environment.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createMemoryRemoteStore, MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { joinAll, printApproved } from "../../vault/approval/approved-versions.ts";
import { createSyncEngine } from "../cycle/sync-cycle.ts";
import { DEFAULT_SYNC_SETTINGS, type SyncSettings } from "../settings/sync-settings.ts";
import { createSyncService, type SyncMessage } from "./sync-service.ts";
import type { SyncService } from "./sync-service-types.ts";

let clock: ManualClock;
let drive: MemoryDrive;
let disk: MemoryDisk;
let problem: RemoteProblem | undefined;
/** Of what is created in the drive. */
let refusal: RemoteProblem | undefined;
const codec = createPlainCodec();
let calls: string[];
let joinTabs: ReturnType<typeof createMemoryTabs<SyncMessage>>;
let joinLibrary: ReturnType<typeof createMemoryTabs<never>>;
let locks: Leadership;
let settings: Store<SyncSettings>;
let line: Store<{ readonly isSilent: boolean }>;
/** While it is there, no request is answered. */
let answers: Promise<void> | undefined;

beforeEach(() => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  disk = new MemoryDisk("device");
  problem = undefined;
  refusal = undefined;
  calls = [];
  joinTabs = createMemoryTabs<SyncMessage>();
  joinLibrary = createMemoryTabs<never>();
  locks = createLocks();
  settings = createStore<SyncSettings>(DEFAULT_SYNC_SETTINGS);
  line = createStore<{ readonly isSilent: boolean }>({ isSilent: false });
  answers = undefined;
});

/** One holder at a time; the next in line takes over when the turn ends. */
function createLocks(): Leadership {
  let turn: Promise<void> = Promise.resolve();
  return {
    lead(_name, run) {
      const signal = { aborted: false };
      turn = turn.then(() => (signal.aborted ? undefined : run(signal)));
      return () => {
        signal.aborted = true;
      };
    },
  };
}

async function openTab({
  savesAutomatically = false,
  preferences = createMemoryPreferences(),
} = {}): Promise<{ notes: OpenedNotesService; sync: SyncService; goOnline: () => void }> {
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk), channel: joinLibrary() });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const onlineListeners: ((online: boolean) => void)[] = [];
  const fault = async (call: string, at: "before" | "after") => {
    if (at === "before") calls.push(call);
    if (at === "after") return undefined;
    await answers;
    return call === "create" ? (refusal ?? problem) : problem;
  };
  const sync = createSyncService({
    savesAutomatically: () => savesAutomatically,
    preferences,
    library,
    engine: createSyncEngine(codec),
    remote: createMemoryRemoteStore(drive, { md5: codec.md5, fault }),
    mayPack: () => false,
    ids: createSequenceIds(),
    clock,
    timers: clock,
    random: () => 0.5,
    network: {
      isOnline: () => true,
      onChange(listener) {
        onlineListeners.push(listener);
        return () => {};
      },
    },
    line,
    leadership: locks,
    channel: joinTabs(),
    isVisible: () => true,
    onVisible: () => () => {},
    settings,
  });
  const notes = createNotesService({
    library,
    clock,
    timers: clock,
    ids: createSequenceIds(),
    isSyncing: () => sync.store.getState().phase === "syncing",
  });
  return {
    notes,
    sync,
    goOnline: () => {
      for (const listener of onlineListeners) listener(true);
    },
  };
}

describe("B3 Sync state, before anything syncs", () => {
  it("knows after a reload without a drive when the device was last in step, and what is unsynced", async () => {
    const before = await openTab();
    before.sync.start();
    await clock.advance(100);
    const { lastCompleteAt } = before.sync.store.getState();
    await before.sync.stop();
    expect((await before.notes.create({ title: "Milk", content: "" }, null)).ok).toBe(true);
    expect(before.sync.store.getState()).toMatchObject({ phase: "off", pendingCount: 1 });

    const after = await openTab();

    expect(lastCompleteAt).toBeDefined();
    expect(after.sync.store.getState()).toMatchObject({ phase: "off", lastCompleteAt, pendingCount: 1 });
  });
});

describe("sync.md §5: refusals park", () => {
  it("says why something waits, until the drive has taken it", async () => {
    const { notes, sync } = await openTab();
    sync.start();
    await clock.advance(100);
    expect(sync.store.getState()).toMatchObject({ pendingCount: 0, refusal: undefined });

    refusal = { kind: "storage-full" };
    await notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(SYNC.editCyclesEveryMs);
    expect(sync.store.getState()).toMatchObject({ phase: "idle", problem: undefined, pendingCount: 1, refusal: "storage-full" });
    await sync.stop();
    expect((await openTab()).sync.store.getState()).toMatchObject({ phase: "off", pendingCount: 1, refusal: "storage-full" });

    refusal = undefined;
    sync.start();
    await clock.advance(100);
    expect(sync.store.getState()).toMatchObject({ pendingCount: 0, refusal: undefined });
  });

  it("asks a full drive at most every five seconds, however many notes wait", async () => {
    const { notes, sync } = await openTab();
    refusal = { kind: "storage-full" };
    for (let at = 0; at < 12; at += 1) await notes.create({ title: `Note ${at}`, content: "" }, null);
    sync.start();
    await clock.advance(100);
    calls.length = 0;
    for (let second = 0; second < 60; second += 1) await clock.advance(1000);
    const asked = calls.filter((call) => call === "create").length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(60_000 / SYNC.refusedFirstMs);
    refusal = undefined;
    await clock.advance(2 * SYNC.refusedMaxMs);
    expect(sync.store.getState()).toMatchObject({ pendingCount: 0, refusal: undefined });
  });
});

describe("B4 stopped and started again", () => {
  it("syncs at once, however long it was stopped", async () => {
    for (const stoppedMs of [0, 1000, SYNC.pollVisibleMs, 3_600_000]) {
      const { notes, sync } = await openTab();
      sync.start();
      await clock.advance(100);
      await sync.stop();
      await notes.create({ title: "Milk", content: "" }, null);
      await clock.advance(stoppedMs);

      sync.start();
      await clock.advance(100);

      expect(sync.store.getState(), `${stoppedMs} ms`).toMatchObject({ phase: "idle", pendingCount: 0 });
      await sync.stop();
    }
  });

  it("is started, and not called stopped, when that comes before the stop has ended", async () => {
    const { notes, sync } = await openTab();
    sync.start();
    await clock.advance(100);
    await notes.create({ title: "Milk", content: "" }, null);
    const asked = sync.syncNow();
    const stopped = sync.stop();
    sync.start();
    await stopped;
    expect(sync.store.getState().phase).not.toBe("off");
    await clock.advance(100);
    expect(sync.store.getState()).toMatchObject({ phase: "idle", pendingCount: 0 });
    await asked;
  });

  it("syncs all requests soon after the last start, in any order of arrivals", async () => {
    type Step =
      | { readonly kind: "start" | "stop" | "stop-unawaited" | "edit" | "ask" | "online" }
      | { readonly kind: "wait"; readonly ms: number };
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constantFrom("start", "stop", "stop-unawaited", "edit", "ask", "online") }),
      fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(0, 1, 1900, 40_000, 100_000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, hasOther) => {
        [disk, drive, locks] = [new MemoryDisk("device"), new MemoryDrive(), createLocks()];
        const [tab, other] = [await openTab(), await openTab()];
        if (hasOther) other.sync.start();
        for (const one of steps) {
          if ("ms" in one) await clock.advance(one.ms);
          else if (one.kind === "start") tab.sync.start();
          else if (one.kind === "stop") await tab.sync.stop();
          else if (one.kind === "stop-unawaited") void tab.sync.stop();
          else if (one.kind === "edit") await tab.notes.create({ title: "Milk", content: "" }, null);
          else if (one.kind === "ask") void tab.sync.syncNow();
          else tab.goOnline();
        }
        await tab.notes.create({ title: "Milk", content: "" }, null);
        tab.sync.start();
        await clock.advance(SYNC.editCyclesEveryMs);
        expect(tab.sync.store.getState()).toMatchObject({ phase: "idle", pendingCount: 0 });
        await Promise.all([tab.sync.stop(), other.sync.stop()]);
        expect(tab.sync.store.getState().phase).toBe("off");
      }),
      { numRuns: 80 },
    );
  });
});

describe("sync.md §5: pace", () => {
  it("carries an edit at once, and those that follow together, in one cycle every two seconds", async () => {
    const tab = await openTab();
    tab.sync.start();
    await clock.advance(100);
    const save = async () => void (await tab.notes.create({ title: "Milk", content: "" }, null));
    const sent = () => calls.filter((call) => call === "create").length;
    await save();
    await clock.advance(SYNC.afterEditMs - 1);
    expect(sent()).toBe(0);
    await clock.advance(1);
    expect(sent()).toBe(1);
    expect(tab.sync.store.getState()).toMatchObject({ phase: "idle", pendingCount: 0, problem: undefined });

    calls.length = 0;
    for (let saved = 0; saved < 100; saved += 1) {
      await save();
      await clock.advance(100);
    }

    // One cycle asks for changes once.
    const cycles = calls.filter((call) => call === "changes").length;
    expect([cycles >= 4, cycles <= 5]).toEqual([true, true]);
    await clock.advance(SYNC.editCyclesEveryMs);
    expect([sent(), drive.files.size]).toEqual([100, 101]);
  });

  it("sends a note once in ten seconds while it is saved as it is typed", async () => {
    const tab = await openTab({ savesAutomatically: true });
    tab.sync.start();
    await clock.advance(100);
    const made = await tab.notes.create({ title: "Milk", content: "" }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    await clock.advance(SYNC.afterEditMs);
    calls.length = 0;
    const minutes = 10;
    for (let seconds = 0; seconds < minutes * 60; seconds += 1) {
      const opened = await tab.notes.open(made.value.noteId);
      if (opened.ok) await tab.notes.save(made.value.noteId, { title: "Milk", content: `<p>${seconds}</p>` }, { seen: opened.value });
      await clock.advance(1000);
    }

    const writes = calls.filter((call) => call === "update" || call === "create").length;
    expect(writes).toBeLessThanOrEqual(minutes * 6);
    expect(writes).toBeGreaterThan(minutes * 5);
  });

  it("asks every thirty seconds while nothing happens, with one request", async () => {
    const tab = await openTab();
    tab.sync.start();
    await clock.advance(100);
    calls.length = 0;

    await clock.advance(SYNC.pollVisibleMs * 3 + 500);

    expect(calls).toEqual(["prepare", "changes", "prepare", "changes", "prepare", "changes"]);
  });

  it("waits longer after each failure, up to twenty seconds, and hurries when the network is back", async () => {
    const tab = await openTab();
    problem = { kind: "offline" };
    tab.sync.start();
    await clock.advance(300_000);
    const tries = calls.filter((call) => call === "prepare").length;
    expect(tries).toBeGreaterThan(12);
    expect(tries).toBeLessThan(20);
    expect(tab.sync.store.getState()).toMatchObject({ phase: "waiting", problem: { kind: "offline" } });

    problem = undefined;
    tab.goOnline();
    await clock.advance(10);

    expect(tab.sync.store.getState()).toMatchObject({ phase: "idle", problem: undefined });
  });

  it("says that the drive does not answer while it waits for it, in every tab, and withdraws that when it does", async () => {
    const [first, second] = [await openTab(), await openTab()];
    problem = { kind: "server-error", status: 500 };
    first.sync.start();
    second.sync.start();
    await clock.advance(100);
    const problems = () => [first, second].map(({ sync }) => sync.store.getState().problem?.kind);
    expect(problems()).toEqual(["server-error", "server-error"]);
    let answer: () => void = () => undefined;
    answers = new Promise((resolve) => {
      answer = resolve;
    });
    await clock.advance(3000);
    expect(first.sync.store.getState().phase).toBe("syncing");

    line.setState({ isSilent: true });
    await flushPromises();
    expect(problems()).toEqual(["timed-out", "timed-out"]);
    line.setState({ isSilent: false });
    await flushPromises();
    expect(problems()).toEqual(["server-error", "server-error"]);

    line.setState({ isSilent: true });
    [answers, problem] = [undefined, undefined];
    answer();
    line.setState({ isSilent: false });
    await clock.advance(10);
    expect(problems()).toEqual([undefined, undefined]);
    expect(first.sync.store.getState().phase).toBe("idle");
  });

  it("asks again two seconds after a request without an answer", async () => {
    const tab = await openTab();
    problem = { kind: "timed-out", afterMs: 30_000 };
    tab.sync.start();
    await clock.advance(100);
    for (let times = 1; times <= 5; times += 1) {
      expect(calls.filter((call) => call === "prepare")).toHaveLength(times);
      await clock.advance(SYNC.retryFirstMs);
    }
  });

  it("answers the user's Sync with the truth", async () => {
    const tab = await openTab();
    tab.sync.start();
    await clock.advance(100);
    problem = { kind: "access-expired" };
    const refused = tab.sync.syncNow();
    await clock.advance(10);
    expect(await refused).toBe(false);

    problem = undefined;
    const done = tab.sync.syncNow();
    await clock.advance(10);
    expect(await done).toBe(true);
  });
});

describe("encryption.md 3.5 (6): a drive that shows an approved device less", () => {
  it("is reported after its listings had time to catch up, until it shows everything", async () => {
    const first = await openTab();
    first.sync.start();
    await first.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(1000);
    const seen = joinAll(first.sync.filesInDrive());
    expect(Object.values(seen)).toEqual([1]);
    const [device = ""] = Object.keys(seen);
    const preferences = createMemoryPreferences();
    const later = { [device]: 2 };
    preferences.write(LOCAL_KEYS.approvedSeen, printApproved({ seen: later, atMs: clock.now() }));
    await first.sync.stop();
    disk = new MemoryDisk("fresh");
    const fresh = await openTab({ preferences });
    fresh.sync.start();

    await clock.advance(120_000);
    expect(fresh.sync.store.getState().missingApprovedCount).toBe(0);
    await clock.advance(600_000);
    expect(fresh.sync.store.getState().missingApprovedCount).toBe(1);

    preferences.write(LOCAL_KEYS.approvedSeen, printApproved({ seen, atMs: clock.now() - 600_001 }));
    await clock.advance(60_000);
    expect(fresh.sync.store.getState().missingApprovedCount).toBe(0);
    expect(preferences.read(LOCAL_KEYS.approvedSeen)).toBeUndefined();
  });

  it("is reported even if the drive claims in a file's properties to have everything", async () => {
    const first = await openTab();
    first.sync.start();
    await first.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(1000);
    const [writer = ""] = Object.keys(joinAll(first.sync.filesInDrive()));
    const preferences = createMemoryPreferences();
    preferences.write(LOCAL_KEYS.approvedSeen, printApproved({ seen: { [writer]: 2 }, atMs: clock.now() - 600_001 }));
    await first.sync.stop();
    const [genuine] = drive.files.values();
    const properties = { id: "note-forged", kind: "note", owner: writer, superseded: false, vv: { [writer]: 9 } } as const;
    if (genuine !== undefined)
      drive.put({ ...genuine.meta, fileId: "forged", name: "forged", properties }, new Uint8Array([1]), "0".repeat(32));
    disk = new MemoryDisk("fresh");
    const fresh = await openTab({ preferences });

    fresh.sync.start();
    await clock.advance(60_000);

    expect(fresh.notes.store.getState().notes).toHaveLength(1);
    expect(fresh.sync.store.getState().missingApprovedCount).toBe(1);
  });
});

describe("sync.md §3 one syncing tab", () => {
  it("lets one of two tabs sync while both show the state and can request a sync", async () => {
    const first = await openTab();
    const second = await openTab();
    first.sync.start();
    second.sync.start();
    await clock.advance(100);
    calls.length = 0;
    await second.notes.create({ title: "Milk", content: "" }, null);

    const asked = second.sync.syncNow();
    await clock.advance(50);

    expect(await asked).toBe(true);
    expect(drive.files.size).toBe(1);
    expect(second.notes.store.getState().notes[0]?.sync).toEqual({ kind: "in-your-drive" });
    expect(calls.filter((call) => call === "changes").length).toBe(1);
  });

  it("hands over when the syncing tab closes", async () => {
    const first = await openTab();
    const second = await openTab();
    first.sync.start();
    second.sync.start();
    await clock.advance(100);

    await first.sync.stop();
    await flushPromises();
    await second.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(3000);

    expect(drive.files.size).toBe(1);
    expect(first.sync.store.getState().phase).toBe("off");
  });
});

describe("B3 autoSync and syncInterval", () => {
  it("waits for the user with autoSync off", async () => {
    settings.setState({ autoSync: false });
    const tab = await openTab();
    tab.sync.start();
    await tab.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(3_600_000);
    tab.goOnline();
    await clock.advance(1000);
    expect(calls).toEqual([]);

    const asked = tab.sync.syncNow();
    await clock.advance(10);
    expect(await asked).toBe(true);
    expect(drive.files.size).toBe(1);
    calls.length = 0;
    await clock.advance(3_600_000);
    expect(calls).toEqual([]);
  });

  it("turned on again, what is unsynced is sent at once", async () => {
    settings.setState({ autoSync: false });
    const tab = await openTab();
    tab.sync.start();
    await tab.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(60_000);
    settings.setState({ autoSync: true });
    await clock.advance(10);
    expect(drive.files.size).toBe(1);
  });

  it("a longer interval than the spec's holds for the page in front as well, from the moment it is chosen", async () => {
    const tab = await openTab();
    tab.sync.start();
    await clock.advance(100);
    calls.length = 0;
    settings.setState({ syncIntervalMs: 900_000 });
    await clock.advance(899_000);
    expect(calls).toEqual([]);
    await clock.advance(2000);
    expect(calls).toContain("changes");
  });

  it("writes a line for a cycle that transferred something and for one that was requested", async () => {
    const tab = await openTab();
    tab.sync.start();
    await tab.notes.create({ title: "Milk", content: "" }, null);
    await clock.advance(120_000);
    void tab.sync.syncNow();
    await clock.advance(10);
    const cycles = disk.log.flatMap((entry) => (entry.kind === "cycle" ? [[entry.uploaded, entry.problem]] : []));
    expect(cycles).toEqual([
      [1, undefined],
      [0, undefined],
    ]);
  });
});
