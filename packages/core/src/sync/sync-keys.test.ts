import { beforeEach, describe, expect, it } from "vitest";
import { type Library, openLibrary } from "../library/index/library-service.ts";
import { createStore, type Store } from "../model/store.ts";
import { aNote } from "../testing/entities.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../testing/memory-preferences.ts";
import { createTestWriters } from "../testing/test-writers.ts";
import { PERSONAL_KEYS } from "../workspace/sign-out/personal-keys.ts";
import { keepSyncKeys } from "./schedule/sync-keys-service.ts";
import type { SyncState } from "./schedule/sync-service-types.ts";

let library: Library;
let sync: Store<SyncState>;
const clock = new ManualClock(5000);
let preferences: ReturnType<typeof createMemoryPreferences>;

beforeEach(async () => {
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk("device")) });
  if (!opened.ok) throw new Error("not opened");
  library = opened.value;
  sync = createStore<SyncState>({ phase: "off", pendingCount: 0, unreadableCount: 0 });
  preferences = createMemoryPreferences();
});

const all = () => Object.fromEntries(preferences.kept);

describe("A3, B3 browser storage keys", () => {
  it("report the last complete, failed and requested sync, and that the first one is done", async () => {
    const keys = keepSyncKeys({ library, sync, preferences, clock });
    await library.transact({}, () => ({ writes: { meta: { initialSyncCompleted: true } }, answer: undefined }), "sync");
    sync.setState({ phase: "syncing" });
    sync.setState({ phase: "idle", lastCompleteAt: 4000 });
    expect(all()).toEqual({
      lastSyncTime: "4000",
      lastFrontendSync: "4000",
      initialSyncCompleted: "true",
      syncState: "idle",
      frontendSyncQueue: "[]",
    });
    sync.setState({ phase: "waiting" });
    keys.forced();
    expect(all()).toMatchObject({ lastFailedSync: "5000", lastForcedSync: "5000", syncState: "waiting" });
  });

  it("report the last creation and what is unsynced, without a word of it, and are forgotten at sign-out", async () => {
    keepSyncKeys({ library, sync, preferences, clock });
    const note = aNote({ title: "Secret title", content: "<p>secret</p>" });
    await library.transact({}, () => ({ writes: { entities: [note] }, answer: undefined }), "user");
    sync.setState({ phase: "waiting" });
    expect(all()).toMatchObject({ lastNoteCreation: "5000" });
    expect(JSON.parse(all().frontendSyncQueue ?? "")).toMatchObject([{ id: note.id, type: "save_note", priority: "high" }]);
    expect(JSON.stringify(all()).toLowerCase()).not.toContain("secret");
    expect(Object.keys(all()).filter((key) => !PERSONAL_KEYS.includes(key))).toEqual([]);
  });

  it("B9 report at most a hundred of what is unsynced", async () => {
    keepSyncKeys({ library, sync, preferences, clock });
    const many = Array.from({ length: 150 }, (_, at) => aNote({ id: `note-${at}-x` }));
    await library.transact({}, () => ({ writes: { entities: many }, answer: undefined }), "user");
    sync.setState({ phase: "waiting" });
    expect(JSON.parse(all().frontendSyncQueue ?? "")).toHaveLength(100);
  });
});
