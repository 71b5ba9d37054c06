import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { FOLDER_PASSWORD, openSensitiveWindow } from "../../testing/sensitive-window.ts";
import { hasRecovered, recoveredLockedTabs, recoveredNoteIds, recoveredTabs } from "../tabs/recovered-texts.ts";
import { draftOf, isDirty, isLockedTab, recoveredAt, type Tab } from "../tabs/tab.ts";

type Window = Awaited<ReturnType<typeof openSensitiveWindow>>;

/** Another window opens the app after the first page disappeared without notice. */
let windows = 0;
async function openAnother({ disk, clock, sensitiveStore }: Window): Promise<Window> {
  windows += 1;
  const opened = await openSensitiveWindow({ disk, clock, sensitiveStore, windowId: `window ${windows}` });
  await flushPromises();
  return opened;
}

async function withNote(window: Window, folderId: string | null = null): Promise<string> {
  const made = await window.notes.create({ title: "Milk", content: "<p>two litres</p>" }, folderId);
  if (!made.ok) throw new Error(made.problem.kind);
  await flushPromises();
  return made.value.noteId;
}

async function typeInto(window: Window, noteId: string, content: string): Promise<string> {
  const tabId = window.tabs.openEdit(noteId);
  await flushPromises();
  window.tabs.editDraft(tabId, { content });
  await window.clock.advance(1000);
  return tabId;
}

async function edit(window: Window, noteId: string): Promise<Tab> {
  const tabId = window.tabs.openEdit(noteId);
  await flushPromises();
  return window.tab(tabId) ?? never();
}

/** Writes another device's change as sync does. */
async function changeElsewhere({ library, notes }: Window, noteId: string, change: Partial<NoteEntity>): Promise<void> {
  await library.transact(
    { entities: [noteId] },
    (seen) => {
      const note = seen.entities.get(noteId) as NoteEntity;
      return { writes: { entities: [{ ...note, ...change, vv: { ...note.vv, phone1: 1 } }] }, answer: undefined };
    },
    "sync",
  );
  notes.refresh();
  await flushPromises();
}

const SECRET = "zebrafinch";

describe("decision 0005 drafts: editing a note continues recovered text", () => {
  it("restores the text of a closed window, and marks its note", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    await typeInto(first, noteId, "<p>three litres</p>");

    const second = await openAnother(first);
    expect(recoveredNoteIds(second.tabs.store.getState())).toEqual([noteId]);
    const tab = await edit(second, noteId);

    expect(draftOf(tab)).toEqual({ title: "Milk", content: "<p>three litres</p>" });
    expect(recoveredAt(tab)).toBeTypeOf("number");
    expect(second.tabs.store.getState().orphanedDrafts).toEqual([]);
    expect(recoveredNoteIds(second.tabs.store.getState())).toEqual([noteId]);
    expect(second.drafts()).toMatchObject([{ draftId: tab.id, content: "<p>three litres</p>" }]);
    await second.tabs.save(tab.id);
    expect(recoveredNoteIds(second.tabs.store.getState())).toEqual([]);
    expect(second.drafts()).toEqual([]);
  });

  it("restores it into a clean open editor, but never over typed text", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    const beside = await openAnother(first);
    const clean = await edit(beside, noteId);
    await typeInto(first, noteId, "<p>from the window that crashed</p>");
    await beside.tabs.listDrafts();
    expect(draftOf(beside.tab(clean.id) ?? never())?.content).toBe("<p>two litres</p>");
    expect(draftOf(await edit(beside, noteId))?.content).toBe("<p>from the window that crashed</p>");

    const last = await openAnother(beside);
    last.tabs.openEdit(noteId);
    await flushPromises();
    const other = await openAnother(last);
    await typeInto(other, noteId, "<p>typed here</p>");
    await typeInto(last, noteId, "<p>typed there</p>");
    await other.tabs.listDrafts();
    expect(draftOf(await edit(other, noteId))?.content).toBe("<p>typed here</p>");
    expect(other.tabs.store.getState().orphanedDrafts).toMatchObject([{ content: "<p>typed there</p>" }]);
  });

  it("restores the newest of several texts, and lists the others", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    const second = await openAnother(first);
    await typeInto(first, noteId, "<p>older</p>");
    await typeInto(second, noteId, "<p>newer</p>");

    const third = await openAnother(second);

    expect(draftOf(await edit(third, noteId))?.content).toBe("<p>newer</p>");
    expect(third.tabs.store.getState().orphanedDrafts).toMatchObject([{ content: "<p>older</p>" }]);
    expect(recoveredNoteIds(third.tabs.store.getState())).toEqual([noteId]);
  });

  it("restores it into its own tab after a reload, also for new notes", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    await typeInto(first, noteId, "<p>three litres</p>");
    const fresh = first.tabs.openNew(null);
    first.tabs.editDraft(fresh, { title: "Bread" });
    await first.tabs.flush();

    const again = await first.reload();

    expect(recoveredTabs(again.tabs.store.getState().tabs).map((tab) => draftOf(tab)?.title)).toEqual(["Milk", "Bread"]);
    again.tabs.discardRecovered(fresh);
    await again.tabs.flush();
    expect(again.tab(fresh)).toBeUndefined();
    expect(again.drafts()).toHaveLength(1);
  });

  it("shows the saved note once the recovered text is discarded", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    await typeInto(first, noteId, "<p>three litres</p>");
    const second = await openAnother(first);
    const tab = await edit(second, noteId);

    second.tabs.discardRecovered(tab.id);
    await flushPromises();

    const shown = second.tab(tab.id) ?? never();
    expect(draftOf(shown)?.content).toBe("<p>two litres</p>");
    expect([isDirty(shown), recoveredAt(shown)]).toEqual([false, undefined]);
    expect(second.drafts()).toEqual([]);
    second.tabs.discardRecovered(tab.id);
    expect(second.tab(tab.id)).toBe(shown);
  });

  it("keeps the text and another device's change, which a discard shows", async () => {
    const first = await openSensitiveWindow();
    const made = await first.notes.create({ title: "Milk", content: "<p>one</p><p>two</p>" }, null);
    const noteId = made.ok ? made.value.noteId : never();
    await typeInto(first, noteId, "<p>one</p><p>two, typed before the crash</p>");
    const second = await openAnother(first);
    await changeElsewhere(second, noteId, { content: "<p>one, from the phone</p><p>two</p>" });
    const tab = await edit(second, noteId);
    expect(tab).toMatchObject({ editing: { isBehind: true, draft: { content: "<p>one</p><p>two, typed before the crash</p>" } } });

    const third = await openAnother(second);
    expect(await third.tabs.save((await edit(third, noteId)).id)).toMatchObject({ ok: true });
    const all = await Promise.all(third.notes.store.getState().notes.map((note) => third.notes.open(note.noteId)));
    const texts = all.map((read) => (read.ok ? read.value.content : "")).join("");
    expect(texts).toContain("one, from the phone");
    expect(texts).toContain("two, typed before the crash");

    await typeInto(third, noteId, "<p>again</p>");
    await changeElsewhere(third, noteId, { content: "<p>from the phone</p>" });
    const fourth = await openAnother(third);
    const shown = await edit(fourth, noteId);
    fourth.tabs.discardRecovered(shown.id);
    await flushPromises();
    expect(draftOf(fourth.tab(shown.id) ?? never())?.content).toBe("<p>from the phone</p>");
  });
});

describe("encryption.md 3.5 (8) recovered text of sensitive notes", () => {
  it("is hidden while the folder is locked, and in the editor once unlocked", async () => {
    const first = await openSensitiveWindow();
    await first.folder.unlock(FOLDER_PASSWORD);
    const noteId = await withNote(first, first.folderId);
    await typeInto(first, noteId, `<p>${SECRET}</p>`);

    const second = await openAnother(first);
    expect(JSON.stringify(second.tabs.store.getState())).not.toMatch(/zebrafinch|Milk/);
    expect(second.tabs.store.getState().orphanedDrafts).toMatchObject([{ title: "", isSensitive: true }]);
    const tabId = second.tabs.openEdit(noteId);
    await flushPromises();
    expect(isLockedTab(second.tab(tabId))).toBe(true);

    await second.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(second.tab(tabId) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
    expect(second.tabs.store.getState().orphanedDrafts).toEqual([]);
    await second.tabs.flush();
    expect(second.stored()).not.toMatch(/zebrafinch|Milk/);
  });

  it("is counted but not listed if another device moved the note in after the crash", async () => {
    const first = await openSensitiveWindow();
    const noteId = await withNote(first);
    await typeInto(first, noteId, `<p>${SECRET}</p>`);
    await changeElsewhere(first, noteId, {
      folderId: first.folderId,
      isEncrypted: true,
      title: "",
      content: "",
      sealed: "sealed elsewhere",
    });

    const second = await openAnother(first);

    expect(JSON.stringify(second.tabs.store.getState())).not.toMatch(/zebrafinch|Milk/);
    expect(second.tabs.store.getState()).toMatchObject({ orphanedDrafts: [], hiddenDraftCount: 1 });
    await second.tabs.listDrafts();
    expect(second.tabs.store.getState()).toMatchObject({ orphanedDrafts: [], hiddenDraftCount: 1 });
    await second.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(second.tabs.store.getState()).toMatchObject({ orphanedDrafts: [{ content: `<p>${SECRET}</p>` }], hiddenDraftCount: 0 });
    expect(second.drafts()).toMatchObject([{ title: "", content: "", sealed: expect.any(String) }]);
  });
});

describe("decision 0005 drafts: a session that ends, and a device cleared with it", () => {
  it("seals and writes everything that a lock has just taken out of the tabs", async () => {
    const first = await openSensitiveWindow();
    await first.folder.unlock(FOLDER_PASSWORD);
    const noteId = await withNote(first, first.folderId);
    const tabId = await typeInto(first, noteId, "<p>zebra</p>");
    first.tabs.editDraft(tabId, { content: `<p>${SECRET}</p>` });
    const locking = first.folder.lock();
    await first.tabs.flush();
    expect(first.stored()).not.toMatch(SECRET);
    expect(first.drafts()).toMatchObject([{ draftId: tabId, title: "", content: "", sealed: expect.any(String) }]);
    first.tabs.stop();
    await locking;

    const second = await first.reload();
    expect(recoveredLockedTabs(second.tabs.store.getState()).map(({ id }) => id)).toEqual([tabId]);
    expect(hasRecovered(second.tabs.store.getState())).toBe(true);
    await second.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(second.tab(tabId) ?? never())?.content).toBe(`<p>${SECRET}</p>`);
    await second.folder.lock();
    await flushPromises();
    // The text now belongs to this window.
    expect(recoveredLockedTabs(second.tabs.store.getState())).toEqual([]);
  });

  it("saves a new sensitive note into the existing Sensitive folder, and only there", async () => {
    const first = await openSensitiveWindow();
    await first.folder.unlock(FOLDER_PASSWORD);
    const tabId = first.tabs.openNew(first.folderId);
    first.tabs.editDraft(tabId, { title: "Zebra", content: `<p>${SECRET}</p>` });
    await first.tabs.flush();
    const [kept] = first.drafts();
    first.disk.drafts.set(tabId, { ...(kept ?? never()), folderId: "folder-of-before" });

    const second = await first.reload();
    await second.folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(draftOf(second.tab(tabId) ?? never())?.title).toBe("Zebra");
    const saved = await second.tabs.save(tabId);
    expect(saved).toMatchObject({ ok: true, value: { folderId: first.folderId, isEncrypted: true } });
    expect(second.stored()).not.toMatch(SECRET);
  });
});

describe("decision 0005 drafts: any end of a window", () => {
  it("shows the last typed text at the next edit of its note", async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant("type" as const), note: fc.nat(2), text: fc.stringMatching(/^[a-z]{1,8}$/) }),
        fc.record({ do: fc.constantFrom("save" as const, "read" as const), note: fc.nat(2) }),
        fc.record({ do: fc.constantFrom("reload" as const, "another window" as const, "lock" as const, "unlock" as const) }),
      ),
      { minLength: 1, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        let window = await openSensitiveWindow();
        await window.folder.unlock(FOLDER_PASSWORD);
        const ids = [await withNote(window), await withNote(window), await withNote(window, window.folderId)];
        const latest = new Map<string, string>();
        const unlock = async (): Promise<void> => {
          await window.folder.unlock(FOLDER_PASSWORD);
          await flushPromises();
        };
        for (const step of list) {
          if (step.do === "reload") window = await window.reload();
          else if (step.do === "another window") window = await openAnother(window);
          else if (step.do === "lock") await window.folder.lock();
          else if (step.do === "unlock") await unlock();
          else if ("note" in step) {
            const noteId = ids[step.note] as string;
            if (step.note === 2) await unlock();
            const tab = await edit(window, noteId);
            if (step.do === "type") {
              window.tabs.editDraft(tab.id, { content: `<p>${step.text}</p>` });
              latest.set(noteId, `<p>${step.text}</p>`);
              await window.clock.advance(1000);
            } else if (step.do === "save" && isDirty(tab)) await window.tabs.save(tab.id);
          }
          await flushPromises();
        }
        await unlock();
        for (const noteId of ids) {
          const shown = draftOf(await edit(window, noteId));
          expect(shown?.content).toBe(latest.get(noteId) ?? "<p>two litres</p>");
        }
      }),
      { numRuns: 60 },
    );
  });
});

function never(): never {
  throw new Error("there is none");
}
