import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_TABS, nextOrdinal, planActivate, planClose, planCloseOthers, planCycle, planOpen, planReplace } from "./plan-tabs.ts";
import { type EditTab, isDirty, type NewTab, type OpenTabs, type Tab, type ViewTab } from "./tab.ts";
import { cutForDesktop, cutForPhone, tabTitle } from "./tab-title.ts";

const view = (id: string, noteId = id): ViewTab => ({ id, type: "view", noteId, title: noteId, isExpanded: false, createdAt: 0 });
const fresh = (id: string, ordinal = 1): NewTab => ({
  id,
  type: "new",
  ordinal,
  folderId: null,
  draft: { title: "", content: "" },
  isExpanded: false,
  createdAt: 0,
});
const opened = (active: string, ...tabs: Tab[]): OpenTabs => ({ tabs, activeTabId: active });
const ids = ({ tabs }: OpenTabs) => tabs.map((tab) => tab.id);

describe("A4 tab dirty state", () => {
  const saved = { title: "Milk", content: "<p>a litre</p>" };
  const edit = (draft: Partial<typeof saved>): EditTab => ({
    ...view("a"),
    type: "edit",
    editing: { kind: "open", opened: { vv: {}, text: saved }, draft: { ...saved, ...draft } },
  });

  it("is set for an edit that differs from the note, and for no view", () => {
    expect([edit({}), edit({ title: "Oat milk" }), edit({ content: "<p>two</p>" }), view("a")].map(isDirty)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("is set for a new note as soon as title or content is not empty", () => {
    const drafts = [{}, { title: "M" }, { content: "<p>m</p>" }];
    expect(drafts.map((draft) => isDirty({ ...fresh("n"), draft: { title: "", content: "", ...draft } }))).toEqual([false, true, true]);
  });
});

describe("A4 tab behavior", () => {
  it("focuses the existing tab when the same note and type is opened again", () => {
    const before = opened("b", view("a"), view("b"));
    expect(planOpen(before, view("c", "a"))).toEqual({ tabs: before.tabs, activeTabId: "a" });
    expect(ids(planOpen(before, { ...view("c", "a"), type: "edit", editing: { kind: "loading" } }))).toEqual(["a", "b", "c"]);
  });

  it("opens any number of new notes", () => {
    expect(ids(planOpen(opened("a", fresh("a")), fresh("b", 2)))).toEqual(["a", "b"]);
  });

  it.each([
    ["first", "a", "b"],
    ["middle", "b", "c"],
    ["last", "c", "b"],
  ])("activates the neighbor in the same position, or the last: closing the %s", (_, closed, active) => {
    expect(planClose(opened(closed, view("a"), view("b"), view("c")), closed).activeTabId).toBe(active);
  });

  it("keeps the active tab when another closes, and none when all are closed", () => {
    expect(planClose(opened("a", view("a"), view("b")), "b").activeTabId).toBe("a");
    expect(planClose(opened("a", view("a")), "a")).toEqual(NO_TABS);
  });

  it("closes others, and activates the one kept", () => {
    expect(planCloseOthers(opened("a", view("a"), view("b")), "b")).toEqual(opened("b", view("b")));
    expect(planCloseOthers(opened("a", view("a")), "gone")).toEqual(opened("a", view("a")));
  });

  it("turns a saved tab into the view in its position, or shows the existing view", () => {
    expect(planReplace(opened("n", view("a"), fresh("n"), view("c")), "n", view("n", "x"))).toEqual(
      opened("n", view("a"), view("n", "x"), view("c")),
    );
    expect(planReplace(opened("n", view("a"), fresh("n")), "n", view("n", "a"))).toEqual(opened("a", view("a")));
  });

  it("wraps around when switching", () => {
    const three = opened("c", view("a"), view("b"), view("c"));
    expect(planCycle(three, 1).activeTabId).toBe("a");
    expect(planCycle(planActivate(three, "a"), -1).activeTabId).toBe("c");
    expect(planCycle(NO_TABS, 1)).toEqual(NO_TABS);
  });

  it("numbers new notes with the smallest free number", () => {
    expect(nextOrdinal([])).toBe(1);
    expect(nextOrdinal([fresh("a", 1), view("b"), fresh("c", 3)])).toBe(2);
  });

  it("always has one of its tabs active, after any commands", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("open" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("close" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("others" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("cycle" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("replace" as const), at: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let open: OpenTabs = NO_TABS;
        for (const { kind, at } of steps) {
          const id = open.tabs[at]?.id ?? "none";
          if (kind === "open") open = planOpen(open, view(`t${at}-${open.tabs.length}`, `note-${at}`));
          if (kind === "close") open = planClose(open, id);
          if (kind === "others") open = planCloseOthers(open, id);
          if (kind === "cycle") open = planCycle(open, 1);
          if (kind === "replace") open = planReplace(open, id, view(id, `note-${at}`));
          const noteIds = open.tabs.map((tab) => (tab.type === "view" ? tab.noteId : ""));
          expect(new Set(noteIds).size).toBe(noteIds.length);
          expect(open.tabs.length === 0).toBe(open.activeTabId === null);
          if (open.activeTabId !== null) expect(ids(open)).toContain(open.activeTabId);
        }
      }),
    );
  });
});

describe("A4 tab titles, A9 cuts", () => {
  const labels = { untitled: "Untitled Note", edit: (title: string) => `Edit: ${title}`, newNote: (n: number) => `New Note ${n}` };
  const edit = (title: string): Tab => ({
    ...view("a"),
    type: "edit",
    editing: { kind: "open", opened: { vv: {}, text: undefined }, draft: { title, content: "" } },
  });

  it("names view, edit and new tabs", () => {
    const saved = (title: string, preview = "") => ({ title, preview });
    expect(tabTitle(view("a", "kept"), saved("Milk"), labels)).toBe("Milk");
    expect(tabTitle(view("a", "kept"), undefined, labels)).toBe("kept");
    expect(tabTitle(view("a"), saved("  "), labels)).toBe("Untitled Note");
    expect(tabTitle(edit("Bread"), saved("Milk"), labels)).toBe("Edit: Bread");
    expect(tabTitle(edit(""), saved("Milk"), labels)).toBe("Untitled Note");
    expect(tabTitle(view("a"), saved("", "First line\nand more"), labels)).toBe("First line");
    expect(tabTitle(edit(""), saved("Milk", "First line\nand more"), labels)).toBe("Edit: First line");
    expect(tabTitle(fresh("n", 3), undefined, labels)).toBe("New Note 3");
    expect(tabTitle({ ...fresh("n"), draft: { title: "Bread", content: "" } }, undefined, labels)).toBe("Bread");
  });

  it("cuts to 15 characters on the desktop and 10 on the phone, never through an emoji", () => {
    expect(cutForDesktop("Exactly fifteen")).toBe("Exactly fifteen");
    expect(cutForDesktop("Reading list, winter")).toBe("Reading list, w…");
    expect(cutForPhone("Reading list")).toBe("Reading li…");
    expect(cutForPhone("Family 👩‍👩‍👧")).toBe("Family…");
  });
});
