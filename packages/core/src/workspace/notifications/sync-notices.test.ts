import { describe, expect, it } from "vitest";
import { createStore } from "../../model/store.ts";
import type { CycleProblem } from "../../sync/context/cycle-types.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { createStatusService } from "./status-service.ts";
import { watchSync } from "./sync-notices-service.ts";

type Options = { readonly isInitial?: boolean; readonly noteCount?: number; readonly lastCompleteAt?: number };

function setup({ isInitial = false, noteCount = 0, ...completed }: Options = {}) {
  const store = createStore<SyncState>({ phase: "idle", pendingCount: 0, unreadableCount: 0, ...completed });
  const status = createStatusService({ timers: new ManualClock() });
  const did: string[] = [];
  const seen = { noteCount };
  watchSync({
    sync: { store, syncNow: async () => did.push("sync") > 0 },
    status,
    noteCount: () => seen.noteCount,
    isInitial,
    onComplete: () => void did.push("complete"),
    workOffline: () => did.push("offline"),
  });
  const end = (problem?: CycleProblem) => {
    store.setState({ phase: "syncing" });
    store.setState({ phase: problem === undefined ? "idle" : "waiting", problem });
  };
  const messageIds = () => status.store.getState().shown.map(({ message }) => message.id);
  return { end, messageIds, did, seen, shown: () => status.store.getState().shown };
}

const DOWN: CycleProblem = { kind: "server-error", status: 503 };
const SLOW: CycleProblem = { kind: "timed-out", afterMs: 30_000 };

describe("B8 sync toasts before the first complete sync", () => {
  it("shows 'Initial sync failed. Click here to retry.' for 8 s and retries", () => {
    const { end, messageIds, shown, did } = setup({ isInitial: true });
    end(DOWN);
    expect(messageIds()).toEqual(["initial-sync-failed"]);
    expect(shown()[0]?.durationMs).toBe(8000);
    shown()[0]?.action?.run();
    expect(did).toEqual(["sync"]);
  });

  it("reports a time-out with an empty list as slow, for 8 s", () => {
    const { end, messageIds, shown } = setup({ isInitial: true });
    end(SLOW);
    expect(messageIds()).toEqual(["initial-sync-slow"]);
    expect(shown()[0]?.durationMs).toBe(8000);
  });

  it("reports that other notes may be missing if some have arrived", () => {
    const { end, messageIds } = setup({ isInitial: true, noteCount: 3 });
    end(DOWN);
    expect(messageIds()).toEqual(["initial-sync-incomplete"]);
  });

  it("offers to work offline after three failures, once, for 10 s", () => {
    const { end, messageIds, shown, did } = setup({ isInitial: true });
    for (const problem of [DOWN, SLOW, { kind: "offline" } as const]) end(problem);
    expect(messageIds()).toEqual(["work-offline-offer"]);
    expect(shown()[0]?.durationMs).toBe(10_000);
    shown()[0]?.action?.run();
    expect(did).toEqual(["offline"]);
    const before = shown()[0]?.key;
    end(DOWN);
    expect(shown()[0]?.key).toBe(before);
  });

  it.each([0, 20])("B4 shows 'Full sync optimization active...' after a first sync of %i notes", (noteCount) => {
    const { end, messageIds, seen, shown } = setup({ isInitial: true });
    end(DOWN);
    seen.noteCount = noteCount;
    end();
    expect(messageIds()).toEqual(["full-sync-active"]);
    const first = shown()[0]?.key;
    end();
    expect(shown()[0]?.key).toBe(first);
  });

  it.each([
    [true, ["full-sync-active"]],
    [false, []],
  ])("B4 reports a first sync that was complete before anyone watched: %s", (isInitial, expected) => {
    const { messageIds, did } = setup({ isInitial, lastCompleteAt: 1 });
    expect(messageIds()).toEqual(expected);
    expect(did).toEqual(isInitial ? ["complete"] : []);
  });
});

describe("A8 Lists and search", () => {
  it("shows 'Using cached notes (sync failed)' once until a sync succeeds", () => {
    const { end, messageIds, shown } = setup({ noteCount: 5 });
    end(DOWN);
    expect(messageIds()).toEqual(["using-cached-notes"]);
    const first = shown()[0]?.key;
    end(DOWN);
    expect(shown()[0]?.key).toBe(first);
    end();
    end(SLOW);
    expect(shown()[0]?.key).not.toBe(first);
  });

  it("shows 'Failed to load notes from Google Drive' for an empty list", () => {
    const { end, messageIds } = setup();
    end(DOWN);
    expect(messageIds()).toEqual(["notes-load-failed"]);
  });

  it.each(["offline", "access-expired", "vault-locked", "target-changed", "stopped"] as const)(
    "shows nothing for %s, which is reported elsewhere",
    (kind) => {
      const { end, messageIds } = setup({ noteCount: 5 });
      end({ kind } as CycleProblem);
      expect(messageIds()).toEqual([]);
    },
  );
});
