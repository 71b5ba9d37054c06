import { describe, expect, it } from "vitest";
import { matchRoute, type RouteMatch } from "../../model/routes.ts";
import type { OpenTabs, Tab } from "./tab.ts";
import { decideTab, locationOf, type TabLocationState } from "./tab-location.ts";

const common = { isExpanded: false, createdAt: 0 };
const view: Tab = { ...common, id: "v", type: "view", noteId: "note-1", title: "" };
const edit: Tab = { ...common, id: "e", type: "edit", noteId: "note-1", title: "", editing: { kind: "loading" } };
const fresh: Tab = { ...common, id: "n", type: "new", ordinal: 1, folderId: null, draft: { title: "", content: "" } };
const open: OpenTabs = { tabs: [view, edit, fresh], activeTabId: "v" };

function decide(path: string, state: TabLocationState | null = null, tabs = open) {
  return decideTab(matchRoute(path) as RouteMatch, state, tabs);
}

describe("A2.1 addresses of notes and tabs", () => {
  it("opens what the address names", () => {
    expect(decide("/notes/note-2")).toEqual({ kind: "view", noteId: "note-2" });
    expect(decide("/notes/note-2/edit")).toEqual({ kind: "edit", noteId: "note-2" });
    expect(decide("/notes/new")).toEqual({ kind: "new" });
  });

  it("keeps an edited note open beside its history", () => {
    expect(decide("/notes/note-1/history", null, { ...open, activeTabId: "e" })).toEqual({ kind: "none" });
    expect(decide("/notes/note-1/history")).toEqual({ kind: "none" });
    expect(decide("/notes/note-2/history")).toEqual({ kind: "view", noteId: "note-2" });
    expect(decide("/notes/a b/history")).toEqual({ kind: "invalid" });
    expect(decide("/notes/trash")).toEqual({ kind: "none" });
  });

  it("does nothing if the address is already shown", () => {
    for (const tab of open.tabs) {
      const { path, state } = locationOf(tab);
      expect(decide(path, state, { ...open, activeTabId: tab.id })).toEqual({ kind: "none" });
    }
    expect(decide("/notes")).toEqual({ kind: "none" });
    expect(locationOf(undefined).path).toBe("/notes");
  });

  it("returns to one of several new notes, and opens none if it is closed", () => {
    expect(decide("/notes/new", { tabId: "n" })).toEqual({ kind: "activate", tabId: "n" });
    expect(decide("/notes/new", { tabId: "gone" })).toEqual({ kind: "none" });
  });

  it("does not open a second new note after a sign-in that recovered typed text", () => {
    const recovered: Tab = { ...fresh, draft: { title: "Half", content: "" }, recoveredAtMs: 5 };
    expect(decide("/notes/new", null, { tabs: [view, recovered], activeTabId: "n" })).toEqual({ kind: "none" });
    expect(decide("/notes/new", null, { tabs: [view, recovered], activeTabId: "v" })).toEqual({ kind: "new" });
    expect(decide("/notes/new", null, { tabs: [fresh], activeTabId: "n" })).toEqual({ kind: "new" });
  });

  it("rejects an invalid id", () => {
    expect(decide("/notes/a b")).toEqual({ kind: "invalid" });
    expect(decide(`/notes/${"x".repeat(129)}/edit`)).toEqual({ kind: "invalid" });
  });
});
