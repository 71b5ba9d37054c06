import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { earlierOf } from "../../library/history/earlier-versions.ts";
import { createHistoryService } from "../../library/history/history-service.ts";
import type { Earlier, FetchEarlier } from "../../library/history/history-service-types.ts";
import { splitHistory } from "../../library/history/packs/embedded-history.ts";
import { withReferences } from "../../library/history/packs/pack-references.ts";
import { createPastService } from "../../library/history/past-service.ts";
import type { PastService } from "../../library/history/past-service-types.ts";
import type { Entity, NoteEntity } from "../../model/entities/entity.ts";
import { EMBEDDED, HISTORY, HISTORY_PACKS } from "../../model/limits/history-limits.ts";
import { failed, ok } from "../../model/result.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createHistoryFetcher } from "./fetch-history-service.ts";

const SMALL = { embedded: { ...EMBEDDED, maxVersions: 8 }, packs: { ...HISTORY_PACKS, minVersions: 4, growth: 2, fullBytes: 6000 } };

let clock: ManualClock;
let drive: MemoryDrive;

beforeEach(() => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
});

async function enter(name: string): Promise<TestDevice> {
  const device = await createTestDevice(name, drive, clock);
  device.means.historyLimits = SMALL;
  return device;
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

async function earlier(device: TestDevice, noteId: string): Promise<Earlier> {
  const { value } = await device.store.readVersions(noteId);
  return earlierOf(device.library.index, { noteId, versions: value });
}

async function fetchPack(device: TestDevice, packId: string): Promise<void> {
  const steps = { packIds: [packId], isStopped: () => false, onRead: () => undefined };
  const fetched = await createHistoryFetcher({ ...device, packs: device.codec })(steps);
  if (!fetched.ok) throw new Error(fetched.problem.kind);
}

/** By what the note's own file says alone; answers the most requests that a pack took. */
async function fetchNamed(device: TestDevice, noteId: string): Promise<number> {
  let most = 0;
  for (const { packId } of (await earlier(device, noteId)).known) {
    device.calls.length = 0;
    await fetchPack(device, packId);
    most = Math.max(most, device.calls.length);
  }
  return most;
}

async function textsOf(device: TestDevice, noteId: string): Promise<readonly string[]> {
  const { value } = await device.store.readVersions(noteId);
  return [...value].sort((a, b) => a.note.mtime - b.note.mtime).map(({ note }) => note.content);
}

const texts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `<p>text ${from + at} of a note</p>`);

async function written(device: TestDevice, saves: number): Promise<string> {
  const [first = "", ...others] = texts(0, saves);
  const noteId = await create(device, first);
  await sync(device);
  for (const content of others) {
    await save(device, noteId, content);
    await sync(device);
  }
  return noteId;
}

describe("sync.md §13 the packs that a note's own file names", () => {
  it("are listed on a device that has read none of them, and cost one request for any version of 150", async () => {
    const laptop = await enter("laptop");
    const noteId = await written(laptop, 150);
    const other = await create(laptop, "<p>of few words</p>");
    await sync(laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    const { known, otherPackIds } = await earlier(fresh, noteId);
    expect(known.length).toBeGreaterThan(2);
    expect(otherPackIds).toEqual([]);
    expect((await earlier(fresh, other)).known).toEqual([]);
    const here = await textsOf(fresh, noteId);
    expect(known.reduce((sum, { count }) => sum + count, here.length)).toBe(150);

    expect(await fetchNamed(fresh, noteId)).toBe(1);

    expect(await textsOf(fresh, noteId)).toEqual(texts(0, 149));
    expect((await earlier(fresh, noteId)).known).toEqual([]);
  });

  it("name the packs that took them in, even for a device that had read none before", async () => {
    const laptop = await enter("laptop");
    const noteId = await written(laptop, 20);
    const phone = await enter("phone");
    await sync(phone);
    const before = (await earlier(phone, noteId)).known.map(({ packId }) => packId);
    expect(before.length).toBeGreaterThan(0);
    for (const content of texts(21, 60)) {
      await save(laptop, noteId, content);
      await sync(laptop);
    }
    await sync(phone);
    const after = (await earlier(phone, noteId)).known.map(({ packId }) => packId);
    expect(after).not.toEqual(expect.arrayContaining(before));
    await save(phone, noteId, "<p>of the phone</p>");
    await sync(phone);
    const fresh = await enter("fresh");
    await sync(fresh);
    expect(await fetchNamed(fresh, noteId)).toBe(1);
    expect(await textsOf(fresh, noteId)).toEqual(texts(0, 60));
  });

  it("are found by the time of their versions if the named pack was combined since", async () => {
    const laptop = await enter("laptop");
    const quiet = await create(laptop, "<p>text 0 of a note</p>");
    for (const content of texts(1, 6)) await save(laptop, quiet, content);
    await sync(laptop, laptop);
    await save(laptop, quiet, "<p>the last</p>");
    await sync(laptop, laptop);
    const phone = await enter("phone");
    await sync(phone);
    const [named] = (await earlier(phone, quiet)).known;
    await written(laptop, 20);
    expect([...drive.packs.values()].some(({ pack }) => pack.packId === named?.packId)).toBe(false);
    await sync(phone);
    const fresh = await enter("fresh");
    await sync(fresh);
    for (const device of [phone, fresh]) {
      expect((await earlier(device, quiet)).known).toHaveLength(1);
      expect(await fetchNamed(device, quiet)).toBe(1);
      expect(await textsOf(device, quiet)).toEqual(texts(0, 6));
    }
  });

  it("hold every version of any note, both sides of every merge too, however devices take turns", async () => {
    const turn = fc.tuple(fc.nat(1), fc.nat(1), fc.integer({ min: 1, max: 5 }), fc.boolean(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 10, maxLength: 25 }), async (turns) => {
        drive = new MemoryDrive();
        drive.now = () => clock.now();
        const devices = [await enter("laptop"), await enter("phone")] as const;
        const noteIds = [await create(devices[0], "<p>0</p>"), await create(devices[0], "<p>0</p>")] as const;
        await sync(...devices);
        const saved: string[] = [];
        for (const [at, [device, note, saves, isRead, isApart]] of turns.entries()) {
          const own = devices[device] as TestDevice;
          for (const content of texts(at * 10 + 1, at * 10 + saves)) {
            await save(own, noteIds[note] as string, content);
            saved.push(content);
          }
          // Else both have written before they hear of each other.
          if (!isApart) await sync(own);
          if (isRead) await fetchNamed(own, noteIds[note] as string);
          if (!isApart) await sync(...devices);
        }
        await sync(...devices, ...devices);
        const fresh = await enter("fresh");
        await sync(fresh);
        for (const noteId of noteIds) {
          const all = new Set((await Promise.all(devices.map((device) => textsOf(device, noteId)))).flat());
          expect(await fetchNamed(fresh, noteId)).toBeLessThanOrEqual(1);
          expect(await textsOf(fresh, noteId)).toEqual(expect.arrayContaining([...all]));
        }
        // The user deletes all conflict copies: no text was in one of them alone.
        const ofNotes = await Promise.all(noteIds.map((noteId) => textsOf(fresh, noteId)));
        const now = noteIds.flatMap((noteId) => (fresh.disk.entities.get(noteId) as NoteEntity).content);
        expect([...ofNotes.flat(), ...now]).toEqual(expect.arrayContaining(saved));
      }),
      { numRuns: 8 },
    );
  });

  it("are not a field of the note, and are ignored if they cannot be read", () => {
    const note = aNote({});
    const packId = "history-dev-00000000001-00000000002-abcdefghijkl";
    const reference = { packId, writtenAt: 5, count: 2, fromMs: 1, toMs: 2 };
    expect(splitHistory(withReferences(note, [reference]))).toEqual({ entity: note, versions: [], references: [reference], unreadable: 0 });
    const junk = [null, [], ["pack-1", 1, 1, 1, 1], [packId, -1, 1, 1, 1], [packId, 1, 0, 1, 1], [packId, 1, 1, "1", 1]];
    for (const historyPacks of [undefined, 7, "x", junk]) {
      const { entity, references } = splitHistory({ ...note, historyPacks } as unknown as Entity);
      expect([entity, references]).toEqual([note, []]);
    }
  });
});

describe("decision 0036 a day whose texts are in the drive only", () => {
  /** On the first day 12 versions of a soup, on the second 12 more and the last of the bread; then the bread is deleted. */
  async function twoDays() {
    const laptop = await enter("laptop");
    const [soup, bread] = [await create(laptop, "<p>soup 0</p>"), await create(laptop, "<p>bread 0</p>")];
    for (const content of texts(1, 12)) await save(laptop, soup, content);
    await sync(laptop);
    const firstDay = clock.now();
    clock.sleep(86_400_000);
    for (const content of texts(13, 24)) {
      await save(laptop, soup, content);
      await sync(laptop);
    }
    for (const content of texts(30, 36)) await save(laptop, bread, content);
    await sync(laptop);
    await laptop.notes.remove(bread);
    await sync(laptop, laptop);
    const fresh = await enter("fresh");
    await sync(fresh);
    return { fresh, soup, bread, firstDay };
  }

  function pastOf(device: TestDevice, isOnline = () => true, onFetch: () => void = () => undefined) {
    const open = async (note: NoteEntity) => note;
    const fetch = createHistoryFetcher({ ...device, packs: device.codec });
    const fetchEarlier: FetchEarlier = async (steps) => {
      onFetch();
      const fetched = isOnline() ? await fetch(steps) : failed({ kind: "offline" as const });
      if (fetched.ok) return fetched.value.unread === 0 ? "complete" : "incomplete";
      return fetched.problem.kind === "offline" ? "offline" : "stopped";
    };
    const history = createHistoryService({ ...device, open, fetchEarlier });
    return createPastService({ ...device, history, open, restoreDeleted: async () => ok(0) });
  }

  const shownBy = (past: PastService) =>
    Object.fromEntries((past.store.getState().notes ?? []).map(({ noteId, preview, isInDrive }) => [noteId, isInDrive ?? preview]));

  it("shows what is here, fetches the packs that it needs with a number, and then has each text", async () => {
    const { fresh, soup, bread, firstDay } = await twoDays();
    const past = pastOf(fresh);
    const seen: string[] = [];
    past.store.subscribe(({ work, notes }) => work?.kind === "fetch" && seen.push(`${work.done} of ${work.of}, ${notes?.length} notes`));

    await past.show(firstDay);

    expect(seen[0]).toMatch(/^0 of [12], 2 notes$/);
    expect(shownBy(past)).toEqual({ [soup]: "text 12 of a note", [bread]: "bread 0" });
    expect(past.store.getState()).toMatchObject({ work: undefined, missing: undefined });
  });

  it("tells offline which versions are missing, and has them once it is online", async () => {
    const { fresh, soup, firstDay } = await twoDays();
    let isOnline = false;
    const past = pastOf(fresh, () => isOnline);
    await past.show(firstDay);
    expect(shownBy(past)).toMatchObject({ [soup]: true });
    expect(past.store.getState()).toMatchObject({ work: undefined, missing: "offline" });
    const inDrive = (past.store.getState().notes ?? []).filter((note) => note.isInDrive === true);
    expect(await past.restore(inDrive)).toEqual({ undo: [], failed: 0 });
    expect(fresh.disk.entities.get(soup)).toMatchObject({ content: "<p>text 24 of a note</p>" });
    isOnline = true;
    await past.show(firstDay);
    expect(shownBy(past)).toMatchObject({ [soup]: "text 12 of a note" });
  });

  it("stops fetching where the user cancels, keeps the list, and says that something is missing", async () => {
    const { fresh, soup, firstDay } = await twoDays();
    const past = pastOf(
      fresh,
      () => true,
      () => past.cancel(),
    );
    await past.show(firstDay);
    expect(shownBy(past)).toMatchObject({ [soup]: true });
    expect(past.store.getState()).toMatchObject({ work: undefined, missing: "stopped" });
  });
});
