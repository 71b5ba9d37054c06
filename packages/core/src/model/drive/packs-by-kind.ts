/** Packs of notes, which represent files, and history packs, which hold former versions: their ids distinguish them. The index keeps both as one. Pure. */
import type { KnownPack } from "./pack.ts";

type Packs = ReadonlyMap<string, KnownPack>;

export function isHistoryPack({ packId }: { readonly packId: string }): boolean {
  return packId.startsWith("history-");
}

export function historyPacks(packs: Packs): readonly KnownPack[] {
  return [...packs.values()].filter(isHistoryPack);
}

export function notePacks(packs: Packs): readonly KnownPack[] {
  return [...packs.values()].filter((pack) => !isHistoryPack(pack));
}
