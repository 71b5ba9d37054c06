import { describe, expect, it } from "vitest";
import { toBase } from "../../merge/bases.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { failed } from "../../model/result.ts";
import type { Seen, StoreProblem } from "../../ports/device/local-store.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { FOLDER_PASSWORD, openSensitiveWindow, type SensitiveWindowOptions } from "../../testing/sensitive-window.ts";
import { draftOf, isLockedTab } from "../tabs/tab.ts";

const SECRET = "zebrafinch";

async function unlockedWindow(options: SensitiveWindowOptions = {}) {
  const window = await openSensitiveWindow(options);
  await window.folder.unlock(FOLDER_PASSWORD);
  return window;
}

async function withSensitiveNote(options: SensitiveWindowOptions = {}) {
  const window = await unlockedWindow(options);
  const made = await window.notes.create({ title: "Diary", content: "<p>day one</p>" }, window.folderId);
  if (!made.ok) throw new Error(made.problem.kind);
  await flushPromises();
  return { ...window, noteId: made.value.noteId };
}

/** Types into a tab of an ordinary note, then sync delivers that another device moved the note into the folder, which is locked here. */
async function typedBeforeItMovedIn({ when = "before" }: { readonly when?: "before" | "on notification" } = {}) {
  const window = await openSensitiveWindow();
  const { tabs, notes, library, folderId } = window;
  const made = await notes.create({ title: "Plan", content: "<p>x</p>" }, null);
  const noteId = made.ok ? made.value.noteId : "";
  const edit = tabs.openEdit(noteId);
  await flushPromises();
  const type = (): void => tabs.editDraft(edit, { content: `<p>${SECRET}</p>` });
  const stopTyping = notes.onChangedElsewhere((ids) => void (when === "on notification" && ids.includes(noteId) && type()));
  if (when === "before") type();
  await tabs.flush();
  // Adds a note to the folder first, so that the list of notes is about to be updated, as usual when something arrives.
  const hidden = { folderId, isEncrypted: true, title: "", content: "", sealed: "sealed elsewhere" } as const;
  const sibling = ({ entities }: Seen) => ({ ...(entities.get(noteId) as NoteEntity), ...hidden, id: "note-1-sibling" });
  await library.transact({ entities: [noteId] }, (seen) => ({ writes: { entities: [sibling(seen)] }, answer: undefined }), "sync");
  notes.refresh();
  let count = 0;
  const moveElsewhere = async (change: Partial<NoteEntity>): Promise<void> => {
    const read = await library.store.readEntities([noteId]);
    const before = read.ok ? read.value.get(noteId) : undefined;
    if (before?.kind !== "note") throw new Error("the note is gone");
    const { sealed: _sealed, ...note } = before;
    count += 1;
    const moved: NoteEntity = { ...note, ...change, vv: { ...note.vv, "other-": count } };
    await library.transact({}, () => ({ writes: { entities: [moved] }, answer: undefined }), "sync");
    await flushPromises();
    notes.refresh();
    await flushPromises();
  };
  await moveElsewhere(hidden);
  stopTyping();
  expect(tabs.store.getState().tabs.map(isLockedTab)).toEqual([true]);
  return { ...window, edit, moveElsewhere };
}

describe("encryption.md 3.5 (8) drafts of sensitive notes", () => {
  it("are sealed at every write, for new and existing notes", async () => {
    const { tabs, folderId, clock, drafts, noteId, stored } = await withSensitiveNote();
    const fresh = tabs.openNew(folderId);
    const old = tabs.openEdit(noteId);
    await flushPromises();
    for (const at of [1, 2, 3]) {
      tabs.editDraft(fresh, { title: `${SECRET} ${at}`, content: `<p>${SECRET} ${at}</p>` });
      tabs.editDraft(old, { content: `<p>${SECRET} ${at}</p>` });
      await clock.advance(1000);
      expect(drafts()).toMatchObject([
        { title: "", content: "", sealed: expect.any(String) },
        { title: "", content: "", sealed: expect.any(String) },
      ]);
      expect(stored()).not.toMatch(/zebrafinch|Diary/);
    }
  });

  it("are removed from the page by a lock, and return with the password", async () => {
    const { tabs, tab, folder, folderId, noteId, stored, drafts } = await withSensitiveNote();
    const fresh = tabs.openNew(folderId);
    const old = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(fresh, { title: SECRET });
    tabs.editDraft(old, { content: `<p>${SECRET}</p>` });
    const locking = folder.lock();

    expect(JSON.stringify(tabs.store.getState().tabs)).not.toMatch(/zebrafinch|Diary|day one/);
    expect([fresh, old].map((id) => isLockedTab(tab(id) ?? never()))).toEqual([true, true]);
    await locking;
    await tabs.flush();
    expect(drafts().every(({ sealed }) => sealed !== undefined)).toBe(true);
    expect(stored()).not.toMatch(/zebrafinch|Diary/);

    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(tab(fresh) ?? never())).toEqual({ title: SECRET, content: "" });
    expect(draftOf(tab(old) ?? never())).toEqual({ title: "Diary", content: `<p>${SECRET}</p>` });
    expect(await tabs.save(old)).toMatchObject({ ok: true, value: { content: `<p>${SECRET}</p>` } });
  });

  it("keep what a save has merged, sealed, so that the next save writes it once", async () => {
    const { tabs, notes, library, folder, noteId, stored, reload } = await withSensitiveNote();
    const read = await notes.open(noteId);
    const vv = read.ok ? read.value.vv : {};
    const hasBeenSent = ({ entities }: Seen) => ({ writes: { bases: [toBase(entities.get(noteId) as NoteEntity)] }, answer: undefined });
    await library.transact({ entities: [noteId] }, hasBeenSent, "sync");
    const edit = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: `<p>day one</p><p>${SECRET}</p>` });
    await notes.save(noteId, { title: "Diary", content: "<p>from elsewhere</p><p>day one</p>" }, { seen: { vv } });
    const saving = tabs.save(edit);
    tabs.editDraft(edit, { content: `<p>day one</p><p>${SECRET} sings</p>` });
    await saving;
    const locking = folder.lock();
    expect(JSON.stringify(tabs.store.getState())).not.toContain(SECRET);
    await locking;
    await tabs.flush();
    expect(stored()).not.toMatch(/zebrafinch|day one/);

    const again = await reload();
    await again.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    const content = `<p>from elsewhere</p><p>day one</p><p>${SECRET} sings</p>`;
    expect(await again.tabs.save(edit)).toMatchObject({ ok: true, value: { content } });
  });

  it("include text that the editor had not reported when the lock came", async () => {
    const { tabs, tab, folder, noteId, stored } = await withSensitiveNote();
    const old = tabs.openEdit(noteId);
    await flushPromises();
    let unflushed: string | undefined = `<p>${SECRET}</p>`;
    tabs.connectEditor(old, {
      flush() {
        const content = unflushed;
        unflushed = undefined;
        if (content !== undefined) tabs.editDraft(old, { content });
      },
    });
    await folder.lock();
    expect(JSON.stringify(tabs.store.getState())).not.toContain(SECRET);
    expect(stored()).not.toContain(SECRET);

    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(tab(old) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
  });

  it("stay locked across a reload until the folder is unlocked", async () => {
    const { tabs, folderId, noteId, reload } = await withSensitiveNote();
    const fresh = tabs.openNew(folderId);
    const old = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(fresh, { title: SECRET });
    tabs.editDraft(old, { content: `<p>${SECRET}</p>` });
    await tabs.flush();
    const again = await reload();
    expect([fresh, old].map((id) => isLockedTab(again.tab(id) ?? never()))).toEqual([true, true]);
    await again.clock.advance(10_000);
    await again.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(again.tab(fresh) ?? never())?.title).toBe(SECRET);
    expect(draftOf(again.tab(old) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
  });

  it("stay in the list when a locked tab is closed", async () => {
    const { tabs, folder, folderId, tab } = await withSensitiveNote();
    const fresh = tabs.openNew(folderId);
    tabs.editDraft(fresh, { title: SECRET });
    await folder.lock();
    tabs.close(fresh);
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: fresh, title: "", sealed: expect.any(String) }]);
    tabs.openDraft(fresh);
    expect(tabs.store.getState().orphanedDrafts).toHaveLength(1);

    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ title: SECRET }]);
    tabs.openDraft(fresh);
    await flushPromises();
    expect(draftOf(tab(tabs.store.getState().activeTabId ?? "") ?? never())?.title).toBe(SECRET);
    await folder.lock();
    expect(JSON.stringify(tabs.store.getState())).not.toContain(SECRET);
  });

  it("survive a refused write at the lock, and are not written unsealed", async () => {
    let problem: StoreProblem | undefined;
    const { tabs, tab, folder, folderId, clock, drafts, stored } = await withSensitiveNote({
      drafts: (store) => ({
        loadDrafts: () => store.loadDrafts(),
        removeDraft: (draftId) => store.removeDraft(draftId),
        putDraft: async (draft) => (problem === undefined ? store.putDraft(draft) : failed(problem)),
      }),
    });
    const fresh = tabs.openNew(folderId);
    tabs.editDraft(fresh, { title: SECRET });
    problem = { kind: "storage-full" };
    await folder.lock();
    await flushPromises();
    expect(drafts()).toEqual([]);
    problem = undefined;
    await clock.advance(6000);
    expect(drafts()).toMatchObject([{ title: "", sealed: expect.any(String) }]);
    expect(stored()).not.toContain(SECRET);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(tab(fresh) ?? never())?.title).toBe(SECRET);
  });

  it("are sealed when their note moves in, even without a tab", async () => {
    const { tabs, notes, folderId, clock, stored, reload } = await unlockedWindow();
    const made = await notes.create({ title: "Plan", content: "<p>x</p>" }, null);
    const noteId = made.ok ? made.value.noteId : "";
    const edit = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(edit, { content: `<p>${SECRET}</p>` });
    await clock.advance(1000);
    expect(stored()).toContain(SECRET);
    expect(await notes.move(noteId, folderId)).toEqual({ ok: true, value: undefined });
    expect(stored()).not.toMatch(/zebrafinch|Plan/);
    await clock.advance(1000);
    expect(stored()).not.toMatch(/zebrafinch|Plan/);

    const again = await reload();
    await again.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(again.tab(edit) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
  });

  it("return with the password if another device moved the note and the tab was closed", async () => {
    const window = await typedBeforeItMovedIn();
    const { tabs, folder, edit, stored } = window;
    tabs.close(edit);
    expect(tabs.store.getState().orphanedDrafts).toEqual([]);

    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit, content: `<p>${SECRET}</p>` }]);
    await tabs.flush();
    expect(stored()).not.toContain(SECRET);
    await folder.lock();
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit, content: "", sealed: expect.any(String) }]);
  });

  it("are listed if another device moved the note in and out and the tab was closed", async () => {
    const { tabs, edit, moveElsewhere } = await typedBeforeItMovedIn();
    tabs.close(edit);
    await moveElsewhere({ folderId: null, isEncrypted: false, title: "Plan", content: "<p>x</p>" });
    expect(tabs.store.getState().orphanedDrafts).toMatchObject([{ draftId: edit, content: `<p>${SECRET}</p>` }]);
  });

  it("survive typing at the moment in which the note moves in", async () => {
    const { tabs, tab, edit, folder } = await typedBeforeItMovedIn({ when: "on notification" });
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(tab(edit) ?? never())).toMatchObject({ content: `<p>${SECRET}</p>` });
    expect(JSON.stringify(tabs.store.getState().orphanedDrafts)).toBe("[]");
  });

  it("are stored in the list of tabs without their titles", async () => {
    const { tabs, tab, folder, noteId, stored } = await withSensitiveNote();
    const view = tabs.openView(noteId);
    await flushPromises();
    expect(tab(view)).toMatchObject({ title: "Diary" });
    expect(stored()).not.toContain("Diary");
    await folder.lock();
    expect(tab(view)).toMatchObject({ title: "" });
  });
});

function never(): never {
  throw new Error("there is no such tab");
}
