/**
 * The user's saved searches. A query is a text of the oracle: another device that renames the search at the same time must not lose it.
 * Decision 0052.
 */
import { isAlive } from "@satchel/core/model/entities/entity.ts";
import type { SavedSearch } from "@satchel/core/model/entities/saved-search.ts";
import { contentOf } from "../device/reading.ts";
import { tokensIn } from "../oracle/oracle.ts";
import type { UserDeps } from "./user.ts";

const MINUTE_MS = 60_000;

export async function searchOnce(deps: UserDeps): Promise<void> {
  const { device, chance } = deps;
  const known = chance.pick(device.notes?.store.getState().searches ?? []);
  if (known === undefined || chance.happens(0.4)) return saveSearch(deps);
  return chance.happens(0.85) ? rename(deps, known) : remove(deps, known);
}

/** The query follows some time after the search, so that other devices rename it meanwhile. Only this user changes it. */
async function saveSearch({ device, oracle, chance, time, trace }: UserDeps): Promise<void> {
  const values = { name: `Search ${chance.int(1, 1000)}`, query: "is:pinned", icon: "star" };
  const made = await device.command((_notes, { searches }) => searches.create(values));
  if (made?.ok !== true) return;
  if (chance.happens(0.6)) await time.wait(chance.int(1000, 20 * MINUTE_MS));
  const seen = device.notes?.store.getState().searches.find(({ searchId }) => searchId === made.value);
  if (seen === undefined) return;
  const query = oracle.newToken();
  const updated = await device.command((_notes, { searches }) => searches.update(seen.searchId, { ...seen, query }));
  if (updated?.ok === false) return;
  const held = (await device.disk.view()).entities.get(seen.searchId);
  if (updated === undefined || held === undefined) return oracle.unclear(seen.searchId);
  oracle.acknowledge(query, seen.searchId, { vv: held.vv, author: device.name });
  trace(`${device.name} saved the search ${seen.searchId} for ${query}`);
}

async function rename({ device, oracle, chance, trace }: UserDeps, known: SavedSearch): Promise<void> {
  const name = `Search ${chance.int(1, 1000)}`;
  const renamed = await device.command((_notes, { searches }) => searches.update(known.searchId, { ...known, name }));
  const held = (await device.disk.view()).entities.get(known.searchId);
  if (renamed?.ok !== true || held === undefined) return oracle.unclear(known.searchId);
  oracle.edited(known.searchId, held.vv);
  trace(`${device.name} renamed the search ${known.searchId}`);
}

async function remove({ device, oracle, trace }: UserDeps, known: SavedSearch): Promise<void> {
  const removed = await device.command((notes) => notes.remove(known.searchId));
  const held = (await device.disk.view()).entities.get(known.searchId);
  oracle.removedBySomeoneWhoSaw(tokensIn(`${known.query} ${contentOf(held)}`));
  if (removed?.ok !== true || held === undefined || isAlive(held)) return oracle.unclear(known.searchId);
  oracle.deleted(known.searchId, held.vv);
  trace(`${device.name} deleted the search ${known.searchId}`);
}
