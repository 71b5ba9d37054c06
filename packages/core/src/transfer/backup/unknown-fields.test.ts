/**
 * Fields of a later app version must survive everything that this version does with a note. Sync and real seals: versions-in-turns.test.ts.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistoryService } from "../../library/history/history-service.ts";
import { createTrashService } from "../../library/trash/trash-service.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { toKeptVersion } from "../../model/entities/note-versions.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { aNote } from "../../testing/entities.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { noUnlockedTexts } from "../../testing/memory-sensitive.ts";
import { unknownFields } from "../../testing/random-unknown-fields.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { parseHistoryRecord, toHistoryRecords, versionsOfRecord } from "./history-records.ts";

type Later = Readonly<Record<string, unknown>>;

/** Creates a device with a note and one former version, both with these fields. */
async function deviceWith(fields: Later) {
  const device = await createTestDevice("a", new MemoryDrive());
  const made = await device.notes.create({ title: "Heron", content: "<p>first</p>" }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  const { noteId } = made.value;
  const write = (more: Partial<NoteEntity> & Later) =>
    device.library.transact(
      { entities: [noteId] },
      (seen) => {
        const note = { ...(seen.entities.get(noteId) as NoteEntity), ...more };
        const ctr = seen.meta.ctr + 1;
        return { writes: { entities: [{ ...note, vv: { ...note.vv, [seen.meta.deviceId]: ctr } }], meta: { ctr } }, answer: undefined };
      },
      "user",
    );
  await write(fields);
  device.clock.sleep(HISTORY.pauseMs);
  await write({ content: "<p>second</p>", mtime: device.clock.now() });
  return { device, noteId };
}

const stored = ({ disk }: TestDevice, noteId: string) => disk.entities.get(noteId) as NoteEntity;
const historyOf = ({ library, notes }: TestDevice) => createHistoryService({ library, notes, open: async (note) => note });
const trashOf = ({ library, clock }: TestDevice) =>
  createTrashService({
    library,
    clock,
    timers: clock,
    preferences: createMemoryPreferences(),
    isLocal: false,
    otherChoices: async () => [],
    onChosen: () => undefined,
    openTexts: noUnlockedTexts,
    open: async (note) => note,
  });

const holds = (run: (fields: Later) => Promise<void>) => fc.assert(fc.asyncProperty(unknownFields, run), { numRuns: 20 });

describe("decision 0022 fields of a later app version", () => {
  it("survive trash, restore and undo", () =>
    holds(async (fields) => {
      const { device, noteId } = await deviceWith(fields);
      await device.notes.remove(noteId);
      expect(stored(device, noteId)).toMatchObject(fields);
      await trashOf(device).restore([noteId]);
      expect(stored(device, noteId)).toMatchObject({ ...fields, content: "<p>second</p>" });
      await device.notes.remove(noteId);
      await device.notes.restore(noteId);
      expect(stored(device, noteId)).toMatchObject({ ...fields, content: "<p>second</p>" });
    }));

  it("survive the restore of a former version, and are in every stored version", () =>
    holds(async (fields) => {
      const { device, noteId } = await deviceWith(fields);
      const history = historyOf(device);
      const listed = await history.list(noteId);
      const former = listed.ok ? listed.value.at(-1) : undefined;
      expect(await history.restore(noteId, former?.key ?? "")).toEqual({ ok: true, value: undefined });
      expect(stored(device, noteId)).toMatchObject({ ...fields, content: "<p>first</p>" });
      const { value: versions } = await device.store.readVersions(noteId);
      expect(versions.map(({ note }) => note.content)).toContain("<p>second</p>");
      for (const { note } of versions) expect(note).toMatchObject(fields);
    }));

  it("reach a device that reads the note and its history from the drive", () =>
    holds(async (fields) => {
      const { device, noteId } = await deviceWith(fields);
      await device.sync();
      const fresh = await device.restart();
      await fresh.sync();
      expect(stored(fresh, noteId)).toMatchObject(fields);
      const { value: versions } = await fresh.store.readVersions(noteId);
      expect(versions.map(({ note }) => note.content)).toEqual(["<p>first</p>"]);
      expect(versions[0]?.note).toMatchObject(fields);
    }));

  it("are in the versions of a backup, sealed or not", () =>
    holds(async (fields) => {
      const versions = ["<p>a</p>", "<p>a b</p>", "sealed"].map((content, at) => {
        const sealed = content === "sealed" ? { content: "", title: "", isEncrypted: true, sealed: "inner" } : { content };
        return toKeptVersion({ ...aNote({ id: "note-1-a", vv: { a: at + 1 }, mtime: at, ...sealed }), ...fields });
      });
      const records = toHistoryRecords("note-1-a", versions).map((record) => parseHistoryRecord(JSON.parse(JSON.stringify(record))));
      const read = records.flatMap((record) => (record === undefined ? [] : versionsOfRecord(record)));
      expect(read).toHaveLength(3);
      for (const { note } of read) expect(note).toMatchObject(fields);
    }));
});
