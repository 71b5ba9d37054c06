import { describe, expect, it } from "vitest";
import { toBase } from "../../merge/bases.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { Seen, StoreProblem } from "../../ports/device/local-store.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { FOLDER_PASSWORD, openSensitiveWindow, type SensitiveWindowOptions } from "../../testing/sensitive-window.ts";
import { draftOf, isDirty, isLockedTab } from "../tabs/tab.ts";

const SECRET = "zebrafinch";

async function editing(options: SensitiveWindowOptions = {}) {
  const window = await openSensitiveWindow({ savesAutomatically: true, ...options });
  await window.folder.unlock(FOLDER_PASSWORD);
  const made = await window.notes.create({ title: "Diary", content: "<p>day one</p>" }, window.folderId);
  if (!made.ok) throw new Error(made.problem.kind);
  const { noteId } = made.value;
  const id = window.tabs.openEdit(noteId);
  await flushPromises();
  const contentOf = async (): Promise<string | undefined> => {
    const read = await window.notes.open(noteId);
    return read.ok ? read.value.content : undefined;
  };
  return { ...window, noteId, id, contentOf, type: (content: string) => window.tabs.editDraft(id, { content }) };
}

describe("decision 0042 Saving when the Sensitive folder locks", () => {
  it("saves what was typed before the key goes", async () => {
    const { type, folder, id, tab, tabs, stored, drafts, contentOf } = await editing();
    type(`<p>${SECRET}</p>`);
    const locking = folder.lock();
    expect(JSON.stringify(tabs.store.getState())).not.toContain(SECRET);
    await locking;
    expect(stored()).not.toContain(SECRET);
    expect(isLockedTab(tab(id))).toBe(true);
    expect(drafts()).toEqual([]);

    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(await contentOf()).toBe(`<p>${SECRET}</p>`);
    expect(draftOf(tab(id) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
    expect(isDirty(tab(id) ?? never())).toBe(false);
  });

  it("creates a new note that was not saved yet, once", async () => {
    const { tabs, tab, folder, folderId, notes, noteId, drafts } = await editing();
    const fresh = tabs.openNew(folderId);
    tabs.editDraft(fresh, { title: SECRET });
    await folder.lock();
    expect(tab(fresh)).toMatchObject({ type: "edit", title: "", editing: { kind: "locked" }, isFresh: true });
    expect(drafts()).toEqual([]);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    const others = notes.store.getState().notes.filter((note) => note.noteId !== noteId);
    expect(others).toMatchObject([{ title: SECRET, folderId }]);
    expect(tab(fresh)).toMatchObject({ noteId: others[0]?.noteId, editing: { draft: { title: SECRET } } });
  });

  it("does not double a new note whose save the lock interrupts", async () => {
    const { tabs, tab, folder, folderId, notes, noteId, writes } = await withHeldWrites();
    const fresh = tabs.openNew(folderId);
    tabs.editDraft(fresh, { title: SECRET });
    writes.hold();
    const saving = tabs.save(fresh, { isAutomatic: true });
    await flushPromises();
    tabs.editDraft(fresh, { title: `${SECRET} sings` });
    const locking = folder.lock();
    writes.release();
    await Promise.all([locking, saving]);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    await tabs.saveAll();
    const others = notes.store.getState().notes.filter((note) => note.noteId !== noteId);
    expect(others.map(({ title }) => title)).toEqual([`${SECRET} sings`]);
    expect(tab(fresh)).toMatchObject({ noteId: others[0]?.noteId });
  });

  it("does not double a text whose save the lock interrupts", async () => {
    const { type, tabs, folder, contentOf, drafts, writes } = await withHeldWrites();
    type("<p>day one</p><p>two</p>");
    writes.hold();
    const saving = tabs.save(tabs.store.getState().activeTabId ?? "", { isAutomatic: true });
    await flushPromises();
    type("<p>day one</p><p>two and three</p>");
    const locking = folder.lock();
    writes.release();
    await Promise.all([locking, saving]);
    expect(drafts()).toEqual([]);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    await tabs.saveAll();
    expect(await contentOf()).toBe("<p>day one</p><p>two and three</p>");
  });

  it("leaves a sealed draft where another version arrived, and merges both after unlocking", async () => {
    const { type, tabs, id, tab, folder, noteId, notes, library, stored, drafts, contentOf } = await editing();
    const read = await notes.open(noteId);
    const hasBeenSent = ({ entities }: Seen) => ({ writes: { bases: [toBase(entities.get(noteId) as NoteEntity)] }, answer: undefined });
    await library.transact({ entities: [noteId] }, hasBeenSent, "sync");
    type(`<p>day one</p><p>${SECRET}</p>`);
    const seen = { vv: read.ok ? read.value.vv : {} };
    await notes.save(noteId, { title: "Diary", content: "<p>from elsewhere</p><p>day one</p>" }, { seen });
    await folder.lock();
    await tabs.flush();
    expect(stored()).not.toContain(SECRET);
    expect(drafts()).toMatchObject([{ draftId: id, sealed: expect.any(String) }]);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(isDirty(tab(id) ?? never())).toBe(true);
    await tabs.saveAll();
    expect(await contentOf()).toBe(`<p>from elsewhere</p><p>day one</p><p>${SECRET}</p>`);
  });

  it("keeps the text sealed where the disk refuses it", async () => {
    const full: StoreProblem = { kind: "storage-full" };
    let isFull = false;
    const { type, folder, tabs, id, tab, stored, contentOf } = await editing({
      gate: async (at) => (at === "before-commit" && isFull ? full : undefined),
    });
    isFull = true;
    type(`<p>${SECRET}</p>`);
    await folder.lock();
    expect(stored()).not.toContain(SECRET);
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(tab(id) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
    expect(await contentOf()).toBe("<p>day one</p>");
    isFull = false;
    expect(await tabs.saveAll()).toEqual([]);
    expect(await contentOf()).toBe(`<p>${SECRET}</p>`);
  });

  it("leaves drafts with the Save button, as the specification has it", async () => {
    const { type, folder, tabs, id, tab, contentOf } = await editing({ savesAutomatically: false });
    type(`<p>${SECRET}</p>`);
    await folder.lock();
    await tabs.flush();
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(await contentOf()).toBe("<p>day one</p>");
    expect(draftOf(tab(id) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
  });

  it("locks in time where a save does not end", async () => {
    const { type, folder, clock, keys, writes } = await withHeldWrites();
    type(`<p>${SECRET}</p>`);
    writes.hold();
    const locking = folder.lock();
    await clock.advance(2000);
    await locking;
    expect(await keys.unlockedSensitive()).toBeUndefined();
    writes.release();
  });
});

/** `hold` stops all writes of the disk before they take effect, until `release`. */
async function withHeldWrites() {
  let release = (): void => undefined;
  let held: Promise<void> | undefined;
  const hold = (): void => {
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
  const window = await editing({ gate: async (at) => void (at === "before-commit" && (await held)) });
  return { ...window, writes: { hold, release: () => release() } };
}

function never(): never {
  throw new Error("the tab is open");
}
