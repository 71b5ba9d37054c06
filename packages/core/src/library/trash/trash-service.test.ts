import { describe, expect, it } from "vitest";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { latestTrashChoice, readTrashChoice, type TrashChoice } from "../../model/entities/parsing/trash-choice.ts";
import { TRASH } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { noUnlockedTexts } from "../../testing/memory-sensitive.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary } from "../index/library-service.ts";
import { createTrashService, type TrashDeps } from "./trash-service.ts";

function openTrash(device: TestDevice, deps: Partial<TrashDeps> = {}) {
  const preferences = createMemoryPreferences();
  const service = createTrashService({
    library: device.library,
    clock: device.clock,
    timers: device.clock,
    preferences,
    isLocal: false,
    otherChoices: async () => [],
    onChosen: () => undefined,
    openTexts: noUnlockedTexts,
    open: async (note) => note,
    ...deps,
  });
  return { trash: service, preferences };
}

async function create(device: TestDevice, title: string, content = `<p>About ${title}</p>`, folderId: string | null = null) {
  const made = await device.notes.create({ title, content }, folderId);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function syncAll(...devices: readonly TestDevice[]): Promise<void> {
  for (const device of [...devices, ...devices]) {
    const synced = await device.sync();
    if (!synced.ok) throw new Error(synced.problem.kind);
  }
}

const titlesIn = (trash: ReturnType<typeof openTrash>["trash"]) => trash.store.getState().notes.map(({ title }) => title);

describe("the trash", () => {
  it("is emptied once by two tabs at the same time", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const ids = await Promise.all(["Milk", "Bread", "Salt"].map((title) => create(a, title)));
    for (const id of ids) await a.notes.remove(id);
    const opened = await openLibrary({ writers: createTestWriters(), store: a.store });
    if (!opened.ok) throw new Error(opened.problem.kind);
    const [{ trash: one }, { trash: other }] = [openTrash(a), openTrash(a, { library: opened.value })];
    const { ctr } = a.disk.meta;

    const [first, second] = await Promise.all([one.purge(ids), other.purge([...ids].reverse())]);

    expect([first.ok && first.value, second.ok && second.value].sort()).toEqual([0, 3]);
    for (const id of ids) expect(a.disk.entities.get(id)).toMatchObject({ title: "", content: "", purged: expect.any(String) });
    expect(a.disk.meta.ctr).toBe(ctr + 3);
  });

  it("lists what any device deleted, most recent first, with the device", async () => {
    const drive = new MemoryDrive();
    const [a, b] = [await createTestDevice("a", drive), await createTestDevice("b", drive)];
    const [milk, bread] = [await create(a, "Milk"), await create(a, "Bread")];
    await syncAll(a, b);
    await a.notes.remove(milk);
    b.clock.sleep(1000);
    await b.notes.remove(bread);
    await syncAll(a, b);

    const { trash } = openTrash(a);
    await trash.read();

    expect(titlesIn(trash)).toEqual(["Bread", "Milk"]);
    expect(trash.store.getState().notes.map(({ deviceId }) => deviceId)).toEqual(["b-----", "a-----"]);
  });

  it("follows deletes and restores while it is open", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const noteId = await create(a, "Milk");
    const { trash } = openTrash(a);
    await trash.read();
    expect(titlesIn(trash)).toEqual([]);
    await a.notes.remove(noteId);
    expect(titlesIn(trash)).toEqual(["Milk"]);
    expect(await trash.restore([noteId])).toEqual({ ok: true, value: 1 });
    expect(titlesIn(trash)).toEqual([]);
    expect(a.titles()).toEqual(["Milk"]);
  });

  it("restores a note with its folder, or to none if the folder is unknown", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const made = await a.notes.createFolder({ name: "Recipes", description: "", color: "#3B82F6" });
    if (!made.ok) throw new Error(made.problem.kind);
    const { folderId } = made.value;
    const [soup, lost] = [await create(a, "Soup", "<p>x</p>", folderId), await create(a, "Lost", "<p>x</p>", "folder-9-gone")];
    await a.notes.removeAll([soup, lost]);
    expect((await a.notes.removeFolder(folderId)).ok).toBe(true);
    const { trash } = openTrash(a);
    await trash.read();
    expect(trash.store.getState().notes.map(({ folder }) => folder?.name)).toEqual(expect.arrayContaining(["Recipes", undefined]));

    expect(await trash.restore([soup, lost])).toEqual({ ok: true, value: 2 });

    const { notesById, folders } = a.notes.store.getState();
    expect(notesById.get(soup)?.folderId).toBe(folderId);
    expect(folders.map((folder) => folder.name)).toContain("Recipes");
    expect(notesById.get(lost)?.folderId).toBeNull();
  });

  it("shows a note's text, even if the list does not have the note yet", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const noteId = await create(a, "Milk", "<p>Two pints</p>");
    const { trash } = openTrash(a);
    expect(await trash.preview(noteId)).toEqual({ ok: false, problem: { kind: "not-found" } });
    await a.notes.remove(noteId);
    expect(await trash.preview(noteId)).toMatchObject({ ok: true, value: { title: "Milk", content: "<p>Two pints</p>" } });
  });

  it("reports a locked text", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const noteId = await create(a, "Milk");
    await a.notes.remove(noteId);
    const { trash } = openTrash(a, { open: async () => undefined });
    expect(await trash.preview(noteId)).toEqual({ ok: false, problem: { kind: "sensitive-locked" } });
  });

  it("finds words in title and text, and drops a superseded search", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const ids = [await create(a, "Milk", "<p>Two <b>pints</b></p>"), await create(a, "Bread", "<p>Crème fraîche</p>")];
    await a.notes.removeAll(ids);
    const { trash } = openTrash(a);
    await trash.read();
    expect(await trash.search("PIN mil")).toEqual(new Set([ids[0]]));
    expect(await trash.search("creme")).toEqual(new Set([ids[1]]));
    expect(await trash.search("int")).toEqual(new Set());
    const [first, second] = await Promise.all([trash.search("milk"), trash.search("bread")]);
    expect([first, second]).toEqual([undefined, new Set([ids[1]])]);
  });

  it("purges on all devices, including merge bases, and no device sends it again", async () => {
    const drive = new MemoryDrive();
    const [a, b] = [await createTestDevice("a", drive), await createTestDevice("b", drive)];
    const noteId = await create(a, "Milk", "<p>Two pints</p>");
    await syncAll(a, b);
    await a.notes.remove(noteId);
    await syncAll(a, b);
    const { trash } = openTrash(a);
    await trash.read();

    expect(await trash.purge([noteId])).toEqual({ ok: true, value: 1 });
    await syncAll(a, b);

    for (const device of [a, b]) {
      const there = openTrash(device).trash;
      await there.read();
      expect(titlesIn(there)).toEqual([]);
      expect(JSON.stringify([...device.disk.entities.values(), ...[...(device.disk.bases.get(noteId)?.values() ?? [])]])).not.toContain(
        "pints",
      );
      expect(device.library.index.pendingPush.size).toBe(0);
    }
    const fresh = await createTestDevice("c", drive);
    await syncAll(fresh);
    const { trash: theirs } = openTrash(fresh);
    await theirs.read();
    expect(titlesIn(theirs)).toEqual([]);
  });

  it("does not purge a restored note or restore a purged one", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const noteId = await create(a, "Milk");
    await a.notes.remove(noteId);
    await a.notes.restore(noteId);
    const { trash } = openTrash(a);
    expect(await trash.purge([noteId])).toEqual({ ok: true, value: 0 });
    await a.notes.remove(noteId);
    await trash.purge([noteId]);
    expect(await trash.restore([noteId])).toEqual({ ok: true, value: 0 });
    expect(await a.notes.restore(noteId)).toMatchObject({ ok: false, problem: { kind: "not-found" } });
    expect(a.titles()).toEqual([]);
  });

  it("keeps text typed in an editor that was open during the purge", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const noteId = await create(a, "Milk", "<p>Two pints</p>");
    const opened = await a.notes.open(noteId);
    if (!opened.ok) throw new Error(opened.problem.kind);
    await a.notes.remove(noteId);
    await openTrash(a).trash.purge([noteId]);

    const saved = await a.notes.save(noteId, { title: "Milk", content: "<p>Three pints</p>" }, { seen: { vv: opened.value.vv } });

    expect(saved).toMatchObject({ ok: true, value: { content: "<p>Three pints</p>" } });
    expect(a.titles()).toEqual(["Milk"]);
  });

  it("reports progress with many notes, and stops when asked", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const ids: string[] = [];
    for (let at = 0; at < TRASH.notesAtOnce * 3; at += 1) ids.push(await create(a, `Note ${at}`));
    await a.notes.removeAll(ids);
    const { trash } = openTrash(a);
    await trash.read();
    const seen: unknown[] = [];
    trash.store.subscribe(({ work }) => {
      if (work === undefined || seen.includes(work)) return;
      seen.push(work);
      if (work.done === TRASH.notesAtOnce) trash.cancel();
    });

    expect(await trash.purge(ids)).toEqual({ ok: true, value: TRASH.notesAtOnce * 2 });

    expect(seen).toMatchObject([{ kind: "purge", done: 0, of: ids.length }, { done: TRASH.notesAtOnce }]);
    expect(trash.store.getState().work).toBeUndefined();
    expect(titlesIn(trash)).toHaveLength(TRASH.notesAtOnce);
  });
});

describe("notes that have been in the trash long enough", () => {
  const DAY = TRASH.dayMs;

  /** The drive's clock follows the device's until a test sets one of them. */
  async function withTrash(deps: Partial<TrashDeps> = {}) {
    const drive = new MemoryDrive();
    const a = await createTestDevice("a", drive);
    drive.now = () => a.clock.now();
    const noteId = await create(a, "Milk");
    await syncAll(a);
    a.clock.sleep(1000);
    await a.notes.remove(noteId);
    await syncAll(a);
    const { trash, preferences } = openTrash(a, deps);
    await trash.read();
    return { drive, a, noteId, trash, preferences };
  }

  /** Advances the clock, then changes something in the drive. */
  async function passDays(a: TestDevice, days: number): Promise<void> {
    a.clock.sleep(days * DAY);
    await create(a, `Written after ${days} days`);
    await syncAll(a);
  }

  it("are purged after thirty days, not earlier", async () => {
    const { a, trash } = await withTrash();
    await passDays(a, 29);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);
    await passDays(a, 1);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual([]);
  });

  it("stay while only this device's clock has advanced", async () => {
    const { drive, a, trash } = await withTrash();
    const stopped = a.clock.now();
    drive.now = () => stopped;
    await passDays(a, 400);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);
  });

  it("stay while the delete has not reached the drive", async () => {
    const { a, noteId, trash } = await withTrash();
    await a.notes.restore(noteId);
    await a.notes.remove(noteId);
    const [file] = a.library.index.filesOf(noteId);
    a.clock.sleep(400 * DAY);
    // Another note's file changes in the drive, while this device's changes are still pending.
    const changedFile = { ...file, fileId: "f-other", id: "note-7-other", version: 1000, modifiedTime: a.clock.now() } as RemoteFile;
    await a.library.transact({}, () => ({ writes: { remote: [changedFile] }, answer: undefined }), "sync");
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);
  });

  it("follow the last choice of any device, and stay while it is unknown", async () => {
    let others: readonly TrashChoice[] | undefined;
    const { a, trash, preferences } = await withTrash({ otherChoices: async () => others });
    trash.chooseKeptDays(7);
    await passDays(a, 40);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);

    others = [{ days: null, atMs: a.clock.now() }];
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);
    expect(trash.store.getState().keptDays).toBeNull();

    a.clock.sleep(1000);
    trash.chooseKeptDays(30);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual([]);
    expect(JSON.parse(preferences.read(LOCAL_KEYS.trashKept) ?? "")).toMatchObject({ days: 30 });
  });

  it("are checked every few hours until the library is closed", async () => {
    const { a, trash } = await withTrash();
    trash.watch();
    trash.watch();
    await passDays(a, 31);
    await a.clock.advance(TRASH.lookEveryMs);
    expect(titlesIn(trash)).toEqual([]);
    const waiting = a.clock.pendingCount;
    trash.close();
    expect(a.clock.pendingCount).toBe(waiting - 1);
  });

  it("are purged by this device's clock in local mode", async () => {
    const { a, trash } = await withTrash({ isLocal: true });
    a.clock.sleep(29 * DAY);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual(["Milk"]);
    a.clock.sleep(2 * DAY);
    await trash.purgeDue();
    expect(titlesIn(trash)).toEqual([]);
  });
});

describe("the choice of how long deleted notes are kept", () => {
  it("is parsed as stored, and ignored if invalid", () => {
    expect(readTrashChoice(JSON.stringify({ days: null, atMs: 5 }))).toEqual({ days: null, atMs: 5 });
    for (const stored of [undefined, "", "{", "7", '{"days":1,"atMs":5}', '{"days":7,"atMs":"x"}'])
      expect(readTrashChoice(stored)).toEqual({ days: 30, atMs: 0 });
  });

  it("is the last one made on any device; at equal times, the longer one", () => {
    const of = (days: 7 | 30 | 90 | null, atMs: number) => ({ days, atMs });
    expect(latestTrashChoice([of(7, 1), of(90, 3), of(null, 2)])).toEqual(of(90, 3));
    expect(latestTrashChoice([of(null, 3), of(7, 3)])).toEqual(of(null, 3));
    expect(latestTrashChoice([])).toEqual(of(30, 0));
  });
});
