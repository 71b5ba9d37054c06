import { describe, expect, it } from "vitest";
import type { ConnectionState } from "../../connection/connection-service-types.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import { findPendingNotes } from "./decide-drive-status.ts";

const of = (phase: SyncState["phase"], kind: ConnectionState["kind"], more: Partial<SyncState> = {}, autoSync = true) =>
  findPendingNotes({ phase, pendingCount: 0, unreadableCount: 0, ...more }, kind, autoSync);

describe("A2.9 Empty state: notes that may still come", () => {
  it.each(["connecting", "connected", "disconnected", "expired", "none"] as const)("none may on a device that was in step, %s", (kind) => {
    expect(of("syncing", kind, { lastCompleteAt: 1 })).toBeUndefined();
    expect(of("off", kind, { lastCompleteAt: 1 })).toBeUndefined();
  });

  it("they are awaited while the first sync runs, and tried for again after it failed", () => {
    expect(of("syncing", "connected")).toBe("awaited");
    expect(of("waiting", "connected", { problem: { kind: "offline" } })).toBe("failed");
  });

  it("they are awaited before the first sync begins, unless it begins only when asked", () => {
    expect(of("idle", "connected")).toBe("awaited");
    expect(of("idle", "connected", {}, false)).toBe("out-of-reach");
    expect(of("idle", "connected", { lastCompleteAt: 1 }, false)).toBeUndefined();
  });

  it("where no sync runs they are in a drive that is unreachable, or that the user paused", () => {
    expect(of("off", "connecting")).toBe("awaited");
    for (const kind of ["disconnected", "expired", "connected"] as const) expect(of("off", kind)).toBe("out-of-reach");
  });

  it("without a drive there are none but those that are here", () => {
    expect(of("off", "none")).toBeUndefined();
  });
});
