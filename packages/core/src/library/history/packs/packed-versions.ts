/** Versions in history packs that were read or written here, which notes' own files need not carry. sync.md §13. Pure. */

import { heldIn, markOf } from "../../../model/drive/history-pack.ts";
import type { KnownPack } from "../../../model/drive/pack.ts";
import { historyPacks } from "../../../model/drive/primary-pack.ts";
import type { KeptVersion } from "../../../model/entities/note-versions.ts";
import type { SyncIndex } from "../../index/sync-index.ts";

type Marks = ReadonlyMap<string, ReadonlySet<string>>;

/** Cache, valid while the packs are unchanged. */
const known = new WeakMap<SyncIndex, { readonly packs: readonly KnownPack[]; readonly marks: Marks }>();

export function packedVersions(index: SyncIndex): (version: KeptVersion) => boolean {
  const packs = historyPacks(index.packs);
  const before = known.get(index);
  const isSame = before?.packs.length === packs.length && packs.every((pack, at) => pack === before.packs[at]);
  const marks = isSame ? before.marks : marksByNote(packs);
  known.set(index, { packs, marks });
  return (version) => marks.get(version.noteId)?.has(markOf(version)) === true;
}

function marksByNote(packs: readonly KnownPack[]): Marks {
  const marks = new Map<string, Set<string>>();
  for (const { id, marks: held } of packs.flatMap((pack) => heldIn(pack) ?? [])) {
    const ofNote = marks.get(id) ?? new Set<string>();
    for (const mark of held) ofNote.add(mark);
    marks.set(id, ofNote);
  }
  return marks;
}
