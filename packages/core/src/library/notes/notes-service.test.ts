import { beforeEach, describe, expect, it } from "vitest";
import { mergeNotes } from "../../merge/merge.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { lazyModule } from "../../model/lazy/lazy-module.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary, type TabMessage } from "../index/library-service.ts";
import { createNotesService, type NotesDeps, type OpenedNotesService } from "./notes-service.ts";

const clock = new ManualClock();
let disk: MemoryDisk;
let refusal: StoreProblem | undefined;
let joinTabs: ReturnType<typeof createMemoryTabs<TabMessage>>;

beforeEach(() => {
  disk = new MemoryDisk("device");
  refusal = undefined;
  joinTabs = createMemoryTabs<TabMessage>();
});

async function openTab(deps: Partial<Pick<NotesDeps, "merging" | "ids">> = {}): Promise<OpenedNotesService> {
  const store = new MemoryLocalStore(disk, { gate: async (at) => (at === "before-commit" ? refusal : undefined) });
  const opened = await openLibrary({ writers: createTestWriters(), store, channel: joinTabs() });
  if (!opened.ok) throw new Error(opened.problem.kind);
  return createNotesService({ library: opened.value, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false, ...deps });
}

async function created(notes: OpenedNotesService, title: string, content = "<p>text</p>") {
  const made = await notes.create({ title, content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value;
}

describe("A4 Create note", () => {
  it("writes a new note to disk before it appears in the list", async () => {
    const notes = await openTab();
    const seen: boolean[] = [];
    notes.store.subscribe((state) => seen.push([...state.notesById.keys()].every((id) => disk.entities.has(id))));

    const note = await created(notes, "Milk");

    expect(seen).not.toContain(false);
    expect(notes.store.getState().notes).toMatchObject([
      { noteId: note.noteId, title: "Milk", preview: "text", sync: { kind: "on-this-device" } },
    ]);
  });

  it("has a permanent id of the spec's form at once", async () => {
    expect((await created(await openTab(), "Milk")).noteId).toMatch(/^note-\d{13}-[A-Za-z0-9_-]{9}$/);
  });

  it("names an untitled note, and rejects an empty one", async () => {
    const notes = await openTab();

    expect(await notes.create({ title: " ", content: "<p>text</p>" }, null)).toMatchObject({ ok: true, value: { title: "Untitled Note" } });
    expect(await notes.create({ title: "", content: "<p> </p>" }, null)).toEqual({ ok: false, problem: { kind: "nothing-to-save" } });
  });

  it("counts characters of a title as a reader sees them", async () => {
    const notes = await openTab();

    expect((await notes.create({ title: "👩".repeat(255), content: "" }, null)).ok).toBe(true);
    expect(await notes.create({ title: "a".repeat(256), content: "" }, null)).toEqual({ ok: false, problem: { kind: "title-too-long" } });
  });

  it("reports a refused write and shows nothing", async () => {
    const notes = await openTab();
    refusal = { kind: "storage-full" };

    expect(await notes.create({ title: "Milk", content: "" }, null)).toEqual({ ok: false, problem: { kind: "storage-full" } });
    expect(notes.store.getState().notes).toEqual([]);
  });

  it("removes the draft in the same transaction", async () => {
    const notes = await openTab();
    disk.drafts.set("tab-1", { draftId: "tab-1", noteId: null, folderId: null, title: "Milk", content: "", savedAtMs: 1 });
    refusal = { kind: "storage-full" };
    await notes.create({ title: "Milk", content: "" }, null, { draftId: "tab-1" });
    expect(disk.drafts.has("tab-1")).toBe(true);

    refusal = undefined;
    await notes.create({ title: "Milk", content: "" }, null, { draftId: "tab-1" });
    expect(disk.drafts.has("tab-1")).toBe(false);
  });
});

describe("A4 Update note", () => {
  it("is on disk and in the list at once, pending for the drive", async () => {
    const notes = await openTab();
    const note = await created(notes, "Milk", "<p>one</p>");
    const saved = await notes.save(note.noteId, { title: "Oat milk", content: "<p>two</p>" }, { seen: note });

    expect(saved).toMatchObject({ ok: true, value: { title: "Oat milk", content: "<p>two</p>" } });
    expect(disk.entities.get(note.noteId)).toMatchObject({ title: "Oat milk", content: "<p>two</p>" });
    expect(notes.store.getState().notes).toMatchObject([{ title: "Oat milk", preview: "two", sync: { kind: "on-this-device" } }]);
  });

  it("keeps what another tab saved since this editor opened the note", async () => {
    const here = await openTab();
    const note = await created(here, "Milk", "<p>one</p>");
    const there = await openTab();
    const opened = await there.open(note.noteId);
    if (!opened.ok) throw new Error("not opened");
    await there.save(note.noteId, { title: "Milk", content: "<p>from there</p>" }, { seen: { vv: opened.value.vv } });

    const saved = await here.save(note.noteId, { title: "Milk", content: "<p>from here</p>" }, { seen: { vv: note.vv } });

    expect(saved).toMatchObject({ ok: true, value: { content: "<p>from here</p>" } });
    const texts = [...disk.entities.values()].map((entity) => entity.kind === "note" && entity.content);
    expect(texts.sort()).toEqual(["<p>from here</p>", "<p>from there</p>"]);
  });

  it("loads the merge code on demand, and does not write until it has it", async () => {
    const loads = [() => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))];
    let fetched = 0;
    const here = await openTab({
      merging: lazyModule(() => {
        fetched += 1;
        return (loads.shift() ?? (async () => mergeNotes))();
      }),
    });
    const note = await created(here, "Milk", "<p>one</p><p>two</p>");
    const first = await here.save(note.noteId, { title: "Milk", content: "<p>one</p><p>two, there</p>" }, { seen: { vv: note.vv } });
    expect([first.ok, fetched]).toEqual([true, 0]);
    const saveMerging = () => here.save(note.noteId, { title: "Milk", content: "<p>one, here</p><p>two</p>" }, { seen: { vv: note.vv } });
    const before = disk.entities.get(note.noteId);

    expect(await saveMerging()).toEqual({ ok: false, problem: { kind: "code-missing" } });
    expect(disk.entities.get(note.noteId)).toBe(before);
    const saved = await saveMerging();
    const texts = [...disk.entities.values()].map((entity) => entity.kind === "note" && entity.content);

    expect([saved.ok, fetched]).toEqual([true, 2]);
    expect(texts).toEqual(expect.arrayContaining([expect.stringContaining("here"), expect.stringContaining("there")]));
  });

  it("notifies other tabs at once", async () => {
    const here = await openTab();
    const there = await openTab();
    const received: string[] = [];
    there.onChangedElsewhere((ids) => received.push(...ids));

    const note = await created(here, "Milk");
    await clock.advance(100);

    expect(received).toEqual([note.noteId]);
    expect(there.store.getState().notes.map(({ title }) => title)).toEqual(["Milk"]);
  });

  it("creates the default folders once although two tabs open at the same time", async () => {
    const here = await openTab();
    joinTabs = createMemoryTabs<TabMessage>();
    const there = await openTab({ ids: createSequenceIds("u") });
    await Promise.all([here.ensureDefaultFolders(), there.ensureDefaultFolders()]);
    const made = [...disk.entities.values()].map((entity) => entity.kind === "folder" && entity.folderType);
    expect(made).toEqual(["PINNED", "SENSITIVE"]);
  });

  it("B8 reports created default folders to the first subscriber only", async () => {
    const notes = await openTab();
    const received: unknown[] = [];
    await notes.ensureDefaultFolders();
    await notes.ensureDefaultFolders();
    notes.onDefaultFolders((made) => received.push(made))();
    notes.onDefaultFolders((made) => received.push(made));
    expect(received).toEqual([{ ok: true, value: 2 }]);
  });

  it("waits until a screen follows the default folders", async () => {
    const notes = await openTab();
    let isFollowed = false;
    const following = notes.defaultsFollowed().then(() => {
      isFollowed = true;
    });
    await notes.ensureDefaultFolders();
    expect(isFollowed).toBe(false);
    notes.onDefaultFolders(() => undefined);
    await following;
    await notes.defaultsFollowed();
    expect(isFollowed).toBe(true);
  });

  it("does not count empty default folders as unsynced", async () => {
    const notes = await openTab();
    await notes.ensureDefaultFolders();
    expect(notes.store.getState().pendingCount).toBe(0);
    const milk = await created(notes, "Milk");
    expect(notes.store.getState().pendingCount).toBe(1);
    await notes.move(milk.noteId, notes.store.getState().folders[0]?.folderId ?? null);
    expect(notes.store.getState().pendingCount).toBe(2);
  });

  it("keeps unchanged rows and lists identical, so that they are not rendered again", async () => {
    const notes = await openTab();
    const milk = await created(notes, "Milk");
    await created(notes, "Bread");
    const bread = notes.store.getState().notes.find(({ title }) => title === "Bread");
    await notes.save(milk.noteId, { title: "Oat milk", content: milk.content }, { seen: milk });
    expect(notes.store.getState().notes.find(({ title }) => title === "Bread")).toBe(bread);
    const before = notes.store.getState().notes;
    notes.refresh();

    expect(notes.store.getState().notes).toBe(before);
  });

  it("requires a title", async () => {
    const notes = await openTab();
    const note = await created(notes, "Milk");

    expect(await notes.save(note.noteId, { title: "", content: "<p>x</p>" }, { seen: note })).toEqual({
      ok: false,
      problem: { kind: "title-missing" },
    });
  });

  it("is later than what it replaces even if the clock was set back", async () => {
    const notes = await openTab();
    const note = await created(notes, "Milk");
    disk.entities.set(note.noteId, { ...(disk.entities.get(note.noteId) as NoteEntity), mtime: note.lastModified + 3_600_000 });

    const saved = await notes.save(note.noteId, { title: "Milk", content: "<p>x</p>" }, { seen: note });

    expect(saved.ok && saved.value.lastModified).toBeGreaterThan(note.lastModified + 3_600_000);
  });
});

describe("A4 Delete note", () => {
  it("removes the note from the list and keeps its text for a restore", async () => {
    const notes = await openTab();
    const note = await created(notes, "Milk", "<p>two litres</p>");

    await notes.remove(note.noteId);
    expect(notes.store.getState().notes).toEqual([]);
    expect(await notes.open(note.noteId)).toEqual({ ok: false, problem: { kind: "not-found" } });

    await notes.restore(note.noteId);
    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { title: "Milk", content: "<p>two litres</p>" } });
  });

  it("reports a note that does not exist", async () => {
    expect(await (await openTab()).remove("note-0-none")).toEqual({ ok: false, problem: { kind: "not-found" } });
  });
});

describe("B4 folders", () => {
  it("creates Pinned and Sensitive once, first in order", async () => {
    const notes = await openTab();
    await notes.createFolder({ name: " Recipes ", description: "", color: "#22C55E" });

    await notes.ensureDefaultFolders();
    await notes.ensureDefaultFolders();

    expect(notes.store.getState().folders.map(({ name, folderType }) => [name, folderType])).toEqual([
      ["Pinned", "PINNED"],
      ["Sensitive", "SENSITIVE"],
      ["Recipes", "CUSTOM"],
    ]);
  });

  it("does not create folders that have arrived but are not shown yet", async () => {
    const here = await openTab();
    const elsewhere = await openTab();
    await elsewhere.ensureDefaultFolders();
    const before = [...disk.entities.values()];

    await here.ensureDefaultFolders();

    expect([...disk.entities.values()]).toEqual(before);
  });

  it("moves a note without touching its text", async () => {
    const notes = await openTab();
    const folder = await notes.createFolder({ name: "Recipes", description: "", color: "#22C55E" });
    const note = await created(notes, "Bread");
    if (!folder.ok) throw new Error(folder.problem.kind);

    await notes.move(note.noteId, folder.value.folderId);

    expect(await notes.open(note.noteId)).toMatchObject({ ok: true, value: { folderId: folder.value.folderId, content: "<p>text</p>" } });
  });
});
