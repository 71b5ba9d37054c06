import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistoryService } from "../../library/history/history-service.ts";
import { splitHistory, withHistory } from "../../library/history/packs/embedded-history.ts";
import { planPurge } from "../../merge/purge.ts";
import type { Entity, NoteEntity } from "../../model/entities/entity.ts";
import { toKeptVersion } from "../../model/entities/note-versions.ts";
import { parseEntity } from "../../model/entities/parsing/parse-entity.ts";
import { EMBEDDED, HISTORY } from "../../model/limits/history-limits.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";

const versionsOf = (count: number, content = (at: number) => `<p>the text of version ${at}</p>`) =>
  Array.from({ length: count }, (_, at) =>
    aNote({ mtime: 1000 * (at + 1), vv: { dev: at + 1 }, alive: { dev: at + 1 }, content: content(at) }),
  );

const overTheWire = (entity: Entity): Entity => JSON.parse(JSON.stringify(entity));
const keysOf = (versions: readonly { readonly key: string }[]) => versions.map(({ key }) => key).sort();

describe("sync.md §13 the versions that a note's file carries", () => {
  it("come back whole, and the note as it was, whatever they are", () => {
    const texts = fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string(), fc.boolean()), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, (values) => {
        const all = values.map(([content, title, isPinned], at) =>
          aNote({ content, title, mtime: at + 1, vv: { dev: at + 1 }, ...(isPinned ? { pinnedFrom: null, tags: ["birds"] } : {}) }),
        );
        const note = all.at(-1) as NoteEntity;
        const former = all.slice(0, -1);
        const { entity, versions, unreadable } = splitHistory(overTheWire(withHistory(note, former.map(toKeptVersion))));
        expect(entity).toEqual(note);
        expect([...versions].reverse()).toEqual(former.map(toKeptVersion));
        expect(unreadable).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it("are a field that earlier versions of the app take for one of a later version, however many there are", () => {
    const [note, ...former] = versionsOf(1000, (at) => `<p>${"words ".repeat(40)}${at}</p>`).reverse() as [NoteEntity, ...NoteEntity[]];
    const carrying = withHistory(note, former.map(toKeptVersion));
    const { history } = carrying as NoteEntity & { readonly history: readonly unknown[] };
    expect(history.length).toBeGreaterThan(100);
    expect(JSON.stringify(history).length).toBeLessThan(262_144);
    const asUnknown = { ...carrying, history: undefined, laterHistory: history };
    expect(parseEntity("note", note.id, overTheWire(asUnknown as unknown as Entity))).toBeDefined();
    expect(splitHistory(overTheWire(carrying)).versions).toHaveLength(history.length);
  });

  it("are the newest where there is no space for all, and fewer of a long text", () => {
    const [note, ...former] = versionsOf(10).reverse() as [NoteEntity, ...NoteEntity[]];
    const few = splitHistory(withHistory(note, former.map(toKeptVersion), { ...EMBEDDED, maxVersions: 3 }));
    expect(keysOf(few.versions)).toEqual(keysOf(former.slice(0, 3).map(toKeptVersion)));
    const long = withHistory(note, former.map(toKeptVersion), { ...EMBEDDED, maxTextChars: note.content.length * 2 });
    expect(splitHistory(long).versions).toHaveLength(2);
  });

  it("leave the note whole if they cannot be read", () => {
    const [note, ...former] = versionsOf(4).reverse() as [NoteEntity, ...NoteEntity[]];
    const carrying = overTheWire(withHistory(note, former.map(toKeptVersion))) as NoteEntity & { history: { sum: string }[] };
    const damaged = { ...carrying, history: carrying.history.map((delta, at) => (at === 1 ? { ...delta, sum: "other" } : delta)) };
    const read = splitHistory(damaged);
    expect(read.entity).toEqual(note);
    expect(keysOf(read.versions)).toEqual(keysOf(former.slice(0, 1).map(toKeptVersion)));
    expect(read.unreadable).toBe(2);
    for (const history of [null, 7, "x", [null], [[]], [{ set: { mtime: -1 }, sum: "" }]])
      expect(splitHistory({ ...note, history } as unknown as Entity)).toMatchObject({ entity: note, versions: [] });
  });

  it("are never unencrypted beside a sensitive note, and absent for one deleted for good", () => {
    const former = versionsOf(3).map(toKeptVersion);
    const sealed = aNote({ title: "", content: "", isEncrypted: true, sealed: "inner", mtime: 9000, vv: { dev: 9 } });
    expect(withHistory(sealed, former)).toEqual(sealed);
    const purged = aNote({ title: "", content: "", purged: "key", alive: {}, mtime: 9000, vv: { dev: 9 } });
    expect(withHistory(purged, former)).toEqual(purged);
    const { history } = withHistory(aNote({ mtime: 9000, vv: { dev: 9 } }), former) as NoteEntity & { readonly history?: unknown };
    expect(splitHistory({ ...sealed, history } as Entity).versions).toEqual([]);
    const inner = { ...sealed, sealed: "inner 0", mtime: 8000, vv: { dev: 8 } };
    expect(splitHistory(overTheWire(withHistory(sealed, [...former, toKeptVersion(inner)]))).versions).toEqual([toKeptVersion(inner)]);
  });
});

async function create(device: TestDevice, content: string): Promise<string> {
  const made = await device.notes.create({ title: "Soup", content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function save(device: TestDevice, noteId: string, content: string): Promise<void> {
  device.clock.sleep(HISTORY.pauseMs);
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title: "Soup", content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

async function syncAll(...devices: readonly TestDevice[]): Promise<void> {
  for (const device of devices) {
    const synced = await device.sync();
    if (!synced.ok) throw new Error(synced.problem.kind);
  }
}

async function historyOf(device: TestDevice, noteId: string): Promise<readonly string[]> {
  const { value } = await device.store.readVersions(noteId);
  return [...value].sort((a, b) => a.note.mtime - b.note.mtime).map(({ note }) => note.content);
}

const FIVE = ["<p>1</p>", "<p>2</p>", "<p>3</p>", "<p>4</p>", "<p>5</p>"];

/** One note with five versions, in the drive. */
async function written(): Promise<{ drive: MemoryDrive; a: TestDevice; noteId: string }> {
  const drive = new MemoryDrive();
  const a = await createTestDevice("a", drive);
  const noteId = await create(a, FIVE[0] as string);
  await syncAll(a);
  for (const content of FIVE.slice(1)) {
    await save(a, noteId, content);
    await syncAll(a);
  }
  return { drive, a, noteId };
}

describe("sync.md §13 history on other devices", () => {
  it("is there after a sync, on a device that never saw those texts", async () => {
    const { drive, noteId } = await written();
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    expect(await historyOf(b, noteId)).toEqual(FIVE.slice(0, -1));
    expect(b.disk.entities.get(noteId)).not.toHaveProperty("history");
  });

  it("costs a save no request of its own", async () => {
    const { a, noteId } = await written();
    a.calls.length = 0;
    await save(a, noteId, "<p>6</p>");
    await syncAll(a);
    const withOne = [...a.calls];
    a.calls.length = 0;
    const opened = await a.notes.open(noteId);
    if (!opened.ok) throw new Error(opened.problem.kind);
    await a.notes.save(noteId, { title: "Soup", content: "<p>6, and on</p>" }, { seen: { vv: opened.value.vv } });
    await syncAll(a);
    expect(a.calls).toEqual(withOne);
  });

  it("outlives the device that wrote it, and a second one that edited after it", async () => {
    const { drive, noteId } = await written();
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    await save(b, noteId, "<p>6</p>");
    await syncAll(b);
    const c = await createTestDevice("c", drive);
    await syncAll(c);
    await save(c, noteId, "<p>7</p>");
    await syncAll(c);
    const d = await createTestDevice("d", drive);
    await syncAll(d);
    expect(await historyOf(d, noteId)).toEqual([...FIVE, "<p>6</p>"]);
  });

  it("comes from packs as well, for a device that reads those instead of files", async () => {
    const { drive, a, noteId } = await written();
    const others = await Promise.all(Array.from({ length: 60 }, (_, at) => create(a, `<p>other ${at}</p>`)));
    await save(a, noteId, "<p>6</p>");
    await syncAll(a, a);
    expect(others).toHaveLength(60);
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    expect(b.calls.filter((call) => call.startsWith("download")).length).toBeLessThan(20);
    expect(await historyOf(b, noteId)).toEqual(FIVE);
  });

  it("has both sides of a merge on every device", async () => {
    const { drive, a, noteId } = await written();
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    await save(a, noteId, "<p>5 of a</p><p>x</p>");
    await save(b, noteId, "<p>5</p><p>of b</p>");
    await syncAll(a, b, a);
    const c = await createTestDevice("c", drive);
    await syncAll(c);
    expect(await historyOf(c, noteId)).toEqual(expect.arrayContaining(["<p>5 of a</p><p>x</p>", "<p>5</p><p>of b</p>"]));
  });

  it("has every text where a version is restored on one device while another one edits the note", async () => {
    const { drive, a, noteId } = await written();
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    const history = createHistoryService({ library: a.library, notes: a.notes, open: async (note) => note });
    const listed = await history.list(noteId);
    const first = listed.ok ? listed.value.at(-1)?.key : undefined;

    await save(b, noteId, "<p>5</p><p>of b</p>");
    a.clock.sleep(HISTORY.pauseMs);
    expect((await history.restore(noteId, first ?? "")).ok).toBe(true);
    await syncAll(b, a, b, a);

    for (const device of [a, b]) {
      const copies = [...device.disk.entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity.content] : []));
      expect([...copies, ...(await historyOf(device, noteId))]).toEqual(expect.arrayContaining([...FIVE, "<p>5</p><p>of b</p>"]));
    }
    const [onA, onB] = [await a.notes.open(noteId), await b.notes.open(noteId)];
    expect(onA.ok && onB.ok && onA.value.content === onB.value.content).toBe(true);
  });

  it("goes with a note that is deleted for good", async () => {
    const { drive, a, noteId } = await written();
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    await a.notes.remove(noteId);
    await a.library.transact(
      { entities: [noteId] },
      ({ entities, meta }) => {
        const purged = planPurge(entities.get(noteId) as NoteEntity, meta, a.clock.now());
        return { writes: { entities: purged === undefined ? [] : [purged], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
      },
      "user",
    );
    await syncAll(a, b);
    const c = await createTestDevice("c", drive);
    await syncAll(c);
    for (const device of [a, b, c]) expect(await historyOf(device, noteId)).toEqual([]);
    expect(c.disk.entities.get(noteId)).toMatchObject({ content: "" });
  });

  it("is parked and logged if it cannot be read, and the note is taken in", async () => {
    const { drive, a, noteId } = await written();
    const seal = a.codec.seal.bind(a.codec);
    a.codec.seal = (entity) => {
      const { history = [] } = entity as { readonly history?: readonly object[] };
      const damaged = history.map((delta) => ({ ...delta, sum: "other" }));
      return seal({ ...entity, history: damaged } as unknown as Entity);
    };
    await save(a, noteId, "<p>6</p>");
    await syncAll(a);
    const b = await createTestDevice("b", drive);
    await syncAll(b);
    expect(b.disk.entities.get(noteId)).toMatchObject({ content: "<p>6</p>" });
    expect(await historyOf(b, noteId)).toEqual([]);
    expect(b.disk.log).toContainEqual(expect.objectContaining({ kind: "failed", id: noteId, problem: "history-unreadable" }));
  });
});
