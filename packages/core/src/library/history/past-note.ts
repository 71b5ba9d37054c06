/**
 * Which version of a note was its text at a moment: the last one that had been written by then. Where the first writes were kept as one version, that one.
 * A delete makes no version (decision 0027): a note that was deleted since had the text that it was deleted with, unless a later version says otherwise.
 * Decision 0036. Pure.
 */
import { isAlive, isPurged, type LightNote, type NoteEntity } from "../../model/entities/entity.ts";
import type { KeptVersion } from "../../model/entities/kept-version.ts";

/** Undefined: it was not there, or in the trash already. "read": its versions say. */
export function wasThere(note: Pick<LightNote, "createdAt" | "mtime" | "alive" | "purged">, atMs: number): "same" | "read" | undefined {
  if (isPurged(note) || note.createdAt > atMs) return undefined;
  if (note.mtime > atMs) return "read";
  return isAlive(note) ? "same" : undefined;
}

/** `isWrittenSince`: there is a later version that is not among these. */
export function versionAt(
  current: NoteEntity,
  former: readonly KeptVersion[],
  { atMs, isWrittenSince = false }: { readonly atMs: number; readonly isWrittenSince?: boolean },
): NoteEntity {
  const versions = former.map(({ note }) => note).sort((a, b) => a.mtime - b.mtime);
  const then = versions.findLast(({ mtime }) => mtime <= atMs);
  if (!isAlive(current) && !isWrittenSince && versions.every(({ mtime }) => mtime <= atMs)) return current;
  return then ?? versions[0] ?? current;
}
