import { describe, expect, it } from "vitest";
import type { ConnectionState } from "../../connection/connection-service-types.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import { findPendingNotes } from "./decide-drive-status.ts";

const of = (phase: SyncState["phase"], kind: ConnectionState["kind"], more: Partial<SyncState> = {}, autoSync = true) =>
  findPendingNotes({ phase, pendingCount: 0, unreadableCount: 0, ...more }, kind, autoSync);

describe("A2.9 Empty state: notes that may still arrive", () => {
  it.each(["connecting", "connected", "disconnected", "expired", "none"] as const)(
    "does not expect notes on a device that has synced, %s",
    (kind) => {
      expect(of("syncing", kind, { lastCompleteAt: 1 })).toBeUndefined();
      expect(of("off", kind, { lastCompleteAt: 1 })).toBeUndefined();
    },
  );

  it("expects notes during the first sync, and retries after its failure", () => {
    expect(of("syncing", "connected")).toBe("awaited");
    expect(of("waiting", "connected", { problem: { kind: "offline" } })).toBe("failed");
  });

  it("expects notes before the first sync, unless it must be started by hand", () => {
    expect(of("idle", "connected")).toBe("awaited");
    expect(of("idle", "connected", {}, false)).toBe("out-of-reach");
    expect(of("idle", "connected", { lastCompleteAt: 1 }, false)).toBeUndefined();
  });

  it("reports an unreachable or paused drive while no sync runs", () => {
    expect(of("off", "connecting")).toBe("awaited");
    for (const kind of ["disconnected", "expired", "connected"] as const) expect(of("off", kind)).toBe("out-of-reach");
  });

  it("does not expect notes without a drive", () => {
    expect(of("off", "none")).toBeUndefined();
  });
});
