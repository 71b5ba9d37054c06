import { beforeAll, describe, expect, it } from "vitest";
import { makeCorpus } from "./corpus.ts";
import { type Count, countDailyLife, FirstSyncs } from "./counts.ts";
import { type Keys, makeKeys } from "./keys.ts";

const NOTES = 10_000;
/** Requests do not depend on how long a note is. */
const SHORT = 100;
let keys: Keys;

beforeAll(async () => {
  keys = await makeKeys();
});

describe("sync.md §9 requests, each cycle's poll included", () => {
  it("asks once when there is nothing to do, and otherwise what the table says", async () => {
    const counted = await countDailyLife(keys, makeCorpus(60));

    expect(Object.fromEntries(counted.map(({ name, requests }: Count) => [name, requests]))).toEqual({
      "nothing to do": 1,
      save: 2,
      "receive 1": 2,
      "save after another device": 3,
      "receive 1 of two devices": 2,
      delete: 2,
      "delete what another device wrote": 3,
      create: 2,
      "save 20": 21,
      "receive 20": 21,
    });
  });
});

describe("sync.md §8 first sync of 10,000 notes", () => {
  it("takes at most 30 requests with fresh packs and 100 when they are two days old, and 8 to the first screen", async () => {
    const library = await FirstSyncs.create(keys, makeCorpus(NOTES, SHORT));
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
    expect(stale.kinds["files.media"]).toBeGreaterThan(40);
    expect(stale.requests).toBeLessThanOrEqual(100);
    expect(stale.firstScreen.requests).toBeLessThanOrEqual(8);
    expect(stale.firstScreen.shown).toHaveLength(50);
  }, 240_000);
});
