import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortNotes } from "../../library/notes/list-sort.ts";
import { countByFolder, pageOf, previewOf, selectNotes } from "../../library/notes/note-list.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { clampListWidth, decideSwipe, frameOf, isSidebarShown } from "./panes.ts";
import { toggleSelected } from "./selection.ts";
import { createWorkspaceService, isPutOff } from "./workspace-service.ts";

function note(noteId: string, change: Partial<NoteSummary> = {}): NoteSummary {
  return {
    noteId,
    title: noteId,
    preview: "",
    folderId: null,
    createdAt: 0,
    lastModified: 0,
    isEncrypted: false,
    attachments: [],
    sync: { kind: "in-your-drive" },
    ...change,
  };
}
const idsOf = (notes: readonly NoteSummary[]) => notes.map(({ noteId }) => noteId);

function setup(kept: Record<string, string> = {}) {
  const preferences = new Map(Object.entries(kept));
  const clock = new ManualClock();
  const workspace = createWorkspaceService({
    timers: clock,
    preferences: { read: (key) => preferences.get(key), write: (key, value) => void preferences.set(key, value ?? "") },
  });
  return { clock, preferences, workspace, state: () => workspace.store.getState() };
}

describe("A2.9 notes list", () => {
  const notes = [note("a"), note("b", { folderId: "f" }), note("s", { folderId: "sensitive", isEncrypted: true })];

  it("shows a folder's notes, and in All Notes all that are not locked", () => {
    expect(idsOf(selectNotes(notes, null))).toEqual(["a", "b"]);
    expect(idsOf(selectNotes(notes, "f"))).toEqual(["b"]);
    expect(idsOf(selectNotes(notes, "sensitive"))).toEqual(["s"]);
    expect(countByFolder(notes).get("f")).toBe(1);
  });

  it("shows the notes of several folders if the list includes subfolders", () => {
    expect(idsOf(selectNotes([...notes, note("p", { folderId: "pinned", pinnedFrom: "f" })], new Set(["f", "g"])))).toEqual(["b", "p"]);
    expect(idsOf(selectNotes(notes, new Set<string>()))).toEqual([]);
  });

  it("remembers on this device which folders are closed, and whether lists include subfolders", () => {
    const first = setup();
    first.workspace.toggleFolder("folder-a");
    first.workspace.toggleFolder("folder-b");
    first.workspace.toggleFolder("folder-a");
    first.workspace.toggleSubfolders();

    const second = setup(Object.fromEntries(first.preferences)).state();
    expect([...second.closedFolderIds]).toEqual(["folder-b"]);
    expect(second.hasSubfolders).toBe(true);
  });

  it("cuts previews at 100 characters, and at 150 in search results", () => {
    const long = note("a", { preview: "x".repeat(240) });
    expect(previewOf(long, false)).toBe(`${"x".repeat(100)}…`);
    expect(previewOf(long, true)).toBe(`${"x".repeat(150)}…`);
    expect(previewOf(note("a", { preview: "short" }), false)).toBe("short");
  });

  it("sorts by last modified, created or title, and remembers the choice", () => {
    const [old, young, mid] = [
      note("old", { title: "Note 10", createdAt: 1 }),
      note("young", { title: "élan", createdAt: 3 }),
      note("mid", { title: "note 9", createdAt: 2 }),
    ];
    const mixed = [old, young, mid];
    expect(sortNotes(mixed, "modified")).toBe(mixed);
    expect(idsOf(sortNotes(mixed, "created"))).toEqual(["young", "mid", "old"]);
    expect(idsOf(sortNotes(mixed, "title"))).toEqual(["young", "mid", "old"]);
    const { workspace, preferences } = setup();
    workspace.showMore();
    workspace.sortBy("title");
    expect(workspace.store.getState()).toMatchObject({ sort: "title", shownCount: 50 });
    expect(setup(Object.fromEntries(preferences)).state().sort).toBe("title");
    expect(setup({ [LOCAL_KEYS.listSort]: "colour" }).state().sort).toBe("modified");
  });

  it("inserts changed notes into a sorted list like a full sort", () => {
    const summaries = fc.array(
      fc.record({
        title: fc.constantFrom("a", "B", "b 2", "b 10", "é", ""),
        createdAt: fc.integer({ min: 0, max: 5 }),
        isKept: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(summaries, summaries, fc.constantFrom("created" as const, "title" as const), (first, second, sort) => {
        const old = first.map(({ isKept, ...values }, at) => ({ isKept, summary: note(`old-${at}`, values) }));
        const before = sortNotes(
          old.map(({ summary }) => summary),
          sort,
        );
        const notes = [
          ...second.map(({ isKept: _isKept, ...values }, at) => note(`new-${at}`, values)),
          ...old.filter(({ isKept }) => isKept).map(({ summary }) => summary),
        ];

        expect(sortNotes(notes, sort, { notes: before, sort })).toEqual(sortNotes(notes, sort));
        expect(sortNotes(notes, sort, { notes: before, sort: "modified" })).toEqual(sortNotes(notes, sort));
      }),
    );
  });

  it("clears the selection when the folder or search changes", async () => {
    const { workspace, state, clock } = setup();
    workspace.select((selection) => toggleSelected(selection, "a"));
    expect(state().selection.ids.size).toBe(1);
    workspace.selectFolder("f");
    expect(state().selection.ids.size).toBe(0);
    workspace.select((selection) => toggleSelected(selection, "a"));
    workspace.type("milk");
    await clock.advance(SEARCH.debounceMs);
    expect(state().selection.ids.size).toBe(0);
  });

  it("shows fifty rows and the number of remaining ones", () => {
    const many = Array.from({ length: 120 }, (_, index) => note(`n${index}`));
    expect(pageOf(many, 50)).toMatchObject({ remaining: 70 });
    expect(pageOf(many, 150)).toMatchObject({ remaining: 0 });
  });
});

describe("A4 search", () => {
  it("waits 300 ms after the last key, and leaves at once when emptied", async () => {
    const { clock, workspace, state } = setup();
    workspace.type("mi");
    await clock.advance(200);
    workspace.type("milk ");
    await clock.advance(299);
    expect(state()).toMatchObject({ typed: "milk ", term: "" });
    await clock.advance(1);
    expect(state().term).toBe("milk");

    workspace.type("");
    expect(state().term).toBe("");
  });

  it("drops a pending search when a folder is chosen", async () => {
    const { clock, workspace, state } = setup();
    workspace.type("milk");
    workspace.selectFolder("f");
    await clock.advance(1000);

    expect(state()).toMatchObject({ folderId: "f", term: "", typed: "" });
  });
});

describe("A9 layout", () => {
  it("hides the sidebar below 1280 px and is a phone below 768 px", () => {
    expect([1280, 1279].map((width) => isSidebarShown(width, undefined))).toEqual([true, false]);
    expect([768, 767].map(frameOf)).toEqual(["desktop", "phone"]);
  });

  it("keeps a manual choice for 10 s at widths that hide the sidebar", async () => {
    const { clock, workspace, state } = setup();
    workspace.chooseSidebar(true, 1024);
    await clock.advance(9999);
    expect(isSidebarShown(1024, state().sidebarChosen)).toBe(true);
    await clock.advance(1);
    expect(isSidebarShown(1024, state().sidebarChosen)).toBe(false);
  });

  it("keeps a collapsed sidebar on a wide screen", async () => {
    const { clock, workspace, state } = setup();
    workspace.chooseSidebar(false, 1440);
    await clock.advance(60_000);
    expect(isSidebarShown(1440, state().sidebarChosen)).toBe(false);
  });

  it("remembers the width of the list between 260 and 520 px", () => {
    const { workspace, preferences, state } = setup({ notesListWidth: "9000" });
    expect(state().listWidthPx).toBe(520);
    workspace.setListWidth(100);
    expect(preferences.get("notesListWidth")).toBe("260");
    expect(clampListWidth(Number("no number"))).toBe(340);
  });

  it("hides a dismissed band at any width, until it has more to report", () => {
    const { workspace, state } = setup();
    expect(isPutOff(state(), "conflicts", 1)).toBe(false);
    workspace.putOff("conflicts", 2);
    expect([1, 2, 3].map((count) => isPutOff(state(), "conflicts", count))).toEqual([true, true, false]);
    expect(isPutOff(state(), "storage")).toBe(false);
  });

  it("treats 50 px sideways as a swipe, and vertical movement as scrolling", () => {
    expect(decideSwipe(50, 10)).toBe("to-list");
    expect(decideSwipe(-50, 10)).toBe("to-content");
    expect(decideSwipe(49, 0)).toBe("none");
    fc.assert(fc.property(fc.integer(), fc.integer(), (x, y) => Math.abs(x) > Math.abs(y) || decideSwipe(x, y) === "none"));
  });
});
