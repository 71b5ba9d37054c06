/** Counts requests and bytes of each user action and of first syncs. The counts are the same on every machine. */
import type { Figure } from "../src/figure.ts";
import { type Keys, makeKeys } from "./clients/keys.ts";
import { makeCorpus } from "./corpus.ts";
import { type Count, countDailyLife, countImport, FirstSyncs } from "./counts.ts";
import { createWorld } from "./world.ts";

export async function benchSyncCounts(quick: boolean): Promise<Figure[]> {
  const keys = await makeKeys();
  const daily = await countDailyLife(keys, makeCorpus(100));
  const figures = daily.flatMap((count) => toFigures(count));
  for (const notes of quick ? [1000] : [1000, 10_000]) figures.push(...(await countFirstSyncs(keys, notes)));
  figures.push(...(await countImported(keys, quick ? 1000 : 10_000)));
  return figures;
}

async function countFirstSyncs(keys: Keys, notes: number): Promise<readonly Figure[]> {
  const library = await FirstSyncs.create(keys, makeCorpus(notes));
  const named = (how: string) => `first sync of ${notes.toLocaleString("en")} notes, ${how}`;
  const figures = toFigures(await library.count(named("no packs"), false));
  await library.writePacks();
  const fresh = await library.count(named("fresh packs"));
  figures.push(...toFigures(fresh), ...toFigures({ ...fresh.firstScreen, name: `${fresh.name}: to the first screen` }));
  await library.passDays(2);
  const stale = await library.count(named("packs of two days ago"));
  figures.push(...toFigures(stale), ...toFigures({ ...stale.firstScreen, name: `${stale.name}: to the first screen` }));
  if (notes < RETURNING) return figures;
  const away = "three weeks offline";
  figures.push(...toFigures(await library.countReturn(`${away}, 300 edits elsewhere`, { theirs: 300, own: 0 })));
  figures.push(...toFigures(await library.countReturn(`${away}, 300 edits of its own`, { theirs: 0, own: 300 })));
  return figures;
}

/** Also counts a device that is new to the imported library. */
async function countImported(keys: Keys, notes: number): Promise<readonly Figure[]> {
  const world = createWorld(keys);
  const laptop = await world.device("laptop");
  await laptop.sync();
  const sent = toFigures(await countImport(world, laptop, makeCorpus(notes)));
  const fresh = await world.device("fresh-");
  await fresh.sync();
  return [...sent, ...toFigures({ name: `first sync of ${notes.toLocaleString("en")} imported notes`, ...world.drive.take() })];
}

const RETURNING = 10_000;

function toFigures({ name, requests, bytes }: Count): Figure[] {
  const base = { area: "sync", better: "lower" as const };
  return [
    { ...base, name, value: requests, unit: "requests" },
    { ...base, name, value: bytes / 1024, unit: "KB" },
  ];
}
