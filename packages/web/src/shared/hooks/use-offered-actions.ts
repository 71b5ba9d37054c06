/**
 * Actions that are currently available, for the palette and the menus. The table and its rules are in core/workspace/actions/actions.ts.
 */
import { isInFolder } from "@satchel/core/library/folders/folder-list.ts";
import { isPinned } from "@satchel/core/library/notes/note-moves.ts";
import { type ActionId, offeredActions, type Situation } from "@satchel/core/workspace/actions/actions.ts";
import { isTabsAddress } from "@satchel/core/workspace/layout/panes.ts";
import { offeredDrafts } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { findTab, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { useMemo } from "react";
import { useLocation } from "../router/router.ts";
import { useLibrary, useServices } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useOfferedActions(): readonly ActionId[] {
  const { tabs, notes, workspace, conflicts, sensitive, kind } = useLibrary();
  const { account } = useServices();
  // Running an action on a covered note would surprise the user.
  const hasTabs = isTabsAddress(useLocation().pathname);
  const openNoteId = useStore(tabs.store, (state) => (hasTabs ? noteIdOf(findTab(state.tabs, state.activeTabId)) : ""));
  const isPinnedNote = useStore(notes.store, ({ notesById, folders }) =>
    isPinned(notesById.get(openNoteId) ?? { folderId: null }, folders),
  );
  const isDay = useStore(notes.store, ({ notesById }) => notesById.get(openNoteId)?.day !== undefined);
  const template = useStore(notes.store, ({ notesById }): Situation["template"] => {
    const note = notesById.get(openNoteId);
    if (note === undefined || note.isEncrypted) return "none";
    return note.isTemplate ? "is" : "possible";
  });
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const ownFolder = useStore(notes.store, (state): Situation["ownFolder"] => {
    if (state.folders.find((folder) => folder.folderId === folderId)?.folderType !== "CUSTOM") return "none";
    if (folderId === null || state.folders.some(({ parent }) => parent?.id === folderId)) return "in-use";
    return state.notes.some((note) => isInFolder(note, folderId)) ? "in-use" : "empty";
  });
  const activeTab = useStore(tabs.store, (state) => (hasTabs ? findTab(state.tabs, state.activeTabId)?.type : undefined) ?? "none");
  const tabCount = useStore(tabs.store, (state) => (hasTabs ? state.tabs.length : 0));
  const orphanedDrafts = useStore(tabs.store, (state) => offeredDrafts(state).length + state.hiddenDraftCount);
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
        isDay,
        template,
        ownFolder,
        orphanedDrafts,
        openConflicts,
        hasPendingRecoveryKey,
        sensitive: sensitiveKind,
      }),
    [
      kind,
      activeTab,
      tabCount,
      folderCount,
      isPinnedNote,
      isDay,
      template,
      ownFolder,
      orphanedDrafts,
      openConflicts,
      hasPendingRecoveryKey,
      sensitiveKind,
    ],
  );
}

function noteIdOf(tab: Tab | undefined): string {
  return tab === undefined || tab.type === "new" ? "" : tab.noteId;
}
