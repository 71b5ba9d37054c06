/**
 * This window's tabs and their text. State: open-tabs-service.ts. Rules: ../tabs. Effects: loading and saving notes, drafts, the lock of the
 * Sensitive folder, each in a file of its own. Spec A §4, decision 0005 "Drafts".
 */
import { failed, ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { edited, toViewTab } from "../tabs/edit-tab.ts";
import {
  NO_TABS,
  nextOrdinal,
  planActivate,
  planClose,
  planCloseOthers,
  planCycle,
  planOpen,
  planOpenSingle,
  planReplace,
} from "../tabs/plan-tabs.ts";
import { findRecoverable, offeredDrafts } from "../tabs/recovered-texts.ts";
import { toStoredDraft, toTabOfDraft } from "../tabs/stored-tabs.ts";
import { type EditTab, EMPTY_DRAFT, isDirty, type OpenTabs, recoveredAt, type Tab, unsavedTabs, type ViewTab } from "../tabs/tab.ts";
import { knowSensitive } from "./know-sensitive.ts";
import { createTabLoader, titleOf } from "./load-tabs-service.ts";
import { createLockSaver } from "./lock-saver-service.ts";
import { followLock } from "./locked-tabs-service.ts";
import { createOpenTabs } from "./open-tabs-service.ts";
import { watchOtherWindows } from "./other-windows-service.ts";
import { createTabSaver } from "./save-tabs-service.ts";
import { createTabDrafts } from "./tab-drafts-service.ts";
import type { SaveProblem, TabsDeps, TabsService } from "./tabs-service-types.ts";

const TAB_ID_CHARS = 12;
/** Spec A §3: "new-note tab ids start with new-". */
const NEW_TAB_PREFIX = "new-";

type Parts = ReturnType<typeof connectParts>;

function connectParts(deps: TabsDeps) {
  const { notes, clock, timers } = deps;
  const folder = deps.sensitive?.folder;
  const savesAutomatically = (): boolean => deps.savesAutomatically?.() ?? false;
  const open = createOpenTabs(deps.tabs, deps.windowId);
  const sensitive = knowSensitive(notes, folder);
  const drafts = createTabDrafts(deps, open, sensitive);
  const lockSaver = createLockSaver(deps.sensitive, (make) =>
    make({
      notes: () => (savesAutomatically() ? deps.sensitive?.atLock?.notes : undefined),
      ...{ tabOf: open.tabOf, putKept: open.putKept, held: drafts.held, writer: drafts.writer, timers },
      isSensitiveDraft: sensitive.isSensitiveDraft,
      running: (tabId) => saver.running(tabId),
    }),
  );
  const lock = followLock({
    ...{ open, notes, folder, sensitive, drafts, clock },
    load: (tabId) => loader.loadRecovering(tabId),
    saveBeforeKeyGoes: lockSaver.saveBeforeKeyGoes,
  });
  const loader = createTabLoader({ deps, open, drafts, sensitive, lock });
  const saver = createTabSaver({
    notes,
    open,
    drafts,
    sensitive,
    savedWhileLocked: lockSaver.saved,
    savesAutomatically,
    now: () => clock.now(),
  });
  // Before its tabs are restored, a window would take its own drafts for orphaned.
  const listOnceReady = async (): Promise<void> => (open.store.getState().phase === "ready" ? loader.listDrafts() : undefined);
  const others = watchOtherWindows(deps, { list: listOnceReady, now: open.store.getState });
  const stopNotes = notes.onChangedElsewhere(loader.loadChanged);
  const stop = (): void => {
    stopNotes();
    lockSaver.stop();
    others.stop();
    lock.stop();
  };
  return { deps, open, sensitive, drafts, lock, loader, saver, others, savesAutomatically, stop };
}

export function createTabsService(deps: TabsDeps): TabsService {
  const parts = connectParts(deps);
  const { open, drafts, lock, loader, saver, others, savesAutomatically } = parts;
  const { store, tabOf, put } = open;
  let restoring: Promise<void> | undefined;
  const restore = async (): Promise<void> => {
    await loader.restore();
    others.lookAgain();
    await lock.openOrphanedDrafts();
  };
  const flush = async (): Promise<Result<void, StoreProblem>> => {
    open.flushEditors();
    const written = drafts.writer.flush();
    await lock.seal();
    const outcome = await written;
    const sealed = await drafts.writer.flush();
    return outcome.ok ? sealed : outcome;
  };

  return {
    store,
    savesAutomatically,
    ...openingCommands(parts),
    ...closingCommands(parts),
    restore() {
      restoring ??= restore();
      return restoring;
    },
    activate: (tabId) => open.take(planActivate(store.getState(), tabId)),
    cycle: (step) => open.take(planCycle(store.getState(), step)),
    setExpanded(tabId, isExpanded) {
      const tab = tabOf(tabId);
      if (tab !== undefined) open.putKept({ ...tab, isExpanded });
    },
    editDraft(tabId, change, basedOn) {
      const tab = tabOf(tabId);
      if (tab?.type === "new") put({ ...tab, draft: { ...tab.draft, ...change } });
      else if (tab?.type === "edit" && tab.editing.kind === "open")
        put({ ...tab, editing: edited(tab.editing, change, basedOn === undefined ? tab.editing.opened : saver.latestOf(basedOn)) });
      else return;
      drafts.writer.touch(tabId);
      loader.loadIfOvertaken(tabId);
    },
    setNewTags(tabId, tags) {
      const tab = tabOf(tabId);
      if (tab?.type === "new") open.putKept({ ...tab, tags });
    },
    connectEditor: open.connectEditor,
    save: saver.save,
    saveAll: saver.saveAll,
    cancelSave: open.cancelWaiting,
    async leave() {
      const kept = flush();
      await saver.saveAll();
      await kept;
    },
    asksAtUnload() {
      const state = store.getState();
      return unsavedTabs(state).some(({ id }) => !savesAutomatically() || state.pending.has(id) || state.saveProblems.has(id));
    },
    flush,
    listDrafts: loader.listDrafts,
    unsaved() {
      open.flushEditors();
      return drafts.all();
    },
    stop: parts.stop,
  };
}

type Openings = Pick<TabsService, "openView" | "openEdit" | "openNew" | "openDraft">;

function openingCommands({ deps, open, sensitive, drafts, lock, loader, savesAutomatically }: Parts): Openings {
  const { notes, clock, ids } = deps;
  const { store, tabOf, take } = open;
  const newId = (isNewNote: boolean): string => `${isNewNote ? NEW_TAB_PREFIX : ""}${ids.random(TAB_ID_CHARS)}`;
  const newTab = (isNewNote = false) => ({ id: newId(isNewNote), isExpanded: false, createdAt: clock.now() });
  const openNote = (tab: ViewTab | EditTab): string => {
    const plan = savesAutomatically() ? planOpenSingle : planOpen;
    take(plan(store.getState(), sensitive.withLockState(tab) as ViewTab | EditTab));
    return store.getState().activeTabId as string;
  };
  return {
    openView: (noteId) => openNote({ ...newTab(), type: "view", noteId, title: titleOf(notes, noteId) }),
    openEdit(noteId) {
      const tabId = openNote({ ...newTab(), type: "edit", noteId, title: titleOf(notes, noteId), editing: { kind: "loading" } });
      const tab = tabOf(tabId);
      const isUnread = tab?.type === "edit" && tab.editing.kind !== "open";
      const isRecovering = tab !== undefined && !isDirty(tab) && findRecoverable(store.getState(), noteId) !== undefined;
      if (isUnread || isRecovering) void loader.loadRecovering(tabId);
      return tabId;
    },
    openNew(folderId, values) {
      const tab = newTab(true);
      const ordinal = nextOrdinal(store.getState().tabs);
      take(planOpen(store.getState(), sensitive.withLockState({ ...tab, ...values, type: "new", ordinal, folderId, draft: EMPTY_DRAFT })));
      return tab.id;
    },
    openDraft(draftId) {
      const state = store.getState();
      const orphan = offeredDrafts(state).find((one) => one.draftId === draftId);
      const draft = orphan && lock.readable(orphan);
      if (draft === undefined) return;
      const busy = state.tabs.find((tab) => tab.type === "edit" && tab.noteId === draft.noteId && isDirty(tab));
      // If the note has two unsaved texts, shows the open one first; the stored one stays in the list.
      if (busy !== undefined) return take(planActivate(state, busy.id));
      drafts.unlist(draftId);
      const tabId = newId(draft.noteId === null);
      const tab = toTabOfDraft(draft, tabId, { ordinal: nextOrdinal(state.tabs), nowMs: clock.now() });
      take(planOpen(withoutEditOf(state, draft.noteId), tab));
      void drafts.writer.move(draft, tabId);
      void loader.load(tabId, draft);
    },
  };
}

/** Closes clean edit tabs of the note, in whose place a restored draft is shown. */
function withoutEditOf(open: OpenTabs, noteId: string | null): OpenTabs {
  const clean = open.tabs.find((tab) => tab.type === "edit" && tab.noteId === noteId && !isDirty(tab));
  return clean === undefined ? open : planClose(open, clean.id);
}

type Closings = Pick<TabsService, "finish" | "close" | "closeOthers" | "closeAll" | "closeNote" | "discardDraft" | "discardRecovered">;

function closingCommands({ deps, open, drafts, loader, saver }: Parts): Closings {
  const { store, tabOf } = open;
  const { held, writer } = drafts;
  const closeTabs = (closed: readonly Tab[], next: OpenTabs): void => {
    open.take(next);
    for (const tab of closed) {
      // A locked text cannot be reviewed before it is discarded, so it is kept.
      if (held.has(tab.id)) drafts.listHeld(tab.id);
      else if (tab.type !== "view") void writer.discard(tab.id);
    }
  };
  const close = (tabId: string): void => {
    const state = store.getState();
    closeTabs(
      state.tabs.filter((tab) => tab.id === tabId),
      planClose(state, tabId),
    );
  };
  return {
    close,
    closeOthers(tabId) {
      const state = store.getState();
      const next = planCloseOthers(state, tabId);
      closeTabs(
        state.tabs.filter((tab) => !next.tabs.includes(tab)),
        next,
      );
    },
    closeAll: () => closeTabs(store.getState().tabs, NO_TABS),
    closeNote(noteId) {
      open.flushEditors();
      const closed = store.getState().tabs.filter((tab) => tab.type !== "new" && tab.noteId === noteId);
      const unsaved = closed.flatMap((tab) => toStoredDraft(tab, deps.clock.now()) ?? []);
      closeTabs(
        closed.filter((tab) => !unsaved.some((draft) => draft.draftId === tab.id)),
        closed.reduce<OpenTabs>((left, tab) => planClose(left, tab.id), store.getState()),
      );
      for (const draft of unsaved) drafts.list(draft);
    },
    async finish(tabId): Promise<Result<void, SaveProblem>> {
      const tab = open.flushedTab(tabId);
      if (tab === undefined || tab.type === "view") return ok(undefined);
      const isWhole = !isDirty(tab) && !store.getState().pending.has(tabId) && !saver.isSaving(tabId);
      if (!isWhole) {
        const saved = await saver.save(tabId);
        if (saved.ok) return ok(undefined);
        if (saved.problem.kind !== "emptied") return failed(saved.problem);
      }
      const now = tabOf(tabId);
      if (now?.type === "new" && !isDirty(now)) close(tabId);
      if (now?.type === "edit") open.take(planReplace(store.getState(), tabId, toViewTab(now)));
      return ok(undefined);
    },
    discardDraft(draftId) {
      drafts.unlist(draftId);
      void writer.discard(draftId);
    },
    discardRecovered(tabId) {
      const tab = tabOf(tabId);
      if (tab === undefined || recoveredAt(tab) === undefined || saver.isSaving(tabId)) return;
      if (tab.type !== "edit") return close(tabId);
      open.put({ ...tab, editing: { kind: "loading" } });
      void writer.discard(tabId);
      void loader.load(tabId);
    },
  };
}
