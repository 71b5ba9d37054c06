import { describe, expect, it } from "vitest";
import { decideSyncAnswer } from "./decide-drive-status.ts";

const state = { phase: "idle", pendingCount: 0, unreadableCount: 0 } as const;

describe("A4 Manual sync: final message", () => {
  it("is 'Sync completed!' if nothing is pending, or reports the failure", () => {
    expect(decideSyncAnswer(true, state)).toEqual({ id: "sync-completed" });
    expect(decideSyncAnswer(false, state)).toEqual({ id: "sync-failed" });
    expect(decideSyncAnswer(false, { ...state, pendingCount: 2, refusal: "storage-full" })).toEqual({ id: "sync-failed" });
  });

  it("reports what is pending and why, if the drive refused part of it", () => {
    expect(decideSyncAnswer(true, { ...state, pendingCount: 2, refusal: "storage-full" })).toEqual({
      id: "changes-wait",
      count: 2,
      reason: "storage-full",
    });
    expect(decideSyncAnswer(true, { ...state, pendingCount: 1 })).toEqual({ id: "changes-wait", count: 1, reason: undefined });
  });
});
