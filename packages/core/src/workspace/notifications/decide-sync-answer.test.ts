import { describe, expect, it } from "vitest";
import { decideSyncAnswer } from "./decide-drive-status.ts";

const state = { phase: "idle", pendingCount: 0, unreadableCount: 0 } as const;

describe("A4 Manual sync: the message at its end", () => {
  it("is 'Sync completed!' where nothing was left behind, and that it failed where it did", () => {
    expect(decideSyncAnswer(true, state)).toEqual({ id: "sync-completed" });
    expect(decideSyncAnswer(false, state)).toEqual({ id: "sync-failed" });
    expect(decideSyncAnswer(false, { ...state, pendingCount: 2, refusal: "storage-full" })).toEqual({ id: "sync-failed" });
  });

  it("is what waits, and why, where the drive did not take all of it", () => {
    expect(decideSyncAnswer(true, { ...state, pendingCount: 2, refusal: "storage-full" })).toEqual({
      id: "changes-wait",
      count: 2,
      reason: "storage-full",
    });
    expect(decideSyncAnswer(true, { ...state, pendingCount: 1 })).toEqual({ id: "changes-wait", count: 1, reason: undefined });
  });
});
