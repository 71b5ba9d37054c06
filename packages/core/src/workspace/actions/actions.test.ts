import { describe, expect, it } from "vitest";
import { ACTIONS, offeredActions, type Situation, shownKeys } from "./actions.ts";

const EMPTY: Situation = {
  kind: "cloud",
  activeTab: "none",
  tabCount: 0,
  folderCount: 2,
  isPinned: false,
  isDay: false,
  template: "none",
  ownFolder: "none",
  orphanedDrafts: 0,
  openConflicts: 0,
  hasPendingRecoveryKey: false,
  sensitive: "locked",
};

describe("A2.15 table of actions", () => {
  it("has unique names and unique keys", () => {
    const ids = ACTIONS.map(({ id }) => id);
    const keys = ACTIONS.flatMap((action) => action.keys.map((one) => JSON.stringify(Object.entries(one).sort())));

    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("shows Alt+N for a new note, because browsers reserve Ctrl+Shift+N", () => {
    expect(shownKeys("new-note")).toEqual({ code: "KeyN", alt: true });
    expect(shownKeys("delete-note")).toBeUndefined();
  });

  it("offers the actions that need no open tab", () => {
    const offered = offeredActions(EMPTY);

    expect(offered).toEqual(expect.arrayContaining(["new-note", "new-folder", "settings", "sync", "sign-out"]));
    for (const id of ["palette", "save", "edit-note", "delete-note", "next-tab", "drafts", "clear-local"])
      expect(offered).not.toContain(id);
  });

  it("offers saving in an editor, and editing in a view", () => {
    expect(offeredActions({ ...EMPTY, activeTab: "edit", tabCount: 1 })).toEqual(
      expect.arrayContaining(["save", "delete-note", "close-tab"]),
    );
    const reading = offeredActions({ ...EMPTY, activeTab: "view", tabCount: 2 });
    expect(reading).toEqual(expect.arrayContaining(["edit-note", "move-note", "next-tab", "close-other-tabs"]));
    expect(reading).not.toContain("save");
  });

  it("offers to pin unpinned notes, and to change and delete the shown folder", () => {
    const reading = { ...EMPTY, activeTab: "view", tabCount: 1 } as const;
    expect(offeredActions(reading)).toContain("pin-note");
    expect(offeredActions(reading)).not.toContain("unpin-note");
    expect(offeredActions({ ...reading, isPinned: true })).toContain("unpin-note");
    expect(offeredActions({ ...reading, isPinned: true })).not.toContain("pin-note");
    expect(offeredActions(EMPTY)).not.toContain("edit-folder");
    expect(offeredActions({ ...EMPTY, ownFolder: "empty" })).toEqual(expect.arrayContaining(["edit-folder", "delete-folder"]));
    expect(offeredActions({ ...EMPTY, ownFolder: "in-use" })).not.toContain("delete-folder");
  });

  it("locks the Sensitive folder by Alt+L, and offers to open it while locked", () => {
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
