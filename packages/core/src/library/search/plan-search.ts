/** Where to search, what the index is to be fed, and when a list on screen gives way to a newer one. Pure. Spec A §4 "Search". */
import { foldText } from "../../document/html/find-text.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import type { NamedFolder, SearchableNote } from "../../ports/device/search-engine.ts";
import type { Query } from "./query.ts";

/** Those that `in:` names, by their beginning where none has that very name; undefined: none is named. */
export function foldersToSearch({ folderNames }: Query, folders: readonly NamedFolder[]): readonly string[] | undefined {
  if (folderNames.length === 0) return undefined;
  const named = folderNames.flatMap((wanted) => {
    const whole = folders.filter(({ name }) => foldText(name) === wanted);
    return whole.length > 0 ? whole : folders.filter(({ name }) => foldText(name).startsWith(wanted));
  });
  return named.map(({ folderId }) => folderId);
}

/** What someone typed or did is answered as it is; what arrives meanwhile moves the list only when it makes a difference. */
export function isWorthShowing(cause: "asked" | "arrived", shownTotal: number, total: number): boolean {
  return cause === "asked" || Math.abs(total - shownTotal) > SEARCH.replaceAbove;
}

/** What the index was given of a note: its record, and the folder it was in. */
export type IndexedVersion = { readonly entity: LightEntity; readonly folderId: string | null };

/** What the index is to be given of these notes; `undefined`: nothing new. Sensitive notes are not its business. */
export function toIndexUpdate(
  { noteId, isEncrypted, folderId, pinnedFrom, lastModified, attachments }: NoteSummary,
  entity: LightEntity | undefined,
  indexed: IndexedVersion | undefined,
): SearchableNote | undefined {
  if (isEncrypted || entity === undefined || (indexed?.entity === entity && indexed.folderId === folderId)) return undefined;
  return { noteId, stamp: vectorKey(entity.vv), folderId, modifiedMs: lastModified, pinnedFrom, hasFile: attachments.length > 0 };
}
