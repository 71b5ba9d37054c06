import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { fromPack, textChars, toPackItems } from "../../library/history/packs/packed-history.ts";
import { planPurge } from "../../merge/purge.ts";
import { historyPackId, markOf, readHistoryPackId } from "../../model/drive/history-pack.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { EMBEDDED, HISTORY, HISTORY_PACKS } from "../../model/limits/history-limits.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { moveIntoSensitive } from "../../testing/move-into-sensitive.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createHistoryFetcher } from "./fetch-history-service.ts";

/** So many saves of one note make a pack, whenever the device looked. */
const ENOUGH = HISTORY_PACKS.minVersions * 1.5;
const NOTHING_STOPS = { isStopped: () => false, onRead: () => undefined };

let clock: ManualClock;
let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
  laptop = await enter("laptop");
});

async function enter(name: string): Promise<TestDevice> {
  return createTestDevice(name, drive, clock);
}

async function create(device: TestDevice, content: string): Promise<string> {
  const made = await device.notes.create({ title: "Soup", content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function save(device: TestDevice, noteId: string, content: string): Promise<void> {
  clock.sleep(HISTORY.pauseMs);
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title: "Soup", content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

async function sync(...devices: readonly TestDevice[]): Promise<void> {
  for (const device of devices) {
    const synced = await device.sync();
    if (!synced.ok) throw new Error(synced.problem.kind);
  }
}

async function fetchAll(device: TestDevice): Promise<number> {
  const fetched = await createHistoryFetcher({ ...device, packs: device.codec })(NOTHING_STOPS);
  if (!fetched.ok) throw new Error(fetched.problem.kind);
  return fetched.value.unread;
}

async function historyOf(device: TestDevice, noteId: string): Promise<readonly string[]> {
  const { value } = await device.store.readVersions(noteId);
  return [...value].sort((a, b) => a.note.mtime - b.note.mtime).map(({ note }) => note.content);
}

const historyPacks = () => [...drive.packs.values()].filter(({ pack }) => pack.packId.startsWith("history-"));
const texts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `<p>text ${from + at}</p>`);

/** A note that was saved so many times, and synced after each. */
async function written(saves: number): Promise<string> {
  const noteId = await create(laptop, "<p>text 0</p>");
  await sync(laptop);
  for (const content of texts(1, saves)) {
    await save(laptop, noteId, content);
    await sync(laptop);
  }
  return noteId;
}

async function embeddedIn(noteId: string): Promise<number> {
  const bodies = [...drive.files.values()].filter(({ meta }) => meta.properties?.id === noteId && !meta.trashed);
  const opened = await Promise.all(bodies.map(({ body }) => laptop.codec.open("note", noteId, body)));
  const [only] = opened.flatMap((one) => (one.ok ? [one.value as { readonly history?: readonly unknown[] }] : []));
  return only?.history?.length ?? 0;
}

describe("sync.md §13 what a history pack holds", () => {
  it("comes back whole with any versions, sealed or not", () => {
    const version = fc.tuple(fc.string({ unit: "binary" }), fc.string(), fc.boolean(), fc.constantFrom("note-1-a", "note-2-b"));
    fc.assert(
      fc.property(fc.array(version, { maxLength: 12 }), (values) => {
        const versions = values.map(([content, title, isSealed, id], at) => {
          const inner = isSealed ? { title: "", content: "", isEncrypted: true, sealed: `inner ${content}` } : { title, content };
          return toKeptVersion(aNote({ id, mtime: at + 1, vv: { dev: at + 1 }, ...inner }));
        });
        const read = fromPack({ items: JSON.parse(JSON.stringify(toPackItems(versions))), unread: [] });
        const inOrder = (all: readonly KeptVersion[]) => [...all].sort((a, b) => a.note.mtime - b.note.mtime);
        expect(inOrder(read.versions)).toEqual(versions);
        expect(read.damaged).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("is many records where one has no space, and damage to one leaves the others", () => {
    const versions = Array.from({ length: 500 }, (_, at) =>
      toKeptVersion(aNote({ mtime: at + 1, vv: { dev: at + 1 }, content: `<p>${at}</p>` })),
    );
    const items = toPackItems(versions);
    expect(items.length).toBeGreaterThan(2);
    expect(fromPack({ items, unread: [] }).versions).toHaveLength(500);
    const damaged = items.map((item, at) =>
      at === 1 ? { ...item, entity: { ...item.entity, history: [7] } as unknown as NoteEntity } : item,
    );
    const read = fromPack({ items: damaged, unread: [] });
    expect(read.damaged).toEqual(["note-1-a"].map(() => versions[0]?.noteId));
    expect(read.versions.length).toBe(500 - 200);
  });

  it("unpacks no more text than the bound and hands on the records beyond it", () => {
    const grown = (id: string) => {
      const versions = Array.from({ length: 20 }, (_, at) =>
        toKeptVersion(aNote({ id, mtime: at + 1, vv: { dev: at + 1 }, content: `${"m".repeat(1000)}${"n".repeat(at)}` })),
      );
      return toPackItems(versions);
    };
    const items = ["note-1-a", "note-2-b", "note-3-c"].flatMap(grown);

    const read = fromPack({ items, unread: [] }, 20_000);

    expect(read.versions.map(({ noteId }) => noteId)).toEqual(Array.from({ length: 20 }, () => "note-1-a"));
    expect(read.damaged).toEqual(["note-2-b", "note-3-c"]);
    expect(read.opaque).toHaveLength(2);
  });

  it("is named by its device and times, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w-]{1,12}$/),
        fc.nat(),
        fc.nat(),
        fc.stringMatching(/^[\w-]{12}$/),
        (device, fromMs, length, random) => {
          const name = { device, fromMs, toMs: fromMs + length };
          expect(readHistoryPackId(historyPackId(name, random))).toEqual(name);
        },
      ),
    );
  });

  it("distinguishes a sealed version from the same unencrypted one", () => {
    const note = aNote({ content: "<p>x</p>" });
    expect(markOf(toKeptVersion(note))).not.toBe(markOf(toKeptVersion({ ...note, content: "", sealed: "inner" })));
  });
});

describe("sync.md §13 history packs in the drive", () => {
  it("are written after 32 unpacked versions, without a request more for a save", async () => {
    const noteId = await written(ENOUGH);
    expect(historyPacks()).toHaveLength(1);
    const requests = async (content: string, pauseMs: number): Promise<readonly string[]> => {
      clock.sleep(pauseMs);
      const opened = await laptop.notes.open(noteId);
      if (!opened.ok) throw new Error(opened.problem.kind);
      laptop.calls.length = 0;
      await laptop.notes.save(noteId, { title: "Soup", content }, { seen: { vv: opened.value.vv } });
      await sync(laptop);
      return [...laptop.calls];
    };
    const withVersion = await requests("<p>another</p>", HISTORY.pauseMs);
    expect(await embeddedIn(noteId)).toBeLessThan(ENOUGH / 2);
    expect(await requests("<p>another, and on</p>", 1000)).toEqual(withVersion);
  });

  it("hold all versions of a note that its file has no space for, and bring them with few requests", async () => {
    const saves = EMBEDDED.maxVersions * 2;
    const noteId = await written(saves);
    const fresh = await enter("fresh");
    await sync(fresh);
    expect((await historyOf(fresh, noteId)).length).toBeLessThan(ENOUGH);
    fresh.calls.length = 0;

    expect(await fetchAll(fresh)).toBe(0);

    expect(fresh.calls.filter((call) => call === "download").length).toBeLessThanOrEqual(4);
    expect(await historyOf(fresh, noteId)).toEqual(texts(0, saves - 1));
    fresh.calls.length = 0;
    await fetchAll(fresh);
    expect(fresh.calls).toEqual([]);
  });

  it("are written before a note is sent that has more versions than its file has space for, so none is left out", async () => {
    const offline = await create(laptop, "<p>text 0</p>");
    for (const content of texts(1, EMBEDDED.maxVersions + 20)) await save(laptop, offline, content);
    await sync(laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);
    expect(await historyOf(fresh, offline)).toEqual(texts(0, EMBEDDED.maxVersions + 19));
  });

  it("delay nothing if the drive refuses them: the file holds more versions until then", async () => {
    const noteId = await create(laptop, "<p>text 0</p>");
    laptop.faults.next = (call, at) => (call === "createPack" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    for (const content of texts(1, EMBEDDED.maxVersions + 20)) await save(laptop, noteId, content);
    await sync(laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    expect(await historyOf(fresh, noteId)).toEqual(texts(0, EMBEDDED.maxVersions + 19));
    expect(historyPacks()).toEqual([]);
  });

  it("are several where one would unpack to more text than its bound, and lose no version", async () => {
    const splitChars = 400;
    laptop.means.historyLimits = { embedded: EMBEDDED, packs: { ...HISTORY_PACKS, splitChars } };
    const noteId = await written(ENOUGH);

    const unpacked = historyPacks().map(async ({ pack: { packId }, body }) => {
      const opened = await laptop.codec.openPack(packId, body);
      return opened.ok ? textChars(fromPack(opened.value).versions) : Number.NaN;
    });
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);

    expect(unpacked.length).toBeGreaterThan(1);
    expect((await Promise.all(unpacked)).filter((chars) => !(chars > 0 && chars <= splitChars))).toEqual([]);
    expect(await historyOf(fresh, noteId)).toEqual(texts(0, ENOUGH - 1));
  });

  it("are few, however long a device writes", async () => {
    await written(300);
    expect(historyPacks().length).toBeLessThanOrEqual(4);
  });

  it("are not written twice where the answer was lost, nor where the process died after it was written", async () => {
    const noteId = await create(laptop, "<p>text 0</p>");
    laptop.faults.next = (call, at) => (call === "createPack" && at === "after" ? { kind: "answer-lost" } : undefined);
    for (const content of texts(1, ENOUGH)) await save(laptop, noteId, content);
    await laptop.sync();
    delete laptop.faults.next;
    laptop = await laptop.restart();
    await sync(laptop, laptop);
    for (const content of texts(100, 100 + ENOUGH)) await save(laptop, noteId, content);
    await sync(laptop, laptop);
    const packed = historyPacks().map(({ pack }) => pack.packId);
    expect(packed).toHaveLength(1);
  });

  it("are read by other devices after their own device is lost", async () => {
    const noteId = await written(ENOUGH);
    const phone = await enter("phone");
    await sync(phone);
    await save(phone, noteId, "<p>of the phone</p>");
    await sync(phone);
    expect(await embeddedIn(noteId)).toBeLessThan(ENOUGH / 2);
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);
    expect(await historyOf(fresh, noteId)).toEqual(texts(0, ENOUGH));
  });
});

describe("sync.md §13 a drive that damages history packs", () => {
  const damage: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
    truncated: (body) => body.slice(0, body.length / 2),
    "replaced by other bytes": () => new Uint8Array([1, 2, 3]),
    empty: () => new Uint8Array(),
  };

  for (const [what, change] of Object.entries(damage))
    it(`loses nothing by a pack that is ${what}: it is reported, and what this device has of it is in the drive again`, async () => {
      const noteId = await written(ENOUGH);
      const before = await historyOf(laptop, noteId);
      const [first] = historyPacks();
      if (first === undefined) throw new Error("No pack was written");
      drive.packs.delete(first.pack.fileId);
      drive.putPack(first.pack.fileId, first.pack.packId, change(first.body), "other bytes");
      const phone = await enter("phone");
      await sync(phone);
      expect(await fetchAll(phone)).toBe(1);
      expect(phone.disk.log).toContainEqual(expect.objectContaining({ kind: "failed", problem: "history-unreadable" }));
      await sync(laptop);
      for (const content of texts(100, 100 + ENOUGH)) await save(laptop, noteId, content);
      await sync(laptop, laptop);
      expect(await historyOf(laptop, noteId)).toEqual([...before, `<p>text ${ENOUGH}</p>`, ...texts(100, 99 + ENOUGH)]);
      const fresh = await enter("fresh");
      await sync(fresh);
      await fetchAll(fresh);
      expect(await historyOf(fresh, noteId)).toEqual(await historyOf(laptop, noteId));
    });

  it("keeps the versions of a pack that opens later, when its key has joined", async () => {
    const noteId = await written(ENOUGH);
    const phone = await enter("phone");
    await sync(phone);
    const openPack = phone.codec.openPack;
    phone.codec.openPack = async () => failed("unknown-key");
    expect(await fetchAll(phone)).toBe(1);
    expect(await fetchAll(phone)).toBe(1);
    expect(phone.disk.log.filter((entry) => entry.kind === "failed")).toHaveLength(1);
    phone.codec.openPack = openPack;
    expect(await fetchAll(phone)).toBe(0);
    expect(await historyOf(phone, noteId)).toEqual(texts(0, ENOUGH - 1));
  });

  it("loses nothing by two that are exchanged", async () => {
    const noteId = await written(ENOUGH);
    const phone = await enter("phone");
    await sync(phone);
    for (const content of texts(200, 200 + ENOUGH)) {
      await save(phone, noteId, content);
      await sync(phone);
    }
    const [one, other] = historyPacks();
    if (one === undefined || other === undefined) throw new Error("Two packs were expected");
    drive.packs.set(one.pack.fileId, { ...one, body: other.body });
    drive.packs.set(other.pack.fileId, { ...other, body: one.body });
    const fresh = await enter("fresh");
    await sync(fresh);
    expect(await fetchAll(fresh)).toBe(2);
    expect(fresh.disk.entities.get(noteId)).toMatchObject({ content: `<p>text ${200 + ENOUGH}</p>` });
  });

  it("loses nothing by one that it hides: at the next full listing this device sees it, and packs its versions again", async () => {
    const noteId = await written(ENOUGH);
    for (const { pack } of historyPacks()) drive.packs.delete(pack.fileId);
    clock.sleep(25 * 3_600_000);
    await sync(laptop, laptop);
    expect(historyPacks()).toHaveLength(1);
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);
    expect(await historyOf(fresh, noteId)).toEqual(await historyOf(laptop, noteId));
  });

  it("loses nothing by one that the user removes", async () => {
    const noteId = await written(ENOUGH);
    for (const { pack } of historyPacks()) drive.remove(pack.fileId);
    await sync(laptop, laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);
    expect(await historyOf(fresh, noteId)).toEqual(await historyOf(laptop, noteId));
  });
});

describe("sync.md §13 records of history packs that this version of the app cannot read", () => {
  /** What a newer version might write of a note, which a device of this one has to leave as it is. */
  const newer = (noteId: string, more = {}) => ({ entity: { kind: "note", id: noteId, form: 2, ...more }, md5: "0".repeat(32) });

  /** The same device wrote it as a newer version, and is an older one again. */
  async function putNewer(record: unknown, device: TestDevice = laptop): Promise<void> {
    const packId = historyPackId({ device: device.library.index.meta.deviceId, fromMs: 1, toMs: clock.now() }, "newerversion");
    const sealed = await device.codec.sealPack(packId, [], [record]);
    if (!sealed.ok) throw new Error(sealed.problem);
    drive.putPack("pack-of-newer", packId, sealed.value, device.codec.md5(sealed.value));
  }

  async function unreadInDrive(): Promise<readonly unknown[]> {
    const opened = await Promise.all(historyPacks().map(({ pack, body }) => laptop.codec.openPack(pack.packId, body)));
    return opened.flatMap((one) => (one.ok ? one.value.unread : []));
  }

  it("go into the pack that theirs is combined into, as often as it is", async () => {
    const noteId = await create(laptop, "<p>text 0</p>");
    await sync(laptop);
    await putNewer(newer(noteId));
    for (let round = 0; round < 3; round += 1) {
      for (const content of texts(100 * round + 1, 100 * round + ENOUGH)) await save(laptop, noteId, content);
      await sync(laptop, laptop);
    }
    expect(drive.packs.has("pack-of-newer")).toBe(false);
    expect(historyPacks()).toHaveLength(1);
    expect(await unreadInDrive()).toEqual([newer(noteId)]);
  });

  it("go along where a record reads only in part", async () => {
    const noteId = await written(ENOUGH);
    const [first] = historyPacks();
    const opened = first === undefined ? undefined : await laptop.codec.openPack(first.pack.packId, first.body);
    if (first === undefined || opened?.ok !== true) throw new Error("No pack was written");
    const [item, ...more] = opened.value.items;
    const changed = { ...item, entity: { ...item?.entity, history: ["of a newer version"] } };
    const sealed = await laptop.codec.sealPack(first.pack.packId, more, [changed]);
    if (!sealed.ok) throw new Error(sealed.problem);
    drive.putPack(first.pack.fileId, first.pack.packId, sealed.value, laptop.codec.md5(sealed.value));
    for (const content of texts(100, 100 + ENOUGH)) await save(laptop, noteId, content);
    await sync(laptop, laptop);
    expect(historyPacks().map(({ pack }) => pack.packId)).not.toContain(first.pack.packId);
    const packs = await Promise.all(historyPacks().map(({ pack, body }) => laptop.codec.openPack(pack.packId, body)));
    expect(packs.flatMap((one) => (one.ok ? one.value.items : []))).toContainEqual(changed);
  });

  it("stay where the process dies between writing the combined pack and removing theirs", async () => {
    const noteId = await create(laptop, "<p>text 0</p>");
    await sync(laptop);
    await putNewer(newer(noteId));
    laptop.faults.next = (call) => (call === "erase" ? { kind: "offline" } : undefined);
    for (const content of texts(1, ENOUGH)) await save(laptop, noteId, content);
    await laptop.sync();
    laptop = await laptop.restart();
    expect(await unreadInDrive()).toEqual([newer(noteId), newer(noteId)]);
    for (const content of texts(100, 100 + ENOUGH)) await save(laptop, noteId, content);
    await sync(laptop, laptop);
    expect(await unreadInDrive()).toEqual([newer(noteId)]);
  });

  it.each([
    ["none", [], true],
    ["one", [{ form: 2 }], false],
  ])("may refer to any attachment, so while there is %s, none is collected: %j", async (_, records, isCollected) => {
    await sync(laptop);
    const folderId = laptop.library.index.meta.target?.folderIds.attachments ?? "";
    const file = { fileId: "unreferenced", attachmentId: "att-1", trashed: false, version: 1, md5: "0".repeat(32) };
    drive.attachments.files.set(file.fileId, { file, folderId, bytes: new Uint8Array(1) });
    for (const record of records) await putNewer(record);
    for (let day = 0; day < 33; day += 1) {
      clock.sleep(25 * 3_600_000);
      await sync(laptop);
    }
    expect(drive.attachments.files.get(file.fileId)?.file.trashed).toBe(isCollected);
  });

  it.each([
    ["a note that was deleted for good", {}, { purged: "now" }, 0],
    ["a note that is sensitive now, in clear", { content: "<p>in clear</p>" }, { isEncrypted: true, sealed: "inner" }, 0],
    ["a note that is sensitive now, sealed", { sealed: "a newer seal" }, { isEncrypted: true, sealed: "inner" }, 1],
  ])("of %s stay or go by the same rule as versions", async (_, shape, now, left) => {
    const noteId = await create(laptop, "<p>text 0</p>");
    const other = await create(laptop, "<p>text 0</p>");
    await sync(laptop);
    await putNewer(newer(noteId, shape));
    await sync(laptop);
    await fetchAll(laptop);
    await laptop.library.transact(
      { entities: [noteId] },
      ({ entities, meta }) => {
        const note = entities.get(noteId) as NoteEntity;
        const dot = { [meta.deviceId]: meta.ctr + 1 };
        const changed = { ...note, title: "", content: "", ...now, vv: { ...note.vv, ...dot }, mtime: note.mtime + 1 };
        return { writes: { entities: [changed], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
      },
      "user",
    );
    for (const content of texts(1, ENOUGH)) await save(laptop, other, content);
    await sync(laptop, laptop);
    expect(await unreadInDrive()).toHaveLength(left);
  });
});

describe("sync.md §13 history packs and notes that may not be read", () => {
  it("drop the versions of a note that was deleted for good, and keep all others", async () => {
    const kept = await create(laptop, "<p>text 0</p>");
    const noteId = await written(ENOUGH);
    for (const content of texts(1, 5)) await save(laptop, kept, content);
    for (const content of texts(100, 100 + ENOUGH)) await save(laptop, noteId, content);
    await sync(laptop, laptop);
    await laptop.notes.remove(noteId);
    await laptop.library.transact(
      { entities: [noteId] },
      ({ entities, meta }) => {
        const purged = planPurge(entities.get(noteId) as NoteEntity, meta, clock.now());
        return { writes: { entities: purged === undefined ? [] : [purged], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
      },
      "user",
    );
    await sync(laptop, laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    await fetchAll(fresh);
    expect(await historyOf(fresh, noteId)).toEqual([]);
    expect(await historyOf(fresh, kept)).toEqual(texts(0, 4));
    for (const { body } of historyPacks()) expect(new TextDecoder("utf-16be").decode(body)).not.toContain(noteId);
  });

  describe("hold no unencrypted version of a note that is sensitive now", () => {
    const shownInDrive = (): string => [...drive.packs.values()].map(({ body }) => new TextDecoder("utf-16be").decode(body)).join();

    it.each([
      ["a file", PACKS],
      ["a primary pack", { ...PACKS, primaryFrom: 0 }],
    ])("lose such versions even if the note is in %s and another device wrote the unread pack", async (_, limits) => {
      laptop.means.packLimits = limits;
      const noteId = await written(ENOUGH);
      expect(historyPacks().length).toBeGreaterThan(0);
      await clock.advance(7 * 86_400_000);
      const phone = await enter("phone");
      phone.means.packLimits = limits;
      await sync(phone);
      await moveIntoSensitive(phone, noteId);
      await sync(phone, phone);
      expect(shownInDrive()).not.toContain("text 3");
      await sync(laptop);
      expect(await historyOf(laptop, noteId)).toEqual([]);
    });

    it("lose such versions even if a device that did not know of the move writes them later", async () => {
      laptop.means.packLimits = { ...PACKS, primaryFrom: 0 };
      const noteId = await written(ENOUGH);
      const [inClear] = historyPacks();
      const phone = await enter("phone");
      phone.means.packLimits = laptop.means.packLimits;
      await sync(phone);
      await moveIntoSensitive(phone, noteId);
      await sync(phone, phone);
      expect(shownInDrive()).not.toContain("text 3");

      if (inClear === undefined) throw new Error("no pack");
      const copy = drive.nextId();
      drive.putPack(copy, inClear.pack.packId, inClear.body, inClear.pack.md5 ?? "");
      expect(shownInDrive()).toContain("text 3");
      await sync(phone);
      expect(shownInDrive()).not.toContain("text 3");
    });
  });
});
