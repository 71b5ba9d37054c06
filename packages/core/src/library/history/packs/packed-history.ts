/** A note's versions in a history pack: the newest whole, the others as deltas, in as many records as needed. sync.md §13. Pure. */
import { type OpaqueRecord, toOpaque } from "../../../model/drive/history-pack.ts";
import type { PackContent, PackItem } from "../../../model/drive/pack.ts";
import type { Entity, LightEntity } from "../../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { HISTORY_PACKS } from "../../../model/limits/history-limits.ts";
import { newestFirst, splitHistory, withHistory } from "./embedded-history.ts";

/** Placeholder for the MD5 of a file that these records do not have. */
const NO_FILE = "0".repeat(32);

export function toPackItems(versions: readonly KeptVersion[]): readonly PackItem[] {
  const groups = new Map<string, Map<string, KeptVersion>>();
  for (const version of versions) {
    const group = `${version.noteId} ${version.note.sealed === undefined}`;
    groups.set(group, (groups.get(group) ?? new Map<string, KeptVersion>()).set(version.key, version));
  }
  return [...groups.values()].flatMap((ofNote) => itemsOfNote([...ofNote.values()]));
}

function itemsOfNote(versions: readonly KeptVersion[]): readonly PackItem[] {
  const items: PackItem[] = [];
  let left = newestFirst(versions);
  for (let newest = left[0]; newest !== undefined; newest = left[0]) {
    const entity = withHistory(newest.note, left.slice(1));
    items.push({ entity, md5: NO_FILE });
    const { history = [] } = entity as { readonly history?: readonly unknown[] };
    left = left.slice(1 + history.length);
  }
  return items;
}

export type Unpacked = {
  readonly versions: readonly KeptVersion[];
  /** Ids of notes with an unreadable part. */
  readonly damaged: readonly string[];
  /** Records with an unreadable part. */
  readonly opaque: readonly OpaqueRecord[];
};

/** Unpacks no more text than `maxChars`. Records beyond it are handed on as they are, like those that cannot be read. */
export function fromPack({ items, unread }: PackContent, maxChars: number = HISTORY_PACKS.maxUnpackedChars): Unpacked {
  const versions: KeptVersion[] = [];
  const opaque = unread.map(toOpaque);
  let leftChars = maxChars;
  for (const item of items) {
    const split = leftChars > 0 ? splitHistory(item.entity) : undefined;
    const read = split?.entity.kind === "note" ? [toKeptVersion(split.entity), ...split.versions] : [];
    leftChars -= textChars(read);
    versions.push(...read);
    if (read.length === 0 || (split?.unreadable ?? 0) > 0) opaque.push(toOpaque(item));
  }
  return { versions, opaque, damaged: [...new Set(opaque.flatMap(({ noteId }) => noteId ?? []))] };
}

export function textChars(versions: readonly KeptVersion[]): number {
  return versions.reduce((sum, { note }) => sum + note.content.length + (note.sealed?.length ?? 0), 0);
}

/** `mayBePacked` for an unreadable record; true if the record does not name its note. */
export function mayBePackedUnread({ isInClear }: OpaqueRecord, now: Entity | LightEntity | undefined): boolean {
  return now?.kind !== "note" || (now.purged === undefined && !(now.isEncrypted && isInClear));
}

/** True if a version may be in the drive now: no version of a purged note, and no unencrypted version of a sensitive one. */
export function mayBePacked({ note }: KeptVersion, now: Entity | LightEntity | undefined): boolean {
  if (note.purged !== undefined) return false;
  return now?.kind !== "note" || (now.purged === undefined && (note.sealed !== undefined || !now.isEncrypted));
}
