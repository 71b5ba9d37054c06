/** Packs of notes, which represent files, history packs, which hold former versions, and primary packs: their ids distinguish them. The index keeps all as one. Pure. */
import type { KnownPack } from "./pack.ts";
import { isPrimaryPack } from "./primary-pack.ts";

type Packs = ReadonlyMap<string, KnownPack>;

export function isHistoryPack({ packId }: { readonly packId: string }): boolean {
  return packId.startsWith("history-");
}

export function historyPacks(packs: Packs): readonly KnownPack[] {
  return [...packs.values()].filter(isHistoryPack);
}

export function notePacks(packs: Packs): readonly KnownPack[] {
  return [...packs.values()].filter((pack) => !isHistoryPack(pack) && !isPrimaryPack(pack));
}
