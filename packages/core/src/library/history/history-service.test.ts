import { describe, expect, it } from "vitest";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createHistoryService } from "./history-service.ts";
import { CURRENT_VERSION } from "./history-service-types.ts";

const historyOf = ({ library, notes }: TestDevice) => createHistoryService({ library, notes, open: async (note) => note });

/** A note with three versions, each one pause after the previous. */
async function written() {
  const device = await createTestDevice("a", new MemoryDrive());
  const made = await device.notes.create({ title: "Soup", content: "<p>leek</p>" }, "folder-1-r");
  if (!made.ok) throw new Error(made.problem.kind);
  let { vv } = made.value;
  const { noteId } = made.value;
  for (const content of ["<p>leek and potato</p>", "<p>leek, potato</p><p>salt</p>"]) {
    device.clock.sleep(HISTORY.pauseMs);
    const saved = await device.notes.save(noteId, { title: "Soup", content }, { seen: { vv } });
    if (!saved.ok) throw new Error(saved.problem.kind);
    vv = saved.value.vv;
  }
  const history = historyOf(device);
  const listed = await history.list(noteId);
  if (!listed.ok) throw new Error(listed.problem.kind);
  return { device, noteId, history, rows: listed.value };
}

describe("the history of a note", () => {
  it("lists the current version and former ones, newest first, with their device", async () => {
    const { rows } = await written();
    expect(rows.map(({ isCurrent, deviceId }) => [isCurrent, deviceId])).toEqual([
      [true, "a-----"],
      [false, "a-----"],
      [false, "a-----"],
    ]);
    expect(rows.map(({ atMs }) => atMs)).toEqual([...rows.map(({ atMs }) => atMs)].sort((a, b) => b - a));
  });

  it("reads a note's versions once until one is added or the list is reopened", async () => {
    const { device, noteId, history, rows } = await written();
    const readVersions = device.store.readVersions.bind(device.store);
    let reads = 0;
    device.store.readVersions = (id) => {
      reads += 1;
      return readVersions(id);
    };
    await history.read(noteId, rows[1]?.key ?? "");
    await history.compare(noteId, rows[2]?.key ?? "");
    for await (const _ of history.count(noteId)) expect(reads).toBe(0);
    await history.list(noteId);
    expect(reads).toBe(1);
    history.close();
    expect((await history.read(noteId, rows[2]?.key ?? "")).ok).toBe(true);
    expect(reads).toBe(2);
  });

  it("opens any version, and compares each with the previous one", async () => {
    const { noteId, history, rows } = await written();
    expect(await history.read(noteId, rows[1]?.key ?? "")).toEqual({
      ok: true,
      value: { title: "Soup", content: "<p>leek and potato</p>" },
    });
    expect(await history.compare(noteId, rows[1]?.key ?? "")).toMatchObject({ ok: true, value: { added: 2, removed: 0 } });
    expect(await history.compare(noteId, rows[2]?.key ?? "")).toMatchObject({ ok: true, value: { added: 2, removed: 0 } });
    expect(await history.compare(noteId, CURRENT_VERSION)).toMatchObject({ ok: true, value: { added: 1, removed: 1 } });
  });

  it("restores a version as a new one, which can be undone by another restore", async () => {
    const { device, noteId, history, rows } = await written();
    expect(await history.restore(noteId, rows[2]?.key ?? "")).toEqual({ ok: true, value: undefined });
    expect(await device.notes.open(noteId)).toMatchObject({ ok: true, value: { content: "<p>leek</p>", folderId: "folder-1-r" } });

    const after = await history.list(noteId);
    if (!after.ok) throw new Error(after.problem.kind);
    expect(after.value).toHaveLength(4);
    await history.restore(noteId, after.value[1]?.key ?? "");
    expect(await device.notes.open(noteId)).toMatchObject({ ok: true, value: { content: "<p>leek, potato</p><p>salt</p>" } });
  });

  it("copies a version as a new note into the same folder and keeps the note", async () => {
    const { device, noteId, history, rows } = await written();
    const copied = await history.copy(noteId, rows[2]?.key ?? "", (title) => `${title} (copy)`);
    expect(copied.ok && device.notes.store.getState().notesById.get(copied.value)).toMatchObject({
      title: "Soup (copy)",
      folderId: "folder-1-r",
    });
    expect(await device.notes.open(noteId)).toMatchObject({ ok: true, value: { content: "<p>leek, potato</p><p>salt</p>" } });
  });

  it("reports a missing version and a locked one", async () => {
    const { device, noteId, history } = await written();
    expect(await history.read(noteId, "none")).toEqual({ ok: false, problem: { kind: "not-found" } });
    expect(await history.list("note-9-none")).toEqual({ ok: false, problem: { kind: "not-found" } });
    const locked = createHistoryService({ library: device.library, notes: device.notes, open: async () => undefined });
    expect(await locked.compare(noteId, CURRENT_VERSION)).toEqual({ ok: false, problem: { kind: "sensitive-locked" } });
  });
});
