/** Decides which folders to search, what to feed the index, and when a newer list replaces the shown one. Pure. Spec A §4 "Search". */
import { foldText } from "../../document/html/find-text.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import { PATH_SEPARATOR } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import type { NamedFolder, SearchableNote } from "../../ports/device/search-engine.ts";
import { shownTitle } from "../notes/note-list.ts";

/** Folders that the query names, by prefix if no name or path matches exactly, and those below. */
export function foldersNamed(names: readonly string[], folders: readonly NamedFolder[]): ReadonlySet<string | null> {
  const named = names.flatMap((wanted) => {
    const whole = folders.filter(({ name, path }) => foldText(name) === wanted || foldText(path) === wanted);
    return whole.length > 0 ? whole : folders.filter(({ name }) => foldText(name).startsWith(wanted));
  });
  const isBelow = (path: string): boolean => named.some((folder) => path.startsWith(`${folder.path}${PATH_SEPARATOR}`));
  return new Set(folders.filter((folder) => named.includes(folder) || isBelow(folder.path)).map(({ folderId }) => folderId));
}

/** Results for the user's own input are always shown; those for arriving changes only if the count differs enough. */
export function isWorthShowing(cause: "asked" | "arrived", shownTotal: number, total: number): boolean {
  return cause === "asked" || Math.abs(total - shownTotal) > SEARCH.replaceAbove;
}

/** The note's record, folder and titles of linked notes when it was last indexed. */
export type IndexedVersion = { readonly entity: LightEntity; readonly folderId: string | null; readonly linkTitles: readonly string[] };

/** `linkTitles`: of the notes that the text links to. Returns undefined if nothing changed or the note is sensitive. */
export function toIndexUpdate(
  { noteId, isEncrypted, ...note }: NoteSummary,
  { entity, indexed, linkTitles }: IndexedState,
): SearchableNote | undefined {
  const isKnown = indexed?.entity === entity && indexed?.folderId === note.folderId && `${indexed.linkTitles}` === `${linkTitles}`;
  if (isEncrypted || entity === undefined || isKnown) return undefined;
  return { noteId, stamp: vectorKey(entity.vv), modifiedMs: note.lastModified, pinnedFrom: note.pinnedFrom, ...toPlace(note), linkTitles };
}

/** Parts of a note that the filters test, but for its time and pin. */
export function toPlace({ folderId, createdAt, attachments, tagKeys, linkIds }: Omit<NoteSummary, "noteId" | "isEncrypted">) {
  return { folderId, createdMs: createdAt, hasFile: attachments.length > 0, tagKeys, linkIds };
}

type IndexedState = {
  readonly entity: LightEntity | undefined;
  readonly indexed: IndexedVersion | undefined;
  readonly linkTitles: readonly string[];
};

/** Titles of the notes that a note links to, empty for those that are deleted or sensitive: the index must not keep such a title. */
export function linkTitlesOf({ linkIds = [] }: NoteSummary, notesById: ReadonlyMap<string, NoteSummary>): readonly string[] {
  return linkIds.map((id) => {
    const note = notesById.get(id);
    return note === undefined || note.isEncrypted ? "" : shownTitle(note);
  });
}
