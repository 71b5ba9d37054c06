import { beforeEach, describe, expect, it } from "vitest";
import { folderPath } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { type Library, openLibrary } from "../index/library-service.ts";
import { movesOffPin } from "../notes/note-moves.ts";
import { createNotesService, type OpenedNotesService } from "../notes/notes-service.ts";
import { checkDeletable } from "./check-folder.ts";

const VALUES = { name: "Recipes", description: "What we eat", color: "#22C55E" };
let notes: OpenedNotesService;
let refusal: StoreProblem | undefined;
let library: Library;
let disk: MemoryDisk;
const clock = new ManualClock();
const ids = createSequenceIds();

beforeEach(async () => {
  refusal = undefined;
  disk = new MemoryDisk("device");
  library = await openOver(disk);
  notes = createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false });
});

async function openOver(disk: MemoryDisk): Promise<Library> {
  const store = new MemoryLocalStore(disk, { gate: async (at) => (at === "before-commit" ? refusal : undefined) });
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

/** Another tab of this device, whose changes the first tab does not hear of. */
async function openTab(): Promise<OpenedNotesService> {
  return createNotesService({ library: await openOver(disk), clock, timers: clock, ids, isSyncing: () => false });
}

async function made(values = VALUES) {
  const folder = await notes.createFolder(values);
  if (!folder.ok) throw new Error(folder.problem.kind);
  return folder.value;
}

const named = () => notes.store.getState().folders.map(({ name }) => name);

describe("A5 deleting a folder", () => {
  it.each([
    ["CUSTOM", false, 0, undefined],
    ["CUSTOM", false, 1, "folder-not-empty"],
    ["CUSTOM", true, 0, "folder-is-default"],
    ["PINNED", true, 0, "folder-is-default"],
    ["SENSITIVE", false, 0, "folder-is-default"],
  ] as const)("checks %s, default: %s, with %i notes: %s", (folderType, isDefault, count, reason) => {
    expect(checkDeletable({ folderType, isDefault }, count)).toBe(reason);
  });

  it("deletes an empty folder, and never one with a note", async () => {
    const folder = await made();
    const note = await notes.create({ title: "Bread", content: "" }, folder.folderId);
    expect(await notes.removeFolder(folder.folderId)).toEqual({ ok: false, problem: { kind: "folder-not-empty" } });
    expect(named()).toEqual(["Recipes"]);
    if (note.ok) await notes.move(note.value.noteId, null);

    expect(await notes.removeFolder(folder.folderId)).toEqual({ ok: true, value: undefined });
    expect(named()).toEqual([]);
    expect(await notes.removeFolder(folder.folderId)).toEqual({ ok: false, problem: { kind: "not-found" } });
  });

  it("keeps the default folders", async () => {
    await notes.ensureDefaultFolders();
    for (const { folderId } of notes.store.getState().folders)
      expect(await notes.removeFolder(folderId)).toEqual({ ok: false, problem: { kind: "folder-is-default" } });
  });
});

describe("decision 0051 folders in folders", () => {
  const named = (name: string) => ({ ...VALUES, name });
  const madeIn = async (name: string, parentId: string | null = null) => {
    const folder = await notes.createFolder(named(name), parentId);
    if (!folder.ok) throw new Error(folder.problem.kind);
    return folder.value.folderId;
  };
  const paths = () => notes.store.getState().folders.map(folderPath);
  const stored = (id: string) => library.index.entities.get(id);

  it("creates, moves and renames them, and keeps the whole path in the record", async () => {
    const [work, home] = [await madeIn("Work"), await madeIn("Home")];
    const plans = await madeIn("Plans", work);
    expect(paths()).toEqual(["Work", "Work / Plans", "Home"]);

    expect(await notes.moveFolder(plans, home)).toMatchObject({
      ok: true,
      value: { name: "Plans", parent: { id: home, path: "Home / " } },
    });
    await notes.updateFolder(plans, named("Ideas"));

    expect(paths()).toEqual(["Work", "Home", "Home / Ideas"]);
    expect(stored(plans)).toMatchObject({ name: "Home / Ideas", parent: { id: home, path: "Home / " } });
    await notes.moveFolder(plans, null);
    expect(paths()).toEqual(["Work", "Home", "Ideas"]);
    expect(stored(plans)).not.toHaveProperty("parent");
  });

  it("moves a folder with all that is in it", async () => {
    const [work, home] = [await madeIn("Work"), await madeIn("Home")];
    const plans = await madeIn("Plans", work);
    await madeIn("Old", plans);
    await notes.create({ title: "Bread", content: "" }, plans);

    await notes.moveFolder(plans, home);

    expect(paths()).toEqual(["Work", "Home", "Home / Plans", "Home / Plans / Old"]);
    expect(notes.store.getState().notes[0]?.folderId).toBe(plans);
  });

  it("refuses a circle, an eleventh level, an equal sibling, and Pinned and Sensitive", async () => {
    await notes.ensureDefaultFolders();
    const pinned = notes.store.getState().folders[0]?.folderId ?? "";
    const chain = [await madeIn("1")];
    for (let level = 2; level <= 10; level += 1) chain.push(await madeIn(`${level}`, chain.at(-1)));
    const [top = "", last = ""] = [chain[0], chain.at(-1)];
    const other = await madeIn("Other");
    const double = await madeIn("Other", top);

    const refused = async (folderId: string, parentId: string | null) => {
      const moved = await notes.moveFolder(folderId, parentId);
      return moved.ok ? "moved" : moved.problem.kind;
    };
    expect(await refused(top, last)).toBe("folder-in-itself");
    expect(await refused(top, top)).toBe("folder-in-itself");
    expect(await refused(other, last)).toBe("folder-too-deep");
    expect(await refused(double, null)).toBe("folder-name-taken");
    expect(await refused(other, pinned)).toBe("folder-is-default");
    expect(await refused(pinned, other)).toBe("folder-is-default");
    expect(await refused("folder-none", other)).toBe("folder-is-default");
  });

  it("refuses a circle with a move of another tab that this one does not show yet", async () => {
    const [work, home] = [await madeIn("Work"), await madeIn("Home")];
    const other = await openTab();
    await other.moveFolder(work, home);

    expect(await notes.moveFolder(home, work)).toEqual({ ok: false, problem: { kind: "folder-in-itself" } });

    expect(stored(home)).not.toHaveProperty("parent");
  });

  it("refuses a circle through a folder that another tab has just created", async () => {
    const [work, home] = [await madeIn("Work"), await madeIn("Home")];
    const other = await openTab();
    const between = await other.createFolder(named("Between"), home);
    await other.moveFolder(work, between.ok ? between.value.folderId : null);

    expect(await notes.moveFolder(home, work)).toEqual({ ok: false, problem: { kind: "folder-in-itself" } });
  });

  it("does not move a folder into one that another tab has deleted", async () => {
    const [work, home] = [await madeIn("Work"), await madeIn("Home")];
    await (await openTab()).removeFolder(home);

    expect(await notes.moveFolder(work, home)).toEqual({ ok: false, problem: { kind: "not-found" } });
  });

  it("deletes a folder only without subfolders, and brings back a deleted one that is renamed", async () => {
    const work = await madeIn("Work");
    const plans = await madeIn("Plans", work);
    expect(await notes.removeFolder(work)).toEqual({ ok: false, problem: { kind: "folder-not-empty" } });

    const parent = stored(work);
    if (parent?.kind !== "folder") throw new Error("no folder");
    await library.transact({}, () => ({ writes: { entities: [{ ...parent, alive: {} }] }, answer: undefined }), "restore");
    notes.refresh();
    expect(paths()).toEqual(["Work", "Work / Plans"]);
    expect(await notes.updateFolder(work, named("Job"))).toMatchObject({ ok: true });

    expect(paths()).toEqual(["Job", "Job / Plans"]);
    await notes.removeFolder(plans);
    expect(paths()).toEqual(["Job"]);
  });
});

describe("A7 folder operations", () => {
  it("changes name, description and color of a folder", async () => {
    const folder = await made();

    const updated = await notes.updateFolder(folder.folderId, { name: " Cooking ", description: "", color: "#EF4444" });

    expect(updated).toMatchObject({ ok: true, value: { name: "Cooking", description: "", color: "#EF4444", createdAt: folder.createdAt } });
    expect(notes.store.getState().folders).toMatchObject([{ folderId: folder.folderId, name: "Cooking", color: "#EF4444" }]);
  });

  it("reports a folder that is gone, or a refused write", async () => {
    expect(await notes.updateFolder("folder-none", VALUES)).toEqual({ ok: false, problem: { kind: "not-found" } });
    const folder = await made();
    refusal = { kind: "storage-full" };

    expect(await notes.updateFolder(folder.folderId, VALUES)).toEqual({ ok: false, problem: refusal });
    expect(await notes.removeFolder(folder.folderId)).toEqual({ ok: false, problem: refusal });
    expect(await notes.createFolder(VALUES)).toEqual({ ok: false, problem: refusal });
    expect(named()).toEqual(["Recipes"]);
  });

  it("lists custom folders by creation", async () => {
    const clock = ["Zoo", "Attic", "Mill"];
    for (const name of clock) await made({ ...VALUES, name });
    await notes.ensureDefaultFolders();
    expect(named()).toEqual(["Pinned", "Sensitive", "Zoo", "Attic", "Mill"]);
    const oldest = aFolder({ id: "folder-9-z", name: "Oldest", createdAt: 1 });
    await library.transact({}, () => ({ writes: { entities: [oldest] }, answer: undefined }), "restore");
    expect(named()).toEqual(["Pinned", "Sensitive", "Oldest", "Zoo", "Attic", "Mill"]);
  });
});

describe("A4 commands on several notes", () => {
  const make = async (title: string) => {
    const note = await notes.create({ title, content: "" }, null);
    if (!note.ok) throw new Error(note.problem.kind);
    return note.value.noteId;
  };
  const titles = () => notes.store.getState().notes.map(({ title }) => title);

  it("deletes them in one write and one list update, and restores all", async () => {
    const noteIds = [await make("Milk"), await make("Bread"), await make("Salt")];
    let updates = 0;
    notes.store.subscribe(() => (updates += 1));

    await notes.removeAll(noteIds.slice(0, 2));
    expect(titles()).toEqual(["Salt"]);
    expect(updates).toBe(1);
    await notes.restoreAll(noteIds.slice(0, 2));

    expect(titles().sort()).toEqual(["Bread", "Milk", "Salt"]);
  });

  it("does not move notes if the write is refused", async () => {
    const folder = await made();
    const noteIds = [await make("Milk"), await make("Bread")];
    refusal = { kind: "storage-full" };

    const moved = await notes.moveAll(noteIds.map((noteId) => ({ noteId, folderId: folder.folderId })));

    expect(moved).toEqual({ ok: false, problem: refusal });
    expect(notes.store.getState().notes.map(({ folderId }) => folderId)).toEqual([null, null]);
  });

  it("gives each note an edit of its own, so that other devices see all of them", async () => {
    const noteIds = [await make("Milk"), await make("Bread")];
    await notes.moveAll(noteIds.map((noteId) => ({ noteId, folderId: "folder-x" })));
    const opened = await Promise.all(noteIds.map((noteId) => notes.open(noteId)));

    const counters = opened.map((note) => (note.ok ? Math.max(...Object.values(note.value.vv)) : undefined));
    expect(new Set(counters).size).toBe(2);
    expect(counters).toEqual([3, 4]);
  });

  it("skips notes that are gone", async () => {
    const noteId = await make("Milk");
    expect(await notes.removeAll([noteId, "note-none"])).toEqual({ ok: true, value: undefined });
    expect(await notes.removeAll(["note-none"])).toEqual({ ok: false, problem: { kind: "not-found" } });
  });

  it("pins by a move to Pinned, and remembers the former folder across a reload", async () => {
    await notes.ensureDefaultFolders();
    const folder = await made();
    const pinned = notes.store.getState().folders.find(({ folderType }) => folderType === "PINNED");
    const noteId = await make("Milk");
    await notes.move(noteId, folder.folderId);
    await notes.move(noteId, pinned?.folderId ?? "");
    expect(notes.store.getState().notesById.get(noteId)).toMatchObject({ folderId: pinned?.folderId, pinnedFrom: folder.folderId });

    await notes.move(noteId, null);
    expect(notes.store.getState().notesById.get(noteId)).not.toHaveProperty("pinnedFrom");
  });

  it("keeps the time of the last edit when pinning, and updates it when moving", async () => {
    await notes.ensureDefaultFolders();
    const folder = await made();
    const pinned = notes.store.getState().folders.find(({ folderType }) => folderType === "PINNED")?.folderId ?? "";
    const noteId = await make("Milk");
    const summary = () => notes.store.getState().notesById.get(noteId);
    await notes.move(noteId, folder.folderId);
    const before = summary()?.lastModified;

    await notes.move(noteId, pinned);
    expect(summary()).toMatchObject({ lastModified: before, sync: { kind: "on-this-device" } });
    expect(await notes.removeFolder(folder.folderId)).toEqual({ ok: false, problem: { kind: "folder-not-empty" } });
    await notes.moveAll(movesOffPin([summary() as NoteSummary], notes.store.getState().folders));
    expect(summary()).toMatchObject({ folderId: folder.folderId, lastModified: before });
    await notes.move(noteId, null);
    expect(summary()?.lastModified).toBeGreaterThan(before ?? 0);
  });
});

describe("encryption.md 3.5 the lock of the Sensitive folder", () => {
  const sensitive = () => notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
  const locked = { ok: false, problem: { kind: "sensitive-locked" } };

  it("rejects unencrypted notes in the folder, new or moved", async () => {
    await notes.ensureDefaultFolders();
    const made = await notes.create({ title: "Diary", content: "<p>secret</p>" }, null);
    const noteId = made.ok ? made.value.noteId : "";

    expect(await notes.create({ title: "Diary", content: "<p>secret</p>" }, sensitive())).toEqual(locked);
    expect(await notes.move(noteId, sensitive())).toEqual(locked);
    expect(await notes.moveAll([{ noteId, folderId: sensitive() }])).toEqual(locked);
    expect(notes.store.getState().notes.map(({ folderId }) => folderId)).toEqual([null]);
  });

  it("does not let a sealed note out", async () => {
    await notes.ensureDefaultFolders();
    await library.transact(
      {},
      () => ({ writes: { entities: [aNote({ isEncrypted: true, sealed: "inner", folderId: sensitive() })] }, answer: undefined }),
      "restore",
    );
    expect(await notes.move("note-1-a", null)).toEqual(locked);
    expect(notes.store.getState().notes).toMatchObject([{ folderId: sensitive(), isEncrypted: true }]);
  });
});
