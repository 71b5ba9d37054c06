/** Implements the workspace actions: runs the service's command, keeps the address up to date, and opens the necessary dialog. */
import { isEntityId } from "@satchel/contract/ids.ts";
import { tagsForNew } from "@satchel/core/library/tags/tags-for-new.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { PATHS, toHistoryPath } from "@satchel/core/model/routes.ts";
import type { ExportScope } from "@satchel/core/transfer/export/export-service-types.ts";
import { crossesLock } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import { frameOf, isNoteAddress } from "@satchel/core/workspace/layout/panes.ts";
import type { NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import type { TabsService } from "@satchel/core/workspace/open-tabs/tabs-service-types.ts";
import { activeTabOf, findTab, isDirty, isNewToUser, type Tab, unsavedTabs } from "@satchel/core/workspace/tabs/tab.ts";
import { locationOf } from "@satchel/core/workspace/tabs/tab-location.ts";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLocation } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { holdKeys } from "../../shared/typeahead/held-keys.ts";
import type { TemplatePurpose, WorkspaceActions } from "../../shared/workspace-actions.ts";
import type { SensitivePurpose } from "../../text/notes/sensitive.ts";
import { createNoteCommands } from "./note-commands.ts";
import { useNoteNotices } from "./use-note-notices.ts";
import { useNotesNavigate } from "./use-notes-navigate.ts";

/** Subject of the open dialog. */
export type Question =
  /** Unsaved text in these tabs; `proceed` runs the action that was requested. */
  | { readonly kind: "unsaved"; readonly tabIds: readonly string[]; readonly proceed: () => void; readonly stay?: () => void }
  | { readonly kind: "delete"; readonly noteIds: readonly string[]; readonly proceed: () => void }
  | { readonly kind: "rename-tag"; readonly tag: string }
  | { readonly kind: "template"; readonly purpose: TemplatePurpose }
  | { readonly kind: "day"; readonly onPick: (day: string) => void }
  | { readonly kind: "move" | "tags"; readonly noteIds: readonly string[] }
  /** Asks for the Sensitive folder's password; `proceed` runs the action that needed it. */
  | { readonly kind: "sensitive"; readonly purpose: SensitivePurpose; readonly proceed: () => void }
  | {
      readonly kind: "move-sensitive";
      readonly direction: "in" | "out";
      readonly noteIds: readonly string[];
      readonly folderId: string | null;
    }
  | { readonly kind: "settings"; readonly tab?: "sensitive" | "cloud-storage" | "import" }
  | { readonly kind: "edit-folder" | "delete-folder" | "move-folder" | "new-subfolder"; readonly folderId: string }
  | { readonly kind: "conflicts"; readonly noteId: string | undefined }
  | { readonly kind: "export"; readonly scope: ExportScope }
  | { readonly kind: PlainKind };

/** Dialogs without a subject. */
type PlainKind =
  | "folder"
  | "drafts"
  | "sign-out"
  | "clear-caches"
  | "clear-local"
  | "recovery-key"
  | "sync-log"
  | "shortcuts"
  | "writers-mode"
  | "palette";

export type Asking = { readonly question: Question | undefined; readonly ask: (question: Question | undefined) => void };

/** State of a screen above the workspace: closing it goes back to where it was opened. */
const ABOVE = { state: { isAbove: true } };

export function useActions({ question, ask }: Asking): WorkspaceActions {
  const { status, clock } = useServices();
  const library = useLibrary();
  const { tabs, notes, workspace, sensitive, kind } = library;
  const notices = useNoteNotices();
  useAutosave(notices, question?.kind === "unsaved");
  const navigate = useNotesNavigate();
  const { pathname } = useLocation();
  useAddressOfTab(pathname, navigate);
  const [titleMissingIn, setTitleMissingIn] = useState<string | null>(null);
  const [printing, setPrinting] = useState<string | null>(null);
  const [focusing, setFocusing] = useState<string | null>(null);

  const actions = useMemo(() => {
    const asking = (kind: PlainKind) => (): void => ask({ kind });
    const showActive = (replace = false): void => {
      const state = tabs.store.getState();
      const { path, state: locationState } = locationOf(activeTabOf(state));
      navigate(path, { state: locationState, replace });
    };
    const showActiveAfter = (isSameTab: boolean): void => showActive(isSameTab && tabs.savesAutomatically());
    const focusActive = (): void => setFocusing(tabs.store.getState().activeTabId);
    /** A phone shows one pane: after closing a tab, the list. */
    const showWhatIsLeft = (): void => {
      if (frameOf(innerWidth) === "phone") navigate(PATHS.notes, { replace: true });
      else showActive(true);
    };
    const unsavedOf = (closing: readonly Tab[]): readonly string[] =>
      unsavedTabs({ tabs: closing, pending: tabs.store.getState().pending }).map((tab) => tab.id);
    /** Where saving is automatic only what cannot be saved is asked about. */
    const closeAsking = async (closing: readonly Tab[], close: () => void): Promise<void> => {
      const proceed = (): void => {
        close();
        showWhatIsLeft();
      };
      const unsaved = unsavedOf(closing);
      const tabIds = unsaved.length > 0 && tabs.savesAutomatically() ? await saveBeforeLeaving(tabs, unsaved) : unsaved;
      if (tabIds.length === 0) proceed();
      else ask({ kind: "unsaved", tabIds, proceed });
    };
    const folderForNew = (): string | null => {
      const { folderId } = workspace.store.getState();
      return notes.store.getState().folders.some((one) => one.folderId === folderId) ? folderId : null;
    };
    const isSensitiveFolder = (folderId: string | null): boolean =>
      notes.store.getState().folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
    const unlockFor = (folderId: string | null, purpose: SensitivePurpose, proceed: () => void): void => {
      if (isSensitiveFolder(folderId) && sensitive.store.getState().kind !== "unlocked") ask({ kind: "sensitive", purpose, proceed });
      else proceed();
    };
    const create = (title?: string, templateId?: string, noteType?: string): void => {
      const folderId = folderForNew();
      unlockFor(folderId, "create", () => {
        holdKeys("note");
        const { notes: all, notesById, folders } = notes.store.getState();
        const tags = isSensitiveFolder(folderId) ? {} : tagsForNew(workspace.store.getState().tagKeys, all);
        const open = (draft: Partial<NoteDraft> | undefined): string => {
          const tabId = tabs.openNew(folderId, noteType === undefined ? tags : { ...tags, noteType });
          if (draft !== undefined) tabs.editDraft(tabId, draft);
          showActive();
          focusActive();
          return tabId;
        };
        const titled = title === undefined ? undefined : { title };
        const from = templateId ?? folders.find((one) => one.folderId === folderId)?.templateId ?? "";
        if (notesById.get(from)?.isTemplate) void commands.openFrom(from, title, (filled) => open(filled ?? titled));
        else open(titled);
      });
    };
    const commands = createNoteCommands({ library, status, notices, now: clock.now, showWhatIsLeft });
    const save = async (tabId: string, staysOpen = false): Promise<void> => {
      const tab = findTab(tabs.store.getState().tabs, tabId);
      const isNew = tab !== undefined && isNewToUser(tab);
      setTitleMissingIn(null);
      const saved = await tabs.save(tabId, { staysOpen });
      if (saved.ok) {
        if (isNew) notices.created(saved.value);
        else notices.saved(saved.value);
        showActive(true);
        focusActive();
      } else if (saved.problem.kind === "title-missing") setTitleMissingIn(tabId);
      else if (saved.problem.kind !== "no-such-tab" && saved.problem.kind !== "save-canceled" && saved.problem.kind !== "emptied") {
        const message = {
          id: "note-problem",
          action: isNew ? "create" : "save",
          problem: saved.problem,
          isLocal: kind === "local",
          isSensitive: tab?.type === "new" && isSensitiveFolder(tab.folderId),
        } as const;
        status.show(message, { subject: tabId });
      }
    };
    /** Ctrl+S where saving is automatic: nothing but the line below the title reports it. */
    const saveNow = async (tabId: string): Promise<void> => {
      const { tabs: open, pending } = tabs.store.getState();
      const tab = findTab(open, tabId);
      if (tab === undefined || pending.has(tabId) || (tab.type === "new" && !isDirty(tab))) return save(tabId, true);
      if (!isDirty(tab)) return;
      const saved = await tabs.save(tabId, { isAutomatic: true });
      if (saved.ok) notices.autosaved(saved.value);
      else if (saved.problem.kind !== "emptied") await save(tabId, true);
    };
    const finish = async (tabId: string): Promise<void> => {
      const done = await tabs.finish(tabId);
      if (!done.ok) return save(tabId, true);
      if (findTab(tabs.store.getState().tabs, tabId) === undefined) return showWhatIsLeft();
      showActive(true);
      focusActive();
    };
    const cancelNew = async (tabId: string): Promise<void> => {
      await tabs.saveAll([tabId]);
      const tab = findTab(tabs.store.getState().tabs, tabId);
      if (tab?.type === "edit") return commands.remove([tab.noteId]);
      tabs.close(tabId);
      showWhatIsLeft();
    };
    const openNote = (noteId: string): void => {
      tabs.openView(noteId);
      showActive();
    };
    const editNote = (noteId: string): void => {
      if (!isEntityId(noteId)) return void status.show({ id: "note-edit-id-invalid" });
      holdKeys("note");
      const { activeTabId } = tabs.store.getState();
      // The tab that is in front becomes the editor, and its address with it.
      showActiveAfter(tabs.openEdit(noteId) === activeTabId);
      focusActive();
    };
    const showDay = (noteId: string, isToWrite: boolean): void => (isToWrite ? editNote : openNote)(noteId);
    return {
      openNote,
      editNote,
      openDay(day?: string) {
        if (day === undefined) holdKeys("note");
        void commands.openDay(day, showDay);
      },
      pickDay: (onPick: (day: string) => void) => ask({ kind: "day", onPick }),
      stepDay: (step: 1 | -1) => void commands.stepDay(step, showDay),
      newNote: () => create(),
      newNoteTitled: (title: string) => create(title),
      newNoteFrom: (templateId: string) => create(undefined, templateId),
      chooseTemplate: (purpose: TemplatePurpose = { kind: "new" }) => ask({ kind: "template", purpose }),
      markTemplate: (noteId: string, isTemplate: boolean) => void commands.markTemplate(noteId, isTemplate),
      newNoteOf(type: string) {
        create(undefined, undefined, type);
        status.show({ id: "note-type-unavailable", type });
      },
      activate(tabId: string) {
        tabs.activate(tabId);
        showActive();
      },
      cycle(step: 1 | -1) {
        tabs.cycle(step);
        showActive();
      },
      showList: () => navigate(PATHS.notes),
      closeTab(tabId: string) {
        const closing = tabs.store.getState().tabs.filter((tab) => tab.id === tabId);
        void closeAsking(closing, () => tabs.close(tabId));
      },
      closeOthers(tabId: string) {
        const closing = tabs.store.getState().tabs.filter((tab) => tab.id !== tabId);
        void closeAsking(closing, () => tabs.closeOthers(tabId));
      },
      closeAll: () => void closeAsking(tabs.store.getState().tabs, () => tabs.closeAll()),
      save: (tabId: string) => void save(tabId),
      saveByKey: (tabId: string) => void (tabs.savesAutomatically() ? saveNow(tabId) : save(tabId)),
      finish: (tabId: string) => void finish(tabId),
      cancelNew: (tabId: string) => void cancelNew(tabId),
      cancelSave: (tabId: string) => tabs.cancelSave(tabId),
      saveAndStay: (tabId: string) => void save(tabId, true),
      mergeNow: (tabId: string) => void save(tabId, true),
      deleteNote: (noteId: string) => ask({ kind: "delete", noteIds: [noteId], proceed: () => void commands.remove([noteId]) }),
      removeNotes: (noteIds: readonly string[]) => void commands.remove(noteIds),
      deleteNotes: (noteIds: readonly string[]) => ask({ kind: "delete", noteIds, proceed: () => void commands.remove(noteIds) }),
      moveNote: (noteId: string) => ask({ kind: "move", noteIds: [noteId] }),
      moveNotes: (noteIds: readonly string[]) => ask({ kind: "move", noteIds }),
      tagNotes: (noteIds: readonly string[]) => ask({ kind: "tags", noteIds }),
      renameTag: (tag: string) => ask({ kind: "rename-tag", tag }),
      moveNotesTo(noteIds: readonly string[], folderId: string | null) {
        const direction = crossesLock(commands.summaries(noteIds), folderId, notes.store.getState().folders);
        if (direction === undefined) void commands.moveTo(noteIds, folderId);
        else ask({ kind: "move-sensitive", direction, noteIds, folderId });
      },
      moveWithPassword: (noteIds: readonly string[], folderId: string | null) => commands.moveAcross(noteIds, folderId),
      selectFolder: (folderId: string | null, after?: () => void) =>
        unlockFor(folderId, "open", () => {
          workspace.selectFolder(folderId);
          after?.();
        }),
      unlockSensitive: (after?: () => void) => ask({ kind: "sensitive", purpose: "open", proceed: () => after?.() }),
      openSensitiveSettings: () => ask({ kind: "settings", tab: "sensitive" }),
      pinNotes: (noteIds: readonly string[]) => void commands.setPinned(noteIds, true),
      unpinNotes: (noteIds: readonly string[]) => void commands.setPinned(noteIds, false),
      duplicateNote: (noteId: string) =>
        void commands.duplicate(noteId).then((copyId) => {
          if (copyId === undefined) return;
          tabs.openView(copyId);
          showActive();
        }),
      copyDraft: (tabId: string) => void commands.copyDraft(tabId),
      copyMarkdown: (noteId: string) => void commands.copyMarkdown(noteId),
      printNote(noteId: string) {
        tabs.openView(noteId);
        showActive();
        setPrinting(noteId);
      },
      printed: () => setPrinting(null),
      focused: (tabId: string) => setFocusing((current) => (current === tabId ? null : current)),
      createFolder: asking("folder"),
      createSubfolder: (folderId: string) => ask({ kind: "new-subfolder", folderId }),
      moveFolder: (folderId: string) => ask({ kind: "move-folder", folderId }),
      moveFolderTo: (folderId: string, parentId: string | null) => void commands.moveFolder(folderId, parentId),
      editFolder: (folderId: string) => ask({ kind: "edit-folder", folderId }),
      deleteFolder: (folderId: string) => ask({ kind: "delete-folder", folderId }),
      setExpanded: (tabId: string, isExpanded: boolean) => tabs.setExpanded(tabId, isExpanded),
      openDrafts: asking("drafts"),
      openDraft(draftId: string) {
        tabs.openDraft(draftId);
        showActive();
      },
      discardRecovered(tabId: string) {
        tabs.discardRecovered(tabId);
        if (!tabs.store.getState().tabs.some((tab) => tab.id === tabId)) showWhatIsLeft();
      },
      showRecoveryKey: asking("recovery-key"),
      openSettings: () => ask({ kind: "settings" }),
      openImport: () => ask({ kind: "settings", tab: "import" }),
      exportNotes: (scope: ExportScope) => ask({ kind: "export", scope }),
      openCloudStorage: () => ask({ kind: "settings", tab: "cloud-storage" }),
      openConflicts: (noteId?: string) => ask({ kind: "conflicts", noteId }),
      openSyncLog: asking("sync-log"),
      openShortcuts: asking("shortcuts"),
      openWritersMode: asking("writers-mode"),
      openTrash: () => navigate(PATHS.trash, ABOVE),
      openPast() {
        ask(undefined);
        navigate(PATHS.past, ABOVE);
      },
      openHistory: (noteId: string) => navigate(toHistoryPath(noteId), ABOVE),
      signOut: asking("sign-out"),
      clearCaches: asking("clear-caches"),
      clearLocal: asking("clear-local"),
      openPalette: asking("palette"),
    };
  }, [library, tabs, notes, workspace, sensitive, kind, notices, navigate, ask, status, clock]);

  // On a phone the note's pane is inert until its address is shown, so nothing in it can take the focus yet.
  const shown = isNoteAddress(pathname) ? focusing : null;
  return useMemo(() => ({ ...actions, titleMissingIn, printing, focusing: shown }), [actions, titleMissingIn, printing, shown]);
}

/** Saves these tabs, waiting for content that is still being prepared in them. Returns the ids of those that could not be saved. */
async function saveBeforeLeaving(tabs: TabsService, tabIds: readonly string[]): Promise<readonly string[]> {
  const { pending } = tabs.store.getState();
  await Promise.all(tabIds.filter((id) => pending.has(id)).map((id) => tabs.save(id, { staysOpen: true })));
  return (await tabs.saveAll(tabIds)).map(({ id }) => id);
}

/** Automatic saving while it is chosen and the screens are there. `isAsking`: a question about unsaved text is open. */
function useAutosave(notices: NoteNotices, isAsking: boolean): void {
  const { saving, status } = useServices();
  const { runAutosave, kind, tabs, workspace } = useLibrary();
  const isOn = useStore(saving.store, (state) => state.saving === "automatically");
  const asking = useRef(isAsking);
  useLayoutEffect(() => {
    asking.current = isAsking;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    return runAutosave({
      isChosen: saving.isAutomatic,
      isAsking: () => asking.current,
      onSaved: notices.autosaved,
      onFailed: (tabId, problem) => {
        if (problem.kind === "no-such-tab" || problem.kind === "save-canceled" || problem.kind === "emptied") return;
        status.show({ id: "note-problem", action: "autosave", problem, isLocal: kind === "local" }, { subject: tabId });
      },
    });
  }, [isOn, runAutosave, saving, notices, status, kind]);
  useEffect(() => workspace.store.subscribe((now, before) => void (now.folderId !== before.folderId && tabs.saveAll())), [workspace, tabs]);
}

/** The address follows the tab in front when that becomes another kind of tab: a new note that is in the list now, a note that is read again. */
function useAddressOfTab(pathname: string, navigate: ReturnType<typeof useNotesNavigate>): void {
  const { tabs } = useLibrary();
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = isNoteAddress(pathname);
  });
  useEffect(
    () =>
      tabs.store.subscribe((now, before) => {
        if (now.tabs === before.tabs || !isShown.current || !tabs.savesAutomatically()) return;
        const [tab, former] = [findTab(now.tabs, now.activeTabId), findTab(before.tabs, now.activeTabId)];
        if (tab === undefined || former === undefined || tab.type === former.type) return;
        const { path, state } = locationOf(tab);
        navigate(path, { state, replace: true });
      }),
    [tabs, navigate],
  );
}
