import { beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "../../model/entities/entity.ts";
import { SAVED_SEARCH } from "../../model/limits/limits.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createSavedSearches } from "./saved-searches-service.ts";

const RYE = { name: "Rye", query: 'tag:bread "sour dough"', icon: "star" };
let drive: MemoryDrive;

beforeEach(() => {
  drive = new MemoryDrive();
});

const searchesOf = ({ library, clock }: TestDevice, seed = "s") => createSavedSearches({ library, clock, ids: createSequenceIds(seed) });
const shown = ({ notes }: TestDevice) => {
  notes.refresh();
  return notes.store.getState().searches.map(({ searchId: _, ...values }) => values);
};

async function saved(device: TestDevice, values = RYE): Promise<string> {
  const made = await searchesOf(device).create(values);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value;
}

async function syncInTurns(...devices: readonly TestDevice[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of devices) await device.sync();
}

describe("decision 0052 saved searches", () => {
  it("lists a saved search apart from the notes, also after a restart", async () => {
    const device = await createTestDevice("one", drive);
    await device.notes.create({ title: "Bread", content: "" }, null);
    await saved(device);
    const again = await device.restart();

    expect(shown(device)).toEqual([RYE]);
    expect(shown(again)).toEqual([RYE]);
    expect(again.notes.store.getState().notes.map(({ title }) => title)).toEqual(["Bread"]);
  });

  it("brings it to another device, and its text to versions without saved searches", async () => {
    const [one, two] = [await createTestDevice("one", drive), await createTestDevice("two", drive)];
    const id = await saved(one);
    await syncInTurns(one, two);

    expect(shown(two)).toEqual([RYE]);
    expect(two.disk.entities.get(id)).toMatchObject({
      title: "Rye",
      content: "<p>tag:bread &quot;sour dough&quot;</p>".replaceAll("&quot;", '"'),
    });
  });

  it("keeps the name of one device and the query of another that changed it at once, in either order", async () => {
    for (const isReversed of [false, true]) {
      drive = new MemoryDrive();
      const [one, two] = [await createTestDevice("one", drive), await createTestDevice("two", drive)];
      const id = await saved(one);
      await syncInTurns(one, two);
      const [first, second] = isReversed ? [two, one] : [one, two];
      await searchesOf(first).update(id, { ...RYE, name: "Sourdough" });
      first.clock.sleep(1000);
      await searchesOf(second).update(id, { ...RYE, query: "tag:bread OR tag:cake", icon: "heart" });
      await syncInTurns(one, two);

      const merged = { name: "Sourdough", query: "tag:bread OR tag:cake", icon: "heart" };
      expect(shown(one)).toEqual([merged]);
      expect(shown(two)).toEqual([merged]);
    }
  });

  it("takes the later of two names, and makes no copy", async () => {
    const [one, two] = [await createTestDevice("one", drive), await createTestDevice("two", drive)];
    const id = await saved(one);
    await syncInTurns(one, two);
    await searchesOf(one).update(id, { ...RYE, name: "Earlier" });
    two.clock.sleep(60_000);
    await searchesOf(two).update(id, { ...RYE, name: "Later" });
    await syncInTurns(one, two);

    expect(shown(one)).toEqual([{ ...RYE, name: "Later" }]);
    expect(shown(two)).toEqual([{ ...RYE, name: "Later" }]);
    expect([...one.disk.entities.values()].filter((entity) => entity.kind === "note" && isAlive(entity))).toHaveLength(1);
  });

  it("is deleted into the trash and restored", async () => {
    const device = await createTestDevice("one", drive);
    const id = await saved(device);
    await device.notes.remove(id);
    expect(shown(device)).toEqual([]);

    await device.notes.restore(id);
    expect(shown(device)).toEqual([RYE]);
  });

  it("cuts what is too long, and does not change a note or a deleted search", async () => {
    const device = await createTestDevice("one", drive);
    const note = await device.notes.create({ title: "Bread", content: "" }, null);
    const id = await saved(device, { name: "n".repeat(5000), query: "q".repeat(5000), icon: "star" });
    expect(shown(device).map(({ name, query }) => [name.length, query.length])).toEqual([
      [SAVED_SEARCH.nameMaxChars, SAVED_SEARCH.queryMaxChars],
    ]);
    const missing = { ok: false, problem: { kind: "not-found" } };

    expect(await searchesOf(device).update(note.ok ? note.value.noteId : "", RYE)).toEqual(missing);
    await device.notes.remove(id);
    expect(await searchesOf(device).update(id, RYE)).toEqual(missing);
  });
});
