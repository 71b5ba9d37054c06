/** Versions that are in the drive but not on this device: for a note's history, and for the library on a past day. Decision 0034. Pure. */
import { heldIn, readHistoryPackId } from "../../model/drive/history-pack.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { historyPacks } from "../../model/drive/primary-pack.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import type { SyncIndex } from "../index/sync-index.ts";
import type { Earlier, EarlierVersions } from "./history-service-types.ts";
import { type PackReference, referencesOf } from "./packs/pack-references.ts";

type Here = { readonly noteId: string; readonly versions: readonly KeptVersion[] };

/** `versions`: versions of the note on this device. */
export function earlierOf(index: SyncIndex, { noteId, versions }: Here): Earlier {
  const unread = unreadIds(index);
  const named = referencesOf(index, noteId).filter(({ packId }) => unread.has(packId));
  const isNamed = new Set(named.map(({ packId }) => packId));
  const note = index.entities.get(noteId);
  const [from, to] = note === undefined ? [0, 0] : [note.createdAt, note.mtime];
  const mayHold = ({ packId }: KnownPack): boolean => {
    const { fromMs, toMs } = readHistoryPackId(packId) ?? { fromMs: 0, toMs: -1 };
    return !isNamed.has(packId) && fromMs <= to && toMs >= from;
  };
  const others = historyPacks(index.packs).filter((pack) => unread.has(pack.packId) && mayHold(pack));
  return { known: named.filter((one) => !areHere(one, versions)).map(toEarlier), otherPackIds: others.map(({ packId }) => packId) };
}

export type Moment = {
  /** Packs that must be read to know the note's text at that moment. */
  readonly packIds: readonly string[];
  /** True if a version that is only in the drive was written later. */
  readonly isWrittenSince: boolean;
};

/**
 * Returns packs that may have a later version up to that moment than the newest here; if there is none here, the first pack after the
 * moment (past-note.ts).
 */
export function missingOfMoment(index: SyncIndex, { noteId, versions }: Here, atMs: number): Moment {
  const unread = unreadIds(index);
  const named = referencesOf(index, noteId).filter((one) => unread.has(one.packId) && !areHere(one, versions));
  const isWrittenSince = named.some(({ toMs }) => toMs > atMs);
  const last = Math.max(...versions.flatMap(({ note: { mtime } }) => (mtime <= atMs ? [mtime] : [])), Number.NEGATIVE_INFINITY);
  const then = named.filter(({ fromMs, toMs }) => fromMs <= atMs && toMs > last);
  if (then.length > 0 || last > Number.NEGATIVE_INFINITY) return { packIds: then.map(({ packId }) => packId), isWrittenSince };
  const [next] = named.toSorted((a, b) => a.fromMs - b.fromMs);
  return { packIds: next === undefined ? [] : [next.packId], isWrittenSince };
}

function unreadIds(index: SyncIndex): ReadonlySet<string> {
  return new Set(historyPacks(index.packs).flatMap((pack) => (heldIn(pack) === undefined ? [pack.packId] : [])));
}

/** True if the pack's versions arrived otherwise: with the note, or in a pack that absorbed this one. */
function areHere({ count, fromMs, toMs }: PackReference, versions: readonly KeptVersion[]): boolean {
  return versions.filter(({ note: { mtime } }) => mtime >= fromMs && mtime <= toMs).length >= count;
}

function toEarlier({ packId, count, fromMs, toMs }: PackReference): EarlierVersions {
  return { packId, count, fromMs, toMs };
}
