/** Content of the list: the folder's notes in order, or the hits of a search. Rules: core/library/notes/note-list.ts, core/search. */

import { folderIdsBelow } from "@satchel/core/library/folders/folder-tree.ts";
import { type SortedNotes, sortNotes } from "@satchel/core/library/notes/list-sort.ts";
import { pageOf, pinnedFirst, selectNotes, shownTagKeys } from "@satchel/core/library/notes/note-list.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { useMemo, useRef } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";

export function useListed() {
  const { notes, workspace, search } = useLibrary();
  const all = useStore(notes.store, (state) => state.notes);
  const byId = useStore(notes.store, (state) => state.notesById);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const folderIds = useListedFolders();
  const tagKeys = useShownTagKeys();
  const shownCount = useStore(workspace.store, (state) => state.shownCount);
  const sort = useStore(workspace.store, (state) => state.sort);
  const isPinnedOnTop = useStore(workspace.store, (state) => state.isPinnedOnTop);
  const pinnedId = usePinnedFolderId();
  const searching = useStore(search.store, (state) => state);
  const isSearching = searching.phase !== "off";
  const before = useRef<SortedNotes>(undefined);
  const inFolder = useMemo(() => {
    const sorted = sortNotes(selectNotes(all, folderIds, tagKeys), sort, before.current);
    before.current = { notes: sorted, sort };
    return isPinnedOnTop ? pinnedFirst(sorted, pinnedId) : sorted;
  }, [all, folderIds, tagKeys, sort, isPinnedOnTop, pinnedId]);
  const hits = useMemo(
    () => searching.noteIds.flatMap((noteId): readonly NoteSummary[] => toList(byId.get(noteId))),
    [searching.noteIds, byId],
  );
  const found = isSearching ? hits : inFolder;
  const { shown } = useMemo(() => pageOf(found, shownCount), [found, shownCount]);
  const total = isSearching ? Math.max(found.length, searching.total - (searching.noteIds.length - found.length)) : found.length;
  return {
    searching,
    isSearching,
    found,
    shown,
    total,
    remaining: total - shown.length,
    tagKeys,
    key: `${folderId} ${typeof folderIds} ${tagKeys.join()} ${sort} ${isPinnedOnTop} ${searching.term}`,
  };
}

/** The chosen folder, or all folders from there down if the list includes subfolders; null for all notes. */
export function useListedFolders(): string | null | ReadonlySet<string> {
  const { notes, workspace } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const hasSubfolders = useStore(workspace.store, (state) => state.hasSubfolders);
  return useMemo(
    () => (folderId !== null && hasSubfolders ? folderIdsBelow(folders, folderId) : folderId),
    [folders, folderId, hasSubfolders],
  );
}

function useShownTagKeys(): readonly string[] {
  const { notes, workspace } = useLibrary();
  const all = useStore(notes.store, (state) => state.notes);
  const tagKeys = useStore(workspace.store, (state) => state.tagKeys);
  return useMemo(() => shownTagKeys(all, tagKeys), [all, tagKeys]);
}

export function usePinnedFolderId(): string | undefined {
  return useStore(useLibrary().notes.store, (state) => state.folders.find(({ folderType }) => folderType === "PINNED")?.folderId);
}

/** Drops a hit whose note was deleted in the meantime. */
function toList(note: NoteSummary | undefined): readonly NoteSummary[] {
  return note === undefined ? [] : [note];
}
