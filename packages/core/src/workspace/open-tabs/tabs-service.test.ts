import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import { toBase } from "../../merge/bases.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { DRAFT, NOTE } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import type { DraftStore, StoreProblem } from "../../ports/device/local-store.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { offeredDrafts } from "../tabs/recovered-texts.ts";
import { canSave, draftOf, findTab, isDirty, unsavedTabs } from "../tabs/tab.ts";
import { createTabsService } from "./tabs-service.ts";

const ids = createSequenceIds();

type Options = {
  disk?: MemoryDisk;
  clock?: ManualClock;
  windowId?: string;
  refuses?: () => StoreProblem | undefined;
  living?: readonly string[];
  turns?: (() => void)[];
  /** True while another page of the app is shown. */
  isElsewhere?: boolean;
};

/** One browser tab of the app, on a disk that outlives it. */
async function openWindow({
  disk = new MemoryDisk("dev001"),
  clock = new ManualClock(),
  windowId = "window",
  refuses = () => undefined,
  living = [],
  turns = [],
  isElsewhere = false,
}: Options = {}) {
  const store = new MemoryLocalStore(disk);
  const library = await openLibrary({ writers: createTestWriters(), store });
  if (!library.ok) throw new Error("the memory store opens always");
  const notes = createNotesService({ library: library.value, clock, ids, timers: clock, isSyncing: () => false });
  const tabs = createTabsService({
    notes,
    drafts: refusing(store, refuses),
    tabs: store,
    clock,
    ids,
    timers: clock,
    windowId,
    windows: {
      living: async () => living,
      onTurnedTo(listener) {
        turns.push(listener);
        return () => void turns.splice(turns.indexOf(listener), 1);
      },
    },
  });
  if (!isElsewhere) await tabs.restore();
  const tab = (id: string) => findTab(tabs.store.getState().tabs, id);
  /** Writes a version as sync does. */
  const arrive = (noteId: string, content: string, counter = 1) =>
    library.value.transact(
      { entities: [noteId] },
      (seen) => {
        const note = seen.entities.get(noteId) as NoteEntity;
        const theirs = { ...note, content, vv: { ...note.vv, phone1: counter } };
        return { writes: { entities: [theirs], bases: [toBase(note)] }, answer: undefined };
      },
      "sync",
    );
  /** Reports the version on disk, like another window after this one has saved. */
  const republish = (noteId: string) =>
    library.value.transact(
      { entities: [noteId] },
      (seen) => ({ writes: { entities: [seen.entities.get(noteId) as NoteEntity] }, answer: undefined }),
      "sync",
    );
  return { disk, clock, notes, tabs, tab, store, arrive, republish, drafts: () => [...disk.drafts.values()] };
}

function notesOf(disk: MemoryDisk): readonly string[] {
  return [...disk.entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity.content] : []));
}

function wordsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(/\b[wa]\d+x\b/g) ?? []);
}

/** The store on a disk that may be full. */
function refusing(store: DraftStore, refuses: () => StoreProblem | undefined): DraftStore {
  return {
    loadDrafts: () => store.loadDrafts(),
    removeDraft: (draftId) => store.removeDraft(draftId),
    async putDraft(draft) {
      const problem = refuses();
      return problem === undefined ? store.putDraft(draft) : failed(problem);
    },
  };
}

async function withNote(title = "Milk", content = "<p>two litres</p>") {
  const window = await openWindow();
  const created = await window.notes.create({ title, content }, null);
  if (!created.ok) throw new Error("the note was not created");
  return { ...window, note: created.value };
}

describe("A3 tab ids", () => {
  it("begin with new- while a note is new, also for drafts, and keep the note type", async () => {
    const { tabs, tab, disk, clock } = await openWindow();
    const noteTab = tabs.openView("note-1-a");
    const newTab = tabs.openNew(null, { noteType: "Voice Note" });
    expect(newTab).toMatch(/^new-/);
    expect(noteTab).not.toMatch(/^new-/);
    tabs.editDraft(newTab, { title: "Milk" });
    await tabs.flush();

    const again = await openWindow({ disk, clock });
    expect(again.tab(newTab)).toMatchObject({ type: "new", noteType: "Voice Note", draft: { title: "Milk" } });
    const other = await openWindow({ disk, clock, windowId: "other" });
    other.tabs.openDraft(newTab);
    expect(other.tabs.store.getState().activeTabId).toMatch(/^new-/);
    expect(tab(newTab)).toMatchObject({ ordinal: 1 });
  });
});

describe("decision 0047 tags of a new tab", () => {
  it("survive a restart, also without a letter, and are those of the created note", async () => {
    const { tabs, disk, clock } = await openWindow();
    const id = tabs.openNew(null, { tags: ["sea"] });
    tabs.setNewTags(id, ["Birds/Gulls", "sea"]);
    await tabs.flush();

    const again = await openWindow({ disk, clock });
    expect(again.tab(id)).toMatchObject({ type: "new", tags: ["Birds/Gulls", "sea"] });
    again.tabs.editDraft(id, { title: "Heron" });
    const saved = await again.tabs.save(id);
    expect(saved).toMatchObject({ ok: true, value: { tags: ["Birds/Gulls", "sea"] } });
  });
});

describe("A4 saving a tab whose editor still prepares content", () => {
  async function withPending() {
    const window = await withNote();
    const id = window.tabs.openEdit(window.note.noteId);
    await flushPromises();
    let unflushed: string | undefined;
    const editor = window.tabs.connectEditor(id, {
      flush() {
        const content = unflushed;
        unflushed = undefined;
        if (content !== undefined) window.tabs.editDraft(id, { content });
      },
    });
    window.tabs.editDraft(id, { content: "<p>the words</p>" });
    editor.setPending(0);
    const finish = (content: string): void => {
      unflushed = content;
      editor.setPending(undefined);
    };
    return { ...window, id, editor, finish };
  }

  it("waits for the content, and shows its progress", async () => {
    const { tabs, id, editor, notes, note, finish } = await withPending();
    const saving = tabs.save(id);
    editor.setPending(0.5);
    await flushPromises();
    expect(tabs.store.getState()).toMatchObject({ saving: new Set([id]), pending: new Map([[id, 0.5]]) });
    expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>two litres</p>" } });

    finish("<p><strong>the words</strong></p>");
    expect(await saving).toMatchObject({ ok: true, value: { content: "<p><strong>the words</strong></p>" } });
    expect(tabs.store.getState()).toMatchObject({ saving: new Set(), pending: new Map() });
  });

  it("can be canceled while it waits, and keeps tab and draft", async () => {
    const { tabs, tab, id, notes, note, clock, drafts } = await withPending();
    const saving = tabs.save(id);
    tabs.cancelSave(id);
    expect(await saving).toMatchObject({ ok: false, problem: { kind: "save-canceled" } });
    expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>two litres</p>" } });
    expect(draftOf(tab(id) as never)).toMatchObject({ content: "<p>the words</p>" });
    await clock.advance(1000);
    expect(drafts()).toMatchObject([{ content: "<p>the words</p>" }]);
  });

  it("does not save a note whose tab was closed in the meantime", async () => {
    const { tabs, id, editor, notes, note } = await withPending();
    const saving = tabs.save(id);
    tabs.close(id);
    editor.disconnect();
    expect(await saving).toMatchObject({ ok: false, problem: { kind: "no-such-tab" } });
    expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>two litres</p>" } });
  });

  it("continues with the editor's text if the editor closes first", async () => {
    const { tabs, id, editor } = await withPending();
    const saving = tabs.save(id);
    editor.disconnect();
    expect(await saving).toMatchObject({ ok: true, value: { content: "<p>the words</p>" } });
  });

  it("counts as unsaved although the text is still equal", async () => {
    const { tabs, tab, id, note } = await withPending();
    tabs.editDraft(id, { content: note.content });
    expect(isDirty(tab(id) as never)).toBe(false);
    expect(unsavedTabs(tabs.store.getState()).map((one) => one.id)).toEqual([id]);
    expect([canSave(tab(id) as never), canSave(tab(id) as never, 0)]).toEqual([false, true]);
  });
});

describe("decision 0005 drafts: every keystroke reaches the draft store within a second", () => {
  it("writes soon after the last key", async () => {
    const { tabs, clock, drafts } = await openWindow();
    const id = tabs.openNew(null);
    tabs.editDraft(id, { title: "Br" });
    tabs.editDraft(id, { title: "Bread" });

    await clock.advance(300);

    expect(drafts()).toMatchObject([{ draftId: id, noteId: null, title: "Bread" }]);
  });

  it("writes during continuous typing", async () => {
    const { tabs, clock, drafts } = await openWindow();
    const id = tabs.openNew(null);
    for (let typed = 1; typed <= 40; typed += 1) {
      tabs.editDraft(id, { content: "x".repeat(typed) });
      await clock.advance(100);
      // Text typed a second ago is on disk.
      expect(drafts()[0]?.content.length ?? 0).toBeGreaterThanOrEqual(typed - 9);
    }
  });

  it("writes at once when the page is hidden", async () => {
    const { tabs, drafts } = await openWindow();
    tabs.editDraft(tabs.openNew(null), { title: "Bread" });

    expect(await tabs.flush()).toEqual({ ok: true, value: undefined });
    expect(drafts()).toMatchObject([{ title: "Bread" }]);
  });

  it("removes the draft when the text is back to the saved one", async () => {
    const { tabs, clock, drafts, note } = await withNote();
    const id = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(id, { title: "Milk!" });
    await clock.advance(1000);
    expect(drafts()).toHaveLength(1);

    tabs.editDraft(id, { title: "Milk" });
    await clock.advance(1000);

    expect(drafts()).toHaveLength(0);
  });

  it("reports that typed text is in memory only, and retries by itself", async () => {
    let problem: StoreProblem | undefined;
    const { tabs, clock, drafts } = await openWindow({ refuses: () => problem });
    const id = tabs.openNew(null);
    problem = { kind: "storage-full" };
    tabs.editDraft(id, { title: "Bread" });
    await clock.advance(1000);
    const refusedState = tabs.store.getState().draftProblem;
    problem = undefined;
    await clock.advance(5000);

    expect(refusedState).toEqual({ kind: "storage-full" });
    expect(tabs.store.getState().draftProblem).toBeUndefined();
    expect(drafts()).toMatchObject([{ title: "Bread" }]);
  });
});

describe("decision 0005 tabs and drafts are restored after a reload", () => {
  it("restores tabs, their order, the active one and typed text", async () => {
    const { tabs, clock, disk, note } = await withNote();
    tabs.openView(note.noteId);
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: "<p>three litres</p>" });
    const fresh = tabs.openNew(null);
    tabs.editDraft(fresh, { title: "Bread" });
    tabs.activate(edit);
    await clock.advance(1000);

    const again = await openWindow({ disk, clock });

    const state = again.tabs.store.getState();
    expect(state.tabs.map((tab) => tab.type)).toEqual(["view", "edit", "new"]);
    expect(state.activeTabId).toBe(edit);
    expect(draftOf(again.tab(edit) as never)).toEqual({ title: "Milk", content: "<p>three litres</p>" });
    expect(isDirty(again.tab(edit) as never)).toBe(true);
    expect(draftOf(again.tab(fresh) as never)).toEqual({ title: "Bread", content: "" });
    expect(state.orphanedDrafts).toEqual([]);
  });

  it("keeps the version that the editor had seen, so that a later save merges", async () => {
    const { tabs, clock, disk, note, notes } = await withNote("Milk", "<p>one</p><p>two</p>");
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: "<p>one</p><p>two, from the editor</p>" });
    await clock.advance(1000);
    await notes.save(note.noteId, { title: "Milk", content: "<p>one, from elsewhere</p><p>two</p>" }, { seen: { vv: note.vv } });

    const again = await openWindow({ disk, clock });
    const tab = again.tab(edit);
    expect(tab?.type === "edit" && tab.editing.kind === "open" && tab.editing.opened.vv).toEqual(note.vv);
    await again.tabs.save(edit);

    const texts = again.notes.store.getState().notes.map(({ noteId }) => noteId);
    const all = (await Promise.all(texts.map((id) => again.notes.open(id)))).map((read) => (read.ok ? read.value.content : "")).join("");
    expect(all).toContain("two, from the editor");
    expect(all).toContain("one, from elsewhere");
  });

  it("lists drafts of windows that are gone, and restores one with its text", async () => {
    const { tabs, clock, disk, note } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await clock.advance(1000);

    const other = await openWindow({ disk, clock, windowId: "other" });
    expect(other.tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit, title: "Oat milk" }]);
    other.tabs.openDraft(edit);
    await flushPromises();

    const active = other.tab(other.tabs.store.getState().activeTabId as string);
    expect(draftOf(active as never)).toMatchObject({ title: "Oat milk" });
    expect(other.tabs.store.getState().orphanedDrafts).toEqual([]);
    expect(other.drafts()).toMatchObject([{ draftId: active?.id, title: "Oat milk" }]);
  });

  it("does not offer what another open window is typing, until it is closed", async () => {
    const { tabs, clock, disk, note } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await clock.advance(1000);
    const living = ["window", "other"];
    const turns: (() => void)[] = [];

    const other = await openWindow({ disk, clock, windowId: "other", living, turns });
    const offered = () => offeredDrafts(other.tabs.store.getState()).map(({ title }) => title);
    expect(offered()).toEqual([]);
    // It is unsaved on this device all the same, so a user who signs out is informed.
    expect(other.tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit }]);
    const begun = tabs.openNew(null);
    tabs.editDraft(begun, { title: "Bread" });
    await clock.advance(1000);
    await other.tabs.listDrafts();
    expect(offered()).toEqual([]);
    other.tabs.openDraft(edit);
    expect(other.tabs.store.getState().tabs).toEqual([]);

    living.shift();
    for (const turn of turns) turn();
    await flushPromises();
    expect(offered()).toEqual(["Oat milk", "Bread"]);
    other.tabs.stop();
    expect(turns).toEqual([]);
  });

  it.each([
    ["it was opened", false],
    ["somebody turned to it", true],
  ])("lists again after %s, because a closed window counts as open for a moment", async (_, isTurnedTo) => {
    const { tabs, clock, disk } = await withNote();
    tabs.editDraft(tabs.openNew(null), { title: "Bread" });
    await clock.advance(1000);
    const living = ["window", "other"];
    const turns: (() => void)[] = [];
    const other = await openWindow({ disk, clock, windowId: "other", living, turns });

    if (isTurnedTo) await clock.advance(DRAFT.lookAgainMs);
    if (isTurnedTo) for (const turn of turns) turn();
    await flushPromises();
    living.shift();
    expect(offeredDrafts(other.tabs.store.getState())).toEqual([]);
    await clock.advance(DRAFT.lookAgainMs);
    await flushPromises();

    expect(offeredDrafts(other.tabs.store.getState())).toMatchObject([{ title: "Bread" }]);
  });

  it("lists all drafts at sign-out on another page, and none before tabs are restored", async () => {
    const { tabs, clock, disk } = await withNote();
    tabs.editDraft(tabs.openNew(null), { title: "Bread" });
    await clock.advance(1000);
    const turns: (() => void)[] = [];
    const again = await openWindow({ disk, clock, turns, isElsewhere: true });

    for (const turn of turns) turn();
    await flushPromises();
    expect(again.tabs.store.getState().orphanedDrafts).toEqual([]);
    await again.tabs.listDrafts();
    expect(again.tabs.store.getState().orphanedDrafts).toMatchObject([{ title: "Bread" }]);

    await again.tabs.restore();
    expect(again.tabs.store.getState()).toMatchObject({ orphanedDrafts: [], tabs: [{ draft: { title: "Bread" } }] });
  });

  it("offers a draft of an open window that has no tab for it", async () => {
    const { tabs, clock, disk, note, notes } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await notes.remove(note.noteId);
    tabs.closeNote(note.noteId);
    await clock.advance(1000);

    const other = await openWindow({ disk, clock, windowId: "other", living: ["window", "other"] });

    expect(offeredDrafts(other.tabs.store.getState())).toMatchObject([{ draftId: edit }]);
  });

  it("shows a stored draft although its note is gone", async () => {
    const { tabs, clock, disk, note, notes } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await clock.advance(1000);
    await notes.remove(note.noteId);

    const again = await openWindow({ disk, clock });

    expect(draftOf(again.tab(edit) as never)).toEqual({ title: "Oat milk", content: "<p>two litres</p>" });
  });
});

describe("A4 saving a tab", () => {
  it("turns an edit into the view of the note and removes the draft", async () => {
    const { tabs, clock, drafts, note, notes, tab } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await clock.advance(1000);

    const saved = await tabs.save(edit);

    expect(saved.ok && saved.value.title).toBe("Oat milk");
    expect(tab(edit)).toMatchObject({ type: "view", noteId: note.noteId });
    expect(notes.store.getState().notes[0]?.title).toBe("Oat milk");
    await clock.advance(5000);
    expect(drafts()).toEqual([]);
  });

  it("shows the view that is already open", async () => {
    const { tabs, note } = await withNote();
    const view = tabs.openView(note.noteId);
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "Oat milk" });
    await tabs.save(edit);

    expect(tabs.store.getState()).toMatchObject({ tabs: [{ id: view }], activeTabId: view });
  });

  it("creates one note from a new tab, however often save is pressed", async () => {
    const { tabs, notes, tab } = await openWindow();
    const fresh = tabs.openNew(null);
    tabs.editDraft(fresh, { title: "Bread" });

    const [first, second] = await Promise.all([tabs.save(fresh), tabs.save(fresh)]);

    expect(first).toBe(second);
    expect(notes.store.getState().notes).toHaveLength(1);
    expect(tab(fresh)).toMatchObject({ type: "view" });
  });

  it("keeps text typed during the save", async () => {
    const { tabs, tab, clock, drafts } = await openWindow();
    const fresh = tabs.openNew(null);
    tabs.editDraft(fresh, { title: "Bread" });
    const saving = tabs.save(fresh);
    tabs.editDraft(fresh, { title: "Bread and butter" });
    await saving;

    expect(tab(fresh)?.type).toBe("edit");
    expect(draftOf(tab(fresh) as never)).toMatchObject({ title: "Bread and butter" });
    await clock.advance(1000);
    expect(drafts()).toMatchObject([{ title: "Bread and butter" }]);
    const again = await tabs.save(fresh);
    expect(again.ok && again.value.title).toBe("Bread and butter");
  });

  it("keeps tab, text and draft when the save is refused", async () => {
    const { tabs, clock, note, tab, drafts } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { title: "" });

    expect(await tabs.save(edit)).toEqual({ ok: false, problem: { kind: "title-missing" } });
    await clock.advance(1000);

    expect(tab(edit)?.type).toBe("edit");
    expect(drafts()).toMatchObject([{ title: "" }]);
    expect(tabs.store.getState().saving.size).toBe(0);
  });

  it("rejects a text over the limit, and keeps it until it is short enough (A5 maxLength)", async () => {
    const { tabs, clock, note, tab, drafts, notes } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    const tooLong = `<p>${"x".repeat(NOTE.contentMaxChars)}</p><p>y</p>`;
    tabs.editDraft(edit, { content: tooLong });

    expect(await tabs.save(edit)).toEqual({ ok: false, problem: { kind: "content-too-long" } });
    await clock.advance(1000);
    expect(tab(edit)?.type).toBe("edit");
    expect(drafts()[0]?.content === tooLong).toBe(true);
    expect(await notes.create({ title: "Copy", content: tooLong }, null)).toEqual({ ok: false, problem: { kind: "content-too-long" } });

    // Tags do not count.
    tabs.editDraft(edit, { content: tooLong.replace("<p>y</p>", "<p></p>") });
    expect((await tabs.save(edit)).ok).toBe(true);
  });
});

describe("A4 closing", () => {
  it("discards the draft with the tab", async () => {
    const { tabs, clock, drafts } = await openWindow();
    const fresh = tabs.openNew(null);
    tabs.editDraft(fresh, { title: "Bread" });
    await clock.advance(1000);
    tabs.close(fresh);
    await clock.advance(1000);

    expect(drafts()).toEqual([]);
    expect(tabs.store.getState().tabs).toEqual([]);
  });

  it("keeps unsaved text of a deleted note as a draft", async () => {
    const { tabs, tab, note, notes, drafts, disk, clock } = await withNote();
    const edit = tabs.openEdit(note.noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: "<p>three litres</p>" });
    await notes.remove(note.noteId);
    tabs.closeNote(note.noteId);
    await clock.advance(5000);

    expect(tab(edit)).toBeUndefined();
    expect(drafts()).toMatchObject([{ draftId: edit, content: "<p>three litres</p>" }]);
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit, content: "<p>three litres</p>" }]);
    const again = await openWindow({ disk, clock });
    expect(again.tabs.store.getState().orphanedDrafts).toHaveLength(1);
  });

  it("keeps it although the write is refused at that moment", async () => {
    let refusal: StoreProblem | undefined;
    const { tabs, clock, disk, notes } = await openWindow({ refuses: () => refusal });
    const made = await notes.create({ title: "Milk", content: "" }, null);
    const noteId = made.ok ? made.value.noteId : "";
    const edit = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: "<p>one</p>" });
    await tabs.flush();
    tabs.editDraft(edit, { content: "<p>two</p>" });
    refusal = { kind: "storage-full" };
    tabs.closeNote(noteId);
    await clock.advance(1000);
    refusal = undefined;
    await clock.advance(10_000);

    expect([...disk.drafts.values()]).toMatchObject([{ content: "<p>two</p>" }]);
  });

  it("closes every tab of a deleted note", async () => {
    const { tabs, note } = await withNote();
    tabs.openView(note.noteId);
    const fresh = tabs.openNew(null);
    tabs.openEdit(note.noteId);
    tabs.closeNote(note.noteId);

    expect(tabs.store.getState()).toMatchObject({ tabs: [{ id: fresh }], activeTabId: fresh });
  });
});

describe("opening for editing", () => {
  it("reports a missing note", async () => {
    const { tabs, tab } = await openWindow();
    const edit = tabs.openEdit("note-none");
    await flushPromises();

    expect(tab(edit)).toMatchObject({ editing: { kind: "failed", problem: { kind: "not-found" } } });
  });
});

describe("decision 0004 a note that changes elsewhere while it is open", () => {
  const openTab = async () => {
    const window = await withNote();
    const id = window.tabs.openEdit(window.note.noteId);
    await flushPromises();
    const editing = () => {
      const tab = window.tab(id);
      if (tab?.type !== "edit" || tab.editing.kind !== "open") throw new Error("the editor is not open");
      return tab.editing;
    };
    return { ...window, id, editing };
  };

  it("updates a clean editor in place", async () => {
    const { note, arrive, editing } = await openTab();
    await arrive(note.noteId, "<p>three litres</p>");
    await flushPromises();
    expect(editing()).toMatchObject({ draft: { content: "<p>three litres</p>" }, opened: { vv: { phone1: 1 } } });
    expect(editing().isBehind).toBeUndefined();
  });

  it("updates a clean editor before the disk could be read", async () => {
    const { note, arrive, editing, store } = await openTab();
    store.readEntities = () => new Promise(() => undefined);
    await arrive(note.noteId, "<p>three litres</p>");
    await flushPromises();
    expect(editing()).toMatchObject({ draft: { content: "<p>three litres</p>" }, opened: { vv: { phone1: 1 } } });
  });

  it("keeps typed text, marks it as behind, and merges on save", async () => {
    const { tabs, note, arrive, editing, id, notes } = await openTab();
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread</p>" });
    await arrive(note.noteId, "<p>first</p><p>two litres</p>");
    await flushPromises();
    expect(editing()).toMatchObject({ isBehind: true, draft: { content: "<p>two litres</p><p>and bread</p>" } });

    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread!</p>" });
    expect(editing().isBehind).toBe(true);
    await tabs.save(id);
    const saved = await notes.open(note.noteId);
    expect(saved.ok && saved.value.content).toContain("and bread!");
  });

  it("does not mark text as behind that was typed on top of that version", async () => {
    const { tabs, note, id, editing, republish } = await openTab();
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread</p>" });
    expect(await tabs.save(id, { staysOpen: true })).toMatchObject({ ok: true });
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread or rolls</p>" });
    await republish(note.noteId);
    await flushPromises();
    expect(editing()).toMatchObject({ draft: { content: "<p>two litres</p><p>and bread or rolls</p>" } });
    expect(editing().isBehind).toBeUndefined();
  });

  it("merges on request, and continues with both texts in the editor", async () => {
    const { tabs, note, arrive, editing, id, notes } = await openTab();
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread</p>" });
    await arrive(note.noteId, "<p>first</p><p>two litres</p>");
    await flushPromises();
    expect(await tabs.save(id, { staysOpen: true })).toMatchObject({ ok: true });

    const merged = "<p>first</p><p>two litres</p><p>and bread</p>";
    expect(editing()).toMatchObject({ draft: { content: merged }, opened: { text: { content: merged } } });
    expect(editing().isBehind).toBeUndefined();
    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { content: merged } });
    tabs.editDraft(id, { content: `${merged}<p>more</p>` });
    await tabs.save(id);
    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { content: `${merged}<p>more</p>` } });
  });

  it("writes text once that was typed during a merging save", async () => {
    const { tabs, note, arrive, id, notes } = await openTab();
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread</p>" });
    await arrive(note.noteId, "<p>first</p><p>two litres</p>");
    await flushPromises();
    for (const line of ["and bread or", "and bread or rolls,", "and bread or rolls, four"]) {
      const saving = tabs.save(id);
      tabs.editDraft(id, { content: `<p>two litres</p><p>${line}</p>` });
      await saving;
    }
    await tabs.save(id);
    const content = "<p>first</p><p>two litres</p><p>and bread or rolls, four</p>";
    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { content } });
    expect(notes.store.getState().notes).toHaveLength(1);
  });

  it.each([false, true])("writes it once if the editor does not know of that save yet (stays open: %s)", async (staysOpen) => {
    const { tabs, note, arrive, id, notes, editing } = await openTab();
    const { opened } = editing();
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread</p>" }, opened);
    await arrive(note.noteId, "<p>first</p><p>two litres</p>");
    await flushPromises();
    const saving = tabs.save(id, { staysOpen });
    if (!staysOpen) tabs.editDraft(id, { content: "<p>two litres</p><p>and bread or</p>" }, opened);
    await saving;
    tabs.editDraft(id, { content: "<p>two litres</p><p>and bread or rolls</p>" }, opened);
    await tabs.save(id);
    const content = "<p>first</p><p>two litres</p><p>and bread or rolls</p>";
    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { content } });
  });

  /** Any step may be the last one on disk: the next window must save every word exactly once. */
  it("keeps every word exactly once wherever a window ends around merging saves", async () => {
    type Step = "type" | "arrive" | "pause" | "save";
    const steps = fc.array(fc.constantFrom<Step>("type", "type", "arrive", "pause", "save", "save"), { minLength: 3, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), async (planned, turns) => {
        const { tabs, note, arrive, id, clock, disk } = await openTab();
        let [typed, theirs, arrivals] = ["<p>two litres</p><p>and bread", "<p>first</p>", 0];
        const type = () => {
          typed += ` w${typed.length}x`;
          tabs.editDraft(id, { content: `${typed}</p>` });
        };
        const take: Readonly<Record<Step, () => unknown>> = {
          type,
          arrive: async () => {
            arrivals += 1;
            theirs = `${theirs}<p>a${arrivals}x</p>`;
            const read = await notesOf(disk)[0];
            await arrive(note.noteId, `<p>a${arrivals}x</p>${read}`, arrivals);
          },
          pause: () => clock.advance(1000),
          save: async () => {
            const saving = tabs.save(id, { staysOpen: true });
            type();
            await saving;
          },
        };
        type();
        for (const step of planned) await take[step]();
        const last = tabs.save(id, { staysOpen: true });
        type();
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        const left = disk.copy();
        await last;
        const onDisk = wordsOf([...notesOf(left), ...[...left.drafts.values()].map(({ content }) => content)]);

        const again = await openWindow({ disk: left, clock });
        const draft = again.tab(id);
        if (draft !== undefined && isDirty(draft)) expect(await again.tabs.save(id)).toMatchObject({ ok: true });
        const kept = wordsOf(notesOf(left));
        expect(kept.toSorted()).toEqual([...new Set(onDisk)].toSorted());
      }),
      { numRuns: 150 },
    );
  });

  it("loads the newer text once the typed text is undone", async () => {
    const { tabs, note, arrive, editing, id } = await openTab();
    tabs.editDraft(id, { content: "<p>x</p>" });
    await arrive(note.noteId, "<p>three litres</p>");
    tabs.editDraft(id, { content: "<p>two litres</p>" });
    await flushPromises();
    expect(editing()).toMatchObject({ draft: { content: "<p>three litres</p>" } });
    expect(editing().isBehind).toBeUndefined();
  });

  it("marks a draft as behind after a reload too", async () => {
    const { tabs, note, arrive, id, disk } = await openTab();
    tabs.editDraft(id, { content: "<p>typed</p>" });
    await tabs.flush();
    await arrive(note.noteId, "<p>three litres</p>");
    const again = await openWindow({ disk });
    const tab = again.tab(id);
    expect(tab?.type === "edit" && tab.editing).toMatchObject({ isBehind: true, draft: { content: "<p>typed</p>" } });
  });

  it("lists drafts written elsewhere, and its own only once", async () => {
    const { tabs, store } = await openWindow();
    const own = tabs.openNew(null);
    tabs.editDraft(own, { title: "Own", content: "<p>typed here</p>" });
    await store.putDraft({ draftId: "new-moved", noteId: null, folderId: null, title: "Moved", content: "<p>x</p>", savedAtMs: 1 });

    await tabs.listDrafts();
    await tabs.listDrafts();

    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: "new-moved", title: "Moved" }]);
  });

  it("drops drafts that another window saved or discarded, keeps those not on disk", async () => {
    let problem: StoreProblem | undefined;
    const { tabs, notes, store } = await openWindow({ refuses: () => problem });
    const draft = { noteId: null, folderId: null, title: "There", content: "<p>x</p>", savedAtMs: 1 };
    const listed = () => tabs.store.getState().orphanedDrafts.map(({ draftId }) => draftId);
    await store.putDraft({ ...draft, draftId: "new-kept" });
    await store.putDraft({ ...draft, draftId: "new-gone" });
    await tabs.listDrafts();
    await store.removeDraft("new-gone");
    await store.putDraft({ ...draft, draftId: "new-kept", title: "Typed on" });
    await tabs.listDrafts();
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: "new-kept", title: "Typed on" }]);

    const note = await notes.create({ title: "Milk", content: "" }, null);
    if (!note.ok) throw new Error("not created");
    const id = tabs.openEdit(note.value.noteId);
    await flushPromises();
    problem = { kind: "storage-full" };
    tabs.editDraft(id, { content: "<p>typed</p>" });
    tabs.closeNote(note.value.noteId);
    await tabs.listDrafts();
    expect(listed()).toEqual(["new-kept", id]);
  });

  it("returns all unsaved text although the disk refuses writes", async () => {
    const { tabs, clock } = await openWindow({ refuses: () => ({ kind: "storage-broken", detail: "UnknownError" }) });
    const tabId = tabs.openNew(null);
    tabs.editDraft(tabId, { title: "Half", content: "<p>typed</p>" });
    await clock.advance(1000);

    expect(await tabs.unsaved()).toMatchObject([{ draftId: tabId, title: "Half", content: "<p>typed</p>" }]);
  });
});
