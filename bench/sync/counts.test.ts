import { ALL_IN_FILES } from "@satchel/core/testing/test-device.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type Keys, makeKeys } from "./clients/keys.ts";
import { makeCorpus } from "./corpus.ts";
import { type Count, countDailyLife, countImport, FirstSyncs } from "./counts.ts";
import { createWorld } from "./world.ts";

const NOTES = 10_000;
const MOST = 40;
/** Short notes, because the number of requests does not depend on their length. */
const SHORT = 100;
let keys: Keys;

beforeAll(async () => {
  keys = await makeKeys();
});

describe("sync.md §9 requests, including each cycle's poll", () => {
  it("sends one request if there is nothing to do, and otherwise those of the table", async () => {
    const counted = await countDailyLife(keys, makeCorpus(60));

    expect(Object.fromEntries(counted.map(({ name, requests }: Count) => [name, requests]))).toEqual({
      "nothing to do": 1,
      "first save of a note since the start": 3,
      save: 2,
      "receive 1": 2,
      "save after another device": 3,
      "receive 1 of two devices": 2,
      delete: 2,
      "delete what another device wrote": 3,
      create: 2,
      "first save of 20 notes since the start": 41,
      "save 20": 21,
      "receive 20": 21,
    });
  });
});

describe("sync.md §8 first sync of 10,000 notes", () => {
  it("takes at most 40 requests for any library, 30 with fresh packs, 8 to the first screen", async () => {
    const library = await FirstSyncs.create(keys, makeCorpus(NOTES, SHORT));
    expect((await library.count("just filled")).requests).toBeLessThanOrEqual(MOST);
    await library.writePacks();

    const fresh = await library.count("fresh packs");
    expect(fresh.titles).toEqual(library.titles);
    expect(fresh.titles.size).toBe(NOTES);
    expect(fresh.requests).toBeLessThanOrEqual(30);
    expect(fresh.firstScreen.requests).toBeLessThanOrEqual(8);
    expect(fresh.firstScreen.shown).toEqual(library.newest);

    await library.passDays(2);
    const stale = await library.count("packs of two days ago");
    expect(stale.titles).toEqual(library.titles);
    expect(stale.requests).toBeLessThanOrEqual(MOST);
    expect(stale.firstScreen.requests).toBeLessThanOrEqual(8);
    expect(stale.firstScreen.shown).toHaveLength(50);

    await library.passDays(12);
    await library.removeSome(700);
    const worn = await library.count("two weeks and 700 deletes later");
    expect(worn.titles).toEqual(library.titles);
    expect(worn.requests).toBeLessThanOrEqual(MOST);
  }, 240_000);
});

describe("decision 0037 an import of 10,000 notes", () => {
  it("takes at most 40 requests, as does a new device afterwards", async () => {
    const world = createWorld(keys);
    const laptop = await world.device("laptop");
    await laptop.sync();
    const sent = await countImport(world, laptop, makeCorpus(NOTES, SHORT));
    expect(sent.requests).toBeLessThanOrEqual(MOST);
    expect(laptop.library.index.pendingPush.size).toBe(0);

    const fresh = await world.device("fresh-");
    world.drive.take();
    await fresh.sync();
    expect(world.drive.take().requests).toBeLessThanOrEqual(MOST);
    expect(fresh.library.index.entities.size).toBeGreaterThanOrEqual(NOTES);
    expect(fresh.library.index.pendingPush.size).toBe(0);
  }, 240_000);
});

describe("sync.md §8 a library that is still being uploaded", () => {
  it("costs a new device at most 40 requests wherever the upload is interrupted", async () => {
    const world = createWorld(keys);
    const laptop = await world.device("laptop", { packLimits: ALL_IN_FILES });
    await laptop.sync();
    for (const { title, html } of makeCorpus(1500, SHORT)) await laptop.notes.create({ title, content: html }, null);
    const sent: number[] = [];
    for (const creates of [1, 2, 40, 90, 300, 1, 700, 3, 2000]) {
      world.drive.cutAfterCreates(creates);
      await laptop.sync().catch(() => undefined);
      world.drive.cutAfterCreates(undefined);
      const fresh = await world.device(`new${String(sent.length).padStart(3, "0")}`);
      world.drive.take();
      await fresh.sync();
      expect(world.drive.take().requests).toBeLessThanOrEqual(MOST);
      sent.push(fresh.notes.store.getState().notes.length);
      await world.drive.pass(60_000);
    }
    expect(sent.at(-1)).toBe(1500);
    expect(new Set(sent).size).toBeGreaterThan(5);
  }, 240_000);
});
