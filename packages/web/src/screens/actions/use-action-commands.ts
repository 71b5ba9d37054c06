/** Commands of the actions in core/workspace/actions/actions.ts; shortcuts and the palette run the same ones. */
import { PATHS } from "@satchel/core/model/routes.ts";
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { isTabsAddress } from "@satchel/core/workspace/layout/panes.ts";
import { activeTabOf, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { useSyncNow } from "../../features/header/use-sync-now.ts";
import { toggleSource } from "../../shared/editor-host/source-tabs.ts";
import { useLocation, useNavigate } from "../../shared/router/router.ts";
import { type Library, useLibrary, useServices } from "../../shared/services.ts";
import { holdKeys } from "../../shared/typeahead/held-keys.ts";
import { useWorkspaceActions, type WorkspaceActions } from "../../shared/workspace-actions.ts";

/** Commands for an open tab or a saved note; they do nothing if there is none. */
function onActiveTab({ store }: Library["tabs"]) {
  const active = (): Tab | undefined => activeTabOf(store.getState());
  const withTab = (run: (tabId: string) => void) => (): void => {
    const tab = active();
    if (tab !== undefined) run(tab.id);
  };
  const withNote = (run: (noteId: string) => void) => (): void => {
    const tab = active();
    if (tab !== undefined && tab.type !== "new") run(tab.noteId);
  };
  return { active, withTab, withNote };
}

/** Commands for the shown folder. */
function onShownFolder({ store }: Library["workspace"]) {
  return (run: (folderId: string) => void) => (): void => {
    const { folderId } = store.getState();
    if (folderId !== null) run(folderId);
  };
}

function folderCommands(to: WorkspaceActions, withFolder: ReturnType<typeof onShownFolder>) {
  return {
    "new-folder": to.createFolder,
    "edit-folder": withFolder(to.editFolder),
    "move-folder": withFolder(to.moveFolder),
    "new-subfolder": withFolder(to.createSubfolder),
    "export-folder": withFolder((folderId) => to.exportNotes({ kind: "folder", folderId })),
    "delete-folder": withFolder(to.deleteFolder),
  };
}

function organizeCommands(to: WorkspaceActions, withNote: ReturnType<typeof onActiveTab>["withNote"]) {
  return {
    today: () => to.openDay(),
    "previous-day": () => to.stepDay(-1),
    "next-day": () => to.stepDay(1),
    "new-from-template": () => to.chooseTemplate(),
    "tag-note": withNote((noteId) => to.tagNotes([noteId])),
    "pin-note": withNote((noteId) => to.pinNotes([noteId])),
    "unpin-note": withNote((noteId) => to.unpinNotes([noteId])),
    "use-as-template": withNote((noteId) => to.markTemplate(noteId, true)),
    "stop-as-template": withNote((noteId) => to.markTemplate(noteId, false)),
  };
}

export function useActionCommands(): (action: ActionId) => void {
  const { tabs, notes, workspace, sensitive } = useLibrary();
  const { theme } = useServices();
  const { syncNow } = useSyncNow();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const to = useWorkspaceActions();
  const { active, withTab, withNote } = onActiveTab(tabs);
  const withFolder = onShownFolder(workspace);
  const selectFolder = (step: 1 | -1) => (): void => {
    selectNextFolder({ notes, sensitive, workspace }, step);
    if (!isTabsAddress(pathname)) navigate(PATHS.notes);
  };
  const commands: Readonly<Record<ActionId, () => void>> = {
    palette: to.openPalette,
    "new-note": to.newNote,
    save: withTab((tabId) => active()?.type !== "view" && to.saveByKey(tabId)),
    "edit-note": withNote(to.editNote),
    "move-note": withNote(to.moveNote),
    "duplicate-note": withNote(to.duplicateNote),
    "copy-markdown": withNote(to.copyMarkdown),
    "markdown-source": () => {
      const isRead = active()?.type === "view";
      // It may open another tab.
      if (isRead) withNote(to.editNote)();
      withTab((tabId) => toggleSource(tabId, isRead || undefined))();
    },
    "writers-mode": to.openWritersMode,
    "print-note": withNote(to.printNote),
    "export-note": withNote((noteId) => to.exportNotes({ kind: "notes", noteIds: [noteId] })),
    "note-history": withNote(to.openHistory),
    "delete-note": withNote(to.deleteNote),
    expand: withTab((tabId) => to.setExpanded(tabId, active()?.isExpanded !== true)),
    "next-tab": () => to.cycle(1),
    "previous-tab": () => to.cycle(-1),
    "close-tab": withTab(to.closeTab),
    "close-other-tabs": withTab(to.closeOthers),
    "close-all-tabs": to.closeAll,
    ...organizeCommands(to, withNote),
    ...folderCommands(to, withFolder),
    "next-folder": selectFolder(1),
    "previous-folder": selectFolder(-1),
    "lock-sensitive": () => void sensitive.lock(),
    "unlock-sensitive": () => to.selectFolder(sensitiveFolderId(notes), () => navigate(PATHS.notes)),
    shortcuts: to.openShortcuts,
    "search-notes": () => openSearch(navigate),
    "toggle-list": workspace.toggleList,
    dashboard: () => navigate(PATHS.dashboard),
    trash: to.openTrash,
    past: to.openPast,
    drafts: to.openDrafts,
    conflicts: () => to.openConflicts(),
    sync: () => void syncNow(),
    "sync-log": to.openSyncLog,
    "recovery-key": to.showRecoveryKey,
    import: to.openImport,
    export: () => to.exportNotes({ kind: "all" }),
    settings: to.openSettings,
    theme: theme.cycle,
    "sign-out": to.signOut,
    "clear-local": to.clearLocal,
  };
  return (action) => commands[action]();
}

function openSearch(navigate: (path: string) => void): void {
  holdKeys("search");
  navigate(`${PATHS.notes}?search=`);
}

/** Skips the locked Sensitive folder, which would ask for its password each time. */
function selectNextFolder({ notes, sensitive, workspace }: Pick<Library, "notes" | "sensitive" | "workspace">, step: 1 | -1): void {
  const { folderId } = workspace.store.getState();
  const excluded = sensitive.store.getState().kind === "unlocked" ? null : sensitiveFolderId(notes);
  const all = [null, ...notes.store.getState().folders.map((folder) => folder.folderId)];
  const ids = all.filter((id) => id === null || id === folderId || id !== excluded);
  const at = ids.indexOf(folderId);
  workspace.selectFolder(ids[(at + step + ids.length) % ids.length] ?? null);
}

function sensitiveFolderId(notes: Library["notes"]): string | null {
  return notes.store.getState().folders.find((folder) => folder.folderType === "SENSITIVE")?.folderId ?? null;
}
