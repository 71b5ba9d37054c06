/** What the palette lists for what is typed, and what choosing an entry does. The rules are core/search/palette.ts. */
import { isPinned } from "@satchel/core/notes/note-moves.ts";
import { markedWords } from "@satchel/core/search/marks.ts";
import { type PaletteEntry, paletteEntries } from "@satchel/core/search/palette.ts";
import { findTab, type Tab } from "@satchel/core/tabs/tab.ts";
import { type ActionId, offeredActions, type Situation } from "@satchel/core/workspace/actions.ts";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { actionText } from "../../text/actions.ts";

export type PaletteCommands = {
  readonly onAction: (action: ActionId) => void;
  readonly onNote: (noteId: string) => void;
  readonly onFolder: (folderId: string) => void;
  readonly onNewNote: (title: string) => void;
  readonly onSearch: (typed: string) => void;
};

export function useEntries(typed: string, commands: PaletteCommands) {
  const { notes } = useLibrary();
  const count = useCount(typed);
  const all = useStore(notes.store, (state) => state.notes);
  const folders = useStore(notes.store, (state) => state.folders);
  const actions = useOfferedActions();
  const asked = useDeferredValue(typed);
  const entries = useMemo(() => paletteEntries({ notes: all, folders, actions }, asked), [all, folders, actions, asked]);
  const words = useMemo(() => markedWords(asked, []), [asked]);
  const run = (entry: PaletteEntry): void => {
    if (entry.kind === "note") commands.onNote(entry.note.noteId);
    if (entry.kind === "folder") commands.onFolder(entry.folder.folderId);
    if (entry.kind === "action") commands.onAction(entry.action);
    if (entry.kind === "new-note") commands.onNewNote(entry.title);
    if (entry.kind === "search") commands.onSearch(entry.typed);
  };
  return { entries, words, run, count };
}

/** How many notes a search for it would find; `undefined` until the index has said so. */
function useCount(typed: string): number | undefined {
  const { search } = useLibrary();
  const [told, setTold] = useState<{ readonly typed: string; readonly count: number | undefined }>();
  useEffect(() => {
    let isAsking = true;
    if (typed.trim() === "") return;
    void search.count(typed).then((count) => {
      if (isAsking) setTold({ typed, count });
    });
    return () => {
      isAsking = false;
    };
  }, [search, typed]);
  return told?.typed === typed ? told.count : undefined;
}

export function entryKey(entry: PaletteEntry): string {
  if (entry.kind === "note") return `note ${entry.note.noteId}`;
  if (entry.kind === "folder") return `folder ${entry.folder.folderId}`;
  return entry.kind === "action" ? `action ${entry.action}` : entry.kind;
}

function useOfferedActions() {
  const { tabs, notes, workspace, conflicts, sensitive, kind } = useLibrary();
  const { account } = useServices();
  const openNoteId = useStore(tabs.store, (state) => noteIdOf(findTab(state.tabs, state.activeTabId)));
  const isPinnedNote = useStore(notes.store, ({ notesById, folders }) =>
    isPinned(notesById.get(openNoteId) ?? { folderId: null }, folders),
  );
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const ownFolder = useStore(notes.store, (state): Situation["ownFolder"] => {
    if (state.folders.find((folder) => folder.folderId === folderId)?.folderType !== "CUSTOM") return "none";
    return state.notes.some((note) => note.folderId === folderId) ? "in-use" : "empty";
  });
  const activeTab = useStore(tabs.store, (state) => findTab(state.tabs, state.activeTabId)?.type ?? "none");
  const tabCount = useStore(tabs.store, (state) => state.tabs.length);
  const strayDrafts = useStore(tabs.store, (state) => state.strayDrafts.length);
  const folderCount = useStore(notes.store, (state) => state.folders.length);
  const sensitiveKind = useStore(sensitive.store, (state) => state.kind);
  const openConflicts = useStore(conflicts.store, (state) => state.openNoteIds.size);
  const hasPendingRecoveryKey = useStore(
    account.store,
    (state) => state.kind === "signed-in" && state.vault === "open" && state.hasPendingRecoveryKey,
  );
  return useMemo(
    () =>
      offeredActions({
        kind,
        activeTab,
        tabCount,
        folderCount,
        isPinned: isPinnedNote,
        ownFolder,
        strayDrafts,
        openConflicts,
        hasPendingRecoveryKey,
        sensitive: sensitiveKind,
      }).map((action) => ({ action, label: actionText[action] })),
    [kind, activeTab, tabCount, folderCount, isPinnedNote, ownFolder, strayDrafts, openConflicts, hasPendingRecoveryKey, sensitiveKind],
  );
}

function noteIdOf(tab: Tab | undefined): string {
  return tab === undefined || tab.type === "new" ? "" : tab.noteId;
}
