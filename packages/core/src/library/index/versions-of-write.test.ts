import { describe, expect, it } from "vitest";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { toKeptVersion } from "../../model/entities/note-versions.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { aNote } from "../../testing/entities.ts";
import { MERGING_HERE } from "../../testing/loaded-rules.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { withVersions } from "./versions-of-write.ts";

async function create(device: TestDevice, content: string) {
  const made = await device.notes.create({ title: "Soup", content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value;
}

/** Saves the text on top of the current version, after a pause. */
async function save(device: TestDevice, noteId: string, content: string, pauseMs: number = HISTORY.pauseMs, keepsFormer?: true) {
  device.clock.sleep(pauseMs);
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(
    noteId,
    { title: "Soup", content },
    { seen: { vv: opened.value.vv, ...(keepsFormer && { keepsFormer }) } },
  );
  if (!saved.ok) throw new Error(saved.problem.kind);
  return saved.value;
}

async function historyOf(device: TestDevice, noteId: string): Promise<readonly string[]> {
  const { value } = await device.store.readVersions(noteId);
  return [...value].sort((a, b) => a.note.mtime - b.note.mtime).map(({ note }) => note.content);
}

async function syncAll(...devices: readonly TestDevice[]): Promise<void> {
  for (const device of [...devices, ...devices, ...devices]) {
    const synced = await device.sync();
    if (!synced.ok) throw new Error(synced.problem.kind);
  }
}

describe("the history of a note", () => {
  it("keeps what a save replaces, including the first version", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const { noteId } = await create(a, "<p>1</p>");
    await save(a, noteId, "<p>2</p>");
    await save(a, noteId, "<p>3</p>");
    expect(await historyOf(a, noteId)).toEqual(["<p>1</p>", "<p>2</p>"]);
  });

  it("makes one version of continuous edits by one device, and one every ten minutes", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    a.clock.sleep(HISTORY.stepMs - (a.clock.now() % HISTORY.stepMs));
    const { noteId } = await create(a, "<p>0</p>");
    for (let minute = 1; minute <= 25; minute += 1) await save(a, noteId, `<p>${minute}</p>`, 60_000);
    expect(await historyOf(a, noteId)).toEqual(["<p>9</p>", "<p>19</p>"]);
  });

  it("keeps a version that is replaced on purpose, however short-lived", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const { noteId } = await create(a, "<p>1</p>");
    await save(a, noteId, "<p>2</p>", 1000, true);
    expect(await historyOf(a, noteId)).toEqual(["<p>1</p>"]);
  });

  it("does not make a version for a move, delete or restore, which keep the text", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const { noteId } = await create(a, "<p>1</p>");
    for (const change of [() => a.notes.move(noteId, "folder-1"), () => a.notes.remove(noteId), () => a.notes.restore(noteId)]) {
      a.clock.sleep(HISTORY.pauseMs);
      await change();
    }
    expect(await historyOf(a, noteId)).toEqual([]);
  });

  it("keeps what another device's version replaces", async () => {
    const drive = new MemoryDrive();
    const [a, b] = [await createTestDevice("a", drive), await createTestDevice("b", drive)];
    const { noteId } = await create(a, "<p>1</p>");
    await syncAll(a, b);
    await save(b, noteId, "<p>2</p>", 1000);
    await syncAll(b, a);
    expect(await historyOf(a, noteId)).toEqual(["<p>1</p>"]);
    expect(await historyOf(b, noteId)).toEqual(["<p>1</p>"]);
  });

  it("keeps both sides of a merge", async () => {
    const drive = new MemoryDrive();
    const [a, b] = [await createTestDevice("a", drive), await createTestDevice("b", drive)];
    const { noteId } = await create(a, "<p>1</p><p>x</p>");
    await syncAll(a, b);
    await save(a, noteId, "<p>1 a</p><p>x</p>", 1000);
    await save(b, noteId, "<p>1</p><p>x b</p>", 2000);
    await syncAll(a, b);

    const merged = "<p>1 a</p><p>x b</p>";
    const all = await Promise.all([a, b].map(async (device) => new Set(await historyOf(device, noteId))));
    expect([a, b].map((device) => device.disk.entities.get(noteId))).toMatchObject([{ content: merged }, { content: merged }]);
    const union = new Set(all.flatMap((one) => [...one]));
    expect([...union]).toEqual(expect.arrayContaining(["<p>1 a</p><p>x</p>", "<p>1</p><p>x b</p>"]));
    const merger = all.find((one) => one.has("<p>1 a</p><p>x</p>") && one.has("<p>1</p><p>x b</p>"));
    expect(merger).toBeDefined();
  });

  it("keeps a text that an open editor's is merged with, however recent", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const { noteId, vv } = await create(a, "<p>1</p><p>x</p>");
    await save(a, noteId, "<p>1 there</p><p>x</p>", 1000);
    a.clock.sleep(1000);
    await a.notes.save(noteId, { title: "Soup", content: "<p>1</p><p>x here</p>" }, { seen: { vv } });
    expect(await historyOf(a, noteId)).toContain("<p>1 there</p><p>x</p>");
    expect(MERGING_HERE.loaded()).toBeDefined();
  });

  it("is written with the commit, not before", async () => {
    const a = await createTestDevice("a", new MemoryDrive());
    const { noteId } = await create(a, "<p>1</p>");
    await save(a, noteId, "<p>2</p>");
    const again = await a.restart();
    expect(await historyOf(again, noteId)).toEqual(["<p>1</p>"]);
    expect(again.disk.entities.get(noteId)).toMatchObject({ content: "<p>2</p>" });
  });
});

describe("versions beside a sensitive note", () => {
  const open = aNote({ content: "<p>secret</p>", vv: { dev: 1 } });
  const sealed: NoteEntity = { ...open, title: "", content: "", isEncrypted: true, sealed: "inner", vv: { dev: 2 }, mtime: 9_000_000 };

  it("are never unencrypted, neither stored nor added", () => {
    const writes = withVersions({ entities: [sealed] }, new Map([[open.id, open]]));
    expect(writes.versions).toEqual([]);
    expect(writes.forgetVersions).toEqual([{ noteId: open.id, inClear: true }]);
  });

  it("lose unencrypted ones even if the note was unknown, and gain none from a base", () => {
    const base = { id: open.id, vvKey: "x", vv: open.vv, entity: open };
    const writes = withVersions({ entities: [sealed], bases: [base] }, new Map());
    expect(writes.versions ?? []).toEqual([]);
    expect(writes.forgetVersions).toEqual([{ noteId: open.id, inClear: true }]);
  });

  it("lose those of an earlier version in the same write", () => {
    const former = toKeptVersion({ ...open, content: "<p>former</p>", mtime: 1, vv: { dev: 0 } });
    const writes = withVersions({ entities: [open, sealed], versions: [former] }, new Map());
    expect(writes.versions).toEqual([]);
  });

  it("keep sealed ones unchanged", () => {
    const next = { ...sealed, sealed: "inner 2", vv: { dev: 3 }, mtime: 19_000_000 };
    const writes = withVersions({ entities: [next] }, new Map([[sealed.id, sealed]]));
    expect(writes.versions).toMatchObject([{ noteId: sealed.id, note: { sealed: "inner", content: "" } }]);
    expect(writes.forgetVersions).toEqual([]);
  });

  it("are all removed when the note is purged", () => {
    const purged = { ...open, title: "", content: "", alive: {}, purged: "key", vv: { dev: 2 }, mtime: 9_000_000 };
    const writes = withVersions({ entities: [purged] }, new Map([[open.id, open]]));
    expect(writes.versions).toEqual([]);
    expect(writes.forgetVersions).toEqual([{ noteId: open.id }]);
  });
});
