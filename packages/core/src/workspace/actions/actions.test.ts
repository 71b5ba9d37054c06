import { describe, expect, it } from "vitest";
import { ACTIONS, offeredActions, type Situation, shownKeys } from "./actions.ts";

const EMPTY: Situation = {
  kind: "cloud",
  activeTab: "none",
  tabCount: 0,
  folderCount: 2,
  isPinned: false,
  ownFolder: "none",
  orphanedDrafts: 0,
  openConflicts: 0,
  hasPendingRecoveryKey: false,
  sensitive: "locked",
};

describe("A2.15 the table of actions", () => {
  it("names each action once, and gives no two of them the same keys", () => {
    const ids = ACTIONS.map(({ id }) => id);
    const keys = ACTIONS.flatMap((action) => action.keys.map((one) => JSON.stringify(Object.entries(one).sort())));

    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("shows Alt+N for a new note, since browsers keep Ctrl+Shift+N for themselves", () => {
    expect(shownKeys("new-note")).toEqual({ code: "KeyN", alt: true });
    expect(shownKeys("delete-note")).toBeUndefined();
  });

  it("offers what can be done where nothing is open", () => {
    const offered = offeredActions(EMPTY);

    expect(offered).toEqual(expect.arrayContaining(["new-note", "new-folder", "settings", "sync", "sign-out"]));
    for (const id of ["palette", "save", "edit-note", "delete-note", "next-tab", "drafts", "clear-local"])
      expect(offered).not.toContain(id);
  });

  it("offers saving where something is written, and editing where something is read", () => {
    expect(offeredActions({ ...EMPTY, activeTab: "edit", tabCount: 1 })).toEqual(
      expect.arrayContaining(["save", "delete-note", "close-tab"]),
    );
    const reading = offeredActions({ ...EMPTY, activeTab: "view", tabCount: 2 });
    expect(reading).toEqual(expect.arrayContaining(["edit-note", "move-note", "next-tab", "close-other-tabs"]));
    expect(reading).not.toContain("save");
  });

  it("offers to pin what is not pinned, and to change and delete the folder that is shown", () => {
    const reading = { ...EMPTY, activeTab: "view", tabCount: 1 } as const;
    expect(offeredActions(reading)).toContain("pin-note");
    expect(offeredActions(reading)).not.toContain("unpin-note");
    expect(offeredActions({ ...reading, isPinned: true })).toContain("unpin-note");
    expect(offeredActions({ ...reading, isPinned: true })).not.toContain("pin-note");
    expect(offeredActions(EMPTY)).not.toContain("edit-folder");
    expect(offeredActions({ ...EMPTY, ownFolder: "empty" })).toEqual(expect.arrayContaining(["edit-folder", "delete-folder"]));
    expect(offeredActions({ ...EMPTY, ownFolder: "in-use" })).not.toContain("delete-folder");
  });

  it("locks the Sensitive folder by Alt+L while it is unlocked, and offers to open it while it is not", () => {
    expect(shownKeys("lock-sensitive")).toEqual({ code: "KeyL", alt: true });
    expect(offeredActions(EMPTY)).toContain("unlock-sensitive");
    expect(offeredActions(EMPTY)).not.toContain("lock-sensitive");
    expect(offeredActions({ ...EMPTY, sensitive: "not-set-up" })).toContain("unlock-sensitive");
    expect(offeredActions({ ...EMPTY, sensitive: "unlocked" })).toContain("lock-sensitive");
    expect(offeredActions({ ...EMPTY, sensitive: "unlocked" })).not.toContain("unlock-sensitive");
  });

  it("offers local mode its own exit and no sync", () => {
    const offered = offeredActions({ ...EMPTY, kind: "local" });

    expect(offered).toContain("clear-local");
    for (const id of ["sync", "sync-log", "sign-out"]) expect(offered).not.toContain(id);
  });
});
