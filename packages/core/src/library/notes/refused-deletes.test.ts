import { describe, expect, it } from "vitest";
import type { Attempt, StoreProblem } from "../../ports/device/local-store.ts";
import { aNote } from "../../testing/entities.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary } from "../index/library-service.ts";
import { createNotesService } from "./notes-service.ts";
import { type RefusedDelete, watchRefusedDeletes } from "./refused-deletes-service.ts";

async function setup() {
  const disk = new MemoryDisk("device");
  const note = aNote();
  disk.entities.set(note.id, note);
  const refusal: { problem?: StoreProblem } = {};
  const opened = await openLibrary({
    writers: createTestWriters(),
    store: new MemoryLocalStore(disk, { gate: async (at) => (at === "before-commit" ? refusal.problem : undefined) }),
  });
  if (!opened.ok) throw new Error("not opened");
  const library = opened.value;
  const clock = new ManualClock();
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  const reported: RefusedDelete[] = [];
  watchRefusedDeletes({ library, notes }).onRefused((refused) => reported.push(refused));
  const answer = async (attempt: Partial<Attempt>, before: () => void = () => undefined) => {
    const whole = { id: note.id, count: 1, problem: "rejected", atMs: 1, parked: true, unclear: false, ...attempt };
    await library.transact({}, () => ({ writes: { attempts: [whole] }, answer: undefined }), "sync").finally(before);
    await flushPromises();
  };
  const titles = () => notes.store.getState().notes.map(({ title }) => title);
  return { note, notes, reported, answer, titles, refusal };
}

describe("A4 Delete note: refused by the drive", () => {
  it("restores the note with its text", async () => {
    const { note, notes, reported, answer, titles } = await setup();
    await notes.remove(note.id);
    await answer({});
    expect(titles()).toEqual(["Title"]);
    expect(reported).toEqual([{ noteId: note.id, restored: true }]);
    expect(await notes.open(note.id)).toMatchObject({ ok: true, value: { content: "<p>Text</p>" } });
  });

  it("waits if the outcome is unknown, since the delete may have happened", async () => {
    const { note, notes, reported, answer, titles } = await setup();
    await notes.remove(note.id);
    await answer({ problem: "server-error", parked: false, unclear: true });
    expect(titles()).toEqual([]);
    expect(reported).toEqual([]);
  });

  it("ignores a refused save: no edit is rolled back", async () => {
    const { reported, answer, titles } = await setup();
    await answer({});
    expect(titles()).toEqual(["Title"]);
    expect(reported).toEqual([]);
  });

  it("reports that this device could not restore it either", async () => {
    const { note, notes, reported, answer, refusal } = await setup();
    await notes.remove(note.id);
    const answering = answer({});
    refusal.problem = { kind: "storage-full" };
    await answering;
    expect(reported).toEqual([{ noteId: note.id, restored: false }]);
  });
});
